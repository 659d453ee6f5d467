#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/session/kept_file.h"
#include "engine/base/new_file.h"
#include "engine/base/result.h"

namespace strata::inline session {

/// The file a session was opened from, as its Spool holds it: valid as long as that, for any thread.
struct BaseFile {
  int descriptor = -1;
  std::uint64_t bytes = 0;  ///< of it that belong to the session
  std::string path = {};

  /// How many bytes were read; 0 at its end.
  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> into) const;
};

/// Keeps the bytes of a session: behind those of the file it was opened from, what arrives goes to a nameless file in
/// the temporary folder (gone with the process, however that ends) and, if asked, to a file of the user's as well.
/// With a folder to keep sessions in, it goes to a file there that stays while it is worth it. Where a folder takes no
/// more, the rest is not kept: whoever saves the session then writes what its store holds. Not thread-safe.
class Spool {
 public:
  explicit Spool(std::string keepIn = {}) : m_keepIn(std::move(keepIn)) {}
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// The file this session begins with. It stays readable after it is renamed or replaced.
  Result<void> openBase(const std::string& path);
  /// Whether the path is that of a session kept in the folder.
  bool isKept(const std::string& path) const;
  void setWorthKeeping(bool worth) { m_kept.setWorth(worth); }
  /// Where the session stays when this object goes; empty: nowhere.
  std::string keptPath() const { return m_kept.path(); }
  /// Why not all of it stays, where there is a folder for it; empty: it does.
  const std::string& whyNotKept() const { return m_whyNotKept; }
  /// Whether copyTo() has all that arrived.
  bool whole() const { return m_whole; }
  /// The file that also gets each byte, whole or not at all: what it holds stays until finishOut(). Does nothing when
  /// called again.
  Result<void> openOut(const std::string& path);
  /// Its path; empty: there is none to finish.
  Result<std::string> finishOut();

  /// After the first failure only the failing file is left behind; the error is said once. None of the temporary
  /// folder: nothing is lost by it.
  Result<void> append(std::span<const std::byte> bytes);
  /// Takes the last bytes back: half a packet that nothing will complete, before another agent's stream follows.
  void dropTail(std::uint64_t bytes);
  BaseFile base() const { return {m_base, static_cast<std::uint64_t>(m_baseBytes), m_basePath}; }
  /// All bytes but the last `leaveOut` to `path`, and `ending` behind them; whole or not at all. Only of a spool that
  /// is whole().
  Result<void> copyTo(const std::string& path, std::uint64_t leaveOut = 0, const std::string& ending = {}) const;

 private:
  Result<void> keep(std::span<const std::byte> bytes);
  Error notKept(int number);
  Result<void> appendOut(std::span<const std::byte> bytes);
  Result<void> endOut();

  int m_base = -1, m_spool = -1;
  off_t m_baseBytes = 0;  ///< of the base file that belong to the session
  std::string m_basePath, m_outPath, m_whyNotKept;
  const std::string m_keepIn;
  KeptFile m_kept;
  bool m_whole = true;
  std::optional<NewFile> m_out;  ///< until it is finished or has failed
};

}  // namespace strata::inline session
