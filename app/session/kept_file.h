#pragma once

#include <string>

#include "engine/base/result.h"

namespace strata::inline session {

/// The name under which the bytes of a session outlive the process that shows it, while they are worth it: also where
/// that process crashes. A lock says that the session is shown; it goes with the process.
class KeptFile {
 public:
  /// Of a file that only crashed processes leave behind: it was not worth keeping.
  static constexpr const char* kWorthlessEnding = ".worthless";

  /// Who has a file: this program from now on; another one; or its file system does not tell.
  enum class Claim { Ours, Held, Unknown };
  /// Of a file that is open for writing, as NFS asks of whoever locks it. A lock goes with its last descriptor.
  static Claim claim(int fd);

  KeptFile() = default;
  ~KeptFile();  ///< what is not worth keeping goes
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;

  /// A new file in `folder`, which is made where it is missing: its descriptor, the caller's from now on; -1: errno.
  int make(const std::string& folder);
  /// A file that was kept before, open for writing as `fd`. Io if another window shows it.
  Result<void> takeUp(const std::string& path, int fd);
  void setWorth(bool worth);
  /// It gets no more, though the session goes on: its name says so from now on.
  void setOnlyBeginning();
  /// It could not take anything: there is no such file from now on.
  void giveUp();
  static bool isOnlyBeginning(const std::string& path);
  /// Where it can be opened from when this process has let go of it; empty: nowhere.
  std::string path() const { return m_worth ? m_path : std::string{}; }

 private:
  std::string name() const { return m_worth ? m_path : m_path + kWorthlessEnding; }

  std::string m_path;  ///< while it is worth keeping; empty: there is no file
  bool m_worth = false;
};

}  // namespace strata::inline session
