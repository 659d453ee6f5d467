#pragma once

#include <cstddef>
#include <span>

#include "engine/base/result.h"
#include "engine/base/unique_fd.h"

namespace strata::inline base {

/// Memory of a descriptor, mapped for reading and writing, unmapped with the object.
class MappedMemory {
 public:
  MappedMemory() = default;
  MappedMemory(MappedMemory&& other) noexcept;
  MappedMemory& operator=(MappedMemory&& other) noexcept;
  ~MappedMemory();

  /// Io where the descriptor has fewer than `bytes` or cannot be mapped.
  static Result<MappedMemory> map(int fd, std::size_t bytes);
  std::span<std::byte> bytes() const { return m_bytes; }
  std::byte* data() const { return m_bytes.data(); }

 private:
  explicit MappedMemory(std::span<std::byte> bytes) : m_bytes(bytes) {}
  std::span<std::byte> m_bytes;
};

/// Memory of `bytes` that other processes can map. It is there (no later fault for want of memory) and nobody can
/// shrink or grow it. OutOfMemory, Io.
Result<UniqueFd> makeSharedMemory(const char* name, std::size_t bytes);

/// A descriptor of the same, which does not survive exec.
Result<UniqueFd> duplicate(int fd);

/// The descriptor, owned, which does not survive exec from here on.
UniqueFd closedOnExec(int fd);

/// `bytes` up to whole pages.
std::size_t wholePages(std::size_t bytes);

}  // namespace strata::inline base
