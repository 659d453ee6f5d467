#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace strata {

/// Keeps the bytes of a session: behind those of the file it was opened from, what arrives goes to a nameless file in
/// the temporary folder (gone with the process, however that ends) and, if asked, to a file of the user's as well. Not
/// thread-safe.
class Spool {
 public:
  Spool() = default;
  ~Spool();
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// The file this session begins with. It stays readable after it is renamed or replaced.
  Result<void> openBase(const std::string& path);
  /// The file that also gets each byte. What it holds stays until beginOut(); without that call nothing is changed.
  Result<void> openOut(const std::string& path);
  /// Replaces what the out file held with what arrived since openOut(). Does nothing when called again.
  Result<void> beginOut();

  /// After the first failure only the failing file is left behind; the error is said once.
  Result<void> append(std::span<const std::byte> bytes);
  /// Takes the last bytes back: half a packet that nothing will complete, before another agent's stream follows.
  void dropTail(std::uint64_t bytes);
  /// Reads from the base file; 0 at its end.
  Result<std::size_t> readBase(std::uint64_t offset, std::span<std::byte> into) const;
  std::uint64_t baseBytes() const { return static_cast<std::uint64_t>(m_baseBytes); }
  /// All bytes to `path`, whole or not at all.
  Result<void> copyTo(const std::string& path) const;

 private:
  Result<void> openSpool();
  Result<void> writeOut(std::span<const std::byte> bytes);

  int m_base = -1, m_out = -1, m_spool = -1;
  off_t m_baseBytes = 0;  ///< of the base file that belong to the session
  std::string m_basePath, m_outPath;
  bool m_spoolFailed = false;
  bool m_outBegun = false, m_outMade = false;  ///< what it held is replaced; it did not exist before
  std::vector<std::byte> m_pending;            ///< for the out file, once it begins
};

}  // namespace strata
