#pragma once

#include <signal.h>

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace strata::inline base {

/// What asks a program to end: of the keyboard, of another program, and of a terminal that is gone.
inline constexpr int kEndingSignals[] = {SIGHUP, SIGINT, SIGTERM};

/// Where a signal ends the program (removeTemporariesOnSignals): whether a temporary file goes, or stays for whoever
/// wants what there is of it.
enum class OnSignal { Remove, Stay };

/// A file that is there as long as this is.
class TemporaryFile {
 public:
  TemporaryFile() = default;  ///< of no file
  /// Takes over a file of that name, which may be made later.
  explicit TemporaryFile(std::string path, OnSignal onSignal = OnSignal::Remove);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&& other) noexcept;
  ~TemporaryFile() { remove(); }

  const std::string& path() const { return m_path; }
  bool empty() const { return m_path.empty(); }
  void remove();
  /// The file stays, or has another name by now.
  void letGo();

 private:
  std::string m_path;
  int m_place = -1;  ///< among those that a signal removes; -1: it is not
};

/// While it lives, SIGHUP, SIGINT and SIGTERM wait in this thread: so none comes between a file and what removes it.
class SignalsWait {
 public:
  SignalsWait();
  ~SignalsWait();
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t m_before;
};

struct NewTemporaryFile {
  TemporaryFile file;
  UniqueFd fd;  ///< to write it
};
/// Of a name of its own in the temporary folder: "strata-STEM-…", and `ending` behind it.
Result<NewTemporaryFile> newTemporaryFile(std::string_view stem, std::string_view ending = {});

/// Removes what OnSignal::Remove is said of. A signal handler may call it.
void removeTemporaries();

/// Ends the program. Temporary files go, and what was printed is written; nothing else is tidied up, neither of ours
/// nor of a library: OpenBLAS waits there for its threads, for ever where one found no memory.
[[noreturn]] void endAtOnce(int status);

/// SIGHUP, SIGINT and SIGTERM end the program as ever, and its temporary files go first. A signal that was ignored
/// when the program began stays so.
void removeTemporariesOnSignals();

}  // namespace strata::inline base
