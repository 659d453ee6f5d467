#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace strata::inline microscope {

/// Memory whose pieces lie so far apart that a wrong index into one does not reach another: from an address follows
/// which one was meant. What lies between cannot be read or written.
class DistantMemory {
 public:
  DistantMemory() = default;
  ~DistantMemory();
  DistantMemory(const DistantMemory&) = delete;
  DistantMemory& operator=(const DistantMemory&) = delete;

  /// A piece of zeros, on a page of its own; nullptr where the system has none left.
  std::byte* add(std::size_t bytes);
  /// Which piece an address belongs to or is near; −1: none.
  int nearest(std::uintptr_t address) const;
  std::byte* piece(int index) const;

 private:
  static constexpr std::size_t kApart = std::size_t{1} << 36;  ///< farther than an int can index into fours
  std::vector<std::byte*> m_slots;                             ///< each has its piece in the middle
};

}  // namespace strata::inline microscope
