#pragma once

#include <cstdint>
#include <vector>

namespace strata::inline hardware {

/// How a GPU's cache is built. A line has one tag; its sectors are fetched one by one, when they are first wanted.
struct CacheShape {
  std::uint64_t bytes = 0;  ///< 0: there is none
  std::uint32_t lineBytes = 128;
  std::uint32_t ways = 16;  ///< lines of a set; of those the one that was not used for longest gives way
};

/// Which of `sets` sets a line belongs to.
std::uint32_t cacheSet(std::uint32_t line, std::uint32_t sets);

/// A set-associative cache of 32-byte sectors, by their numbers. Sets are chosen by a hash of the line, as GPUs do, so
/// that strides of powers of two do not meet in one set.
class SectorCache {
 public:
  explicit SectorCache(const CacheShape& shape);

  bool holds(std::uint32_t sector) const;
  /// Whether it was there. Now it is.
  bool touch(std::uint32_t sector);
  /// Whether it was there and written already; if not, it has yet to go on to memory. Now it is there.
  bool write(std::uint32_t sector);

 private:
  struct Line {
    std::uint32_t tag = 0;
    std::uint32_t sectors = 0;  ///< a bit for each that is there; 0: the place is free
    std::uint32_t written = 0;  ///< a bit for each of those that was written
    std::uint32_t used = 0;     ///< when, by m_clock
  };
  const Line* find(std::uint32_t line) const;
  /// The sector's line, which takes another's place where it was not there.
  Line& use(std::uint32_t sector);
  std::uint32_t bitOf(std::uint32_t sector) const { return 1u << sector % m_sectorsPerLine; }

  std::uint32_t m_sectorsPerLine, m_ways, m_sets;
  std::vector<Line> m_lines;  ///< set after set
  std::uint32_t m_clock = 0;  ///< of a replay of some millions of sectors
};

}  // namespace strata::inline hardware
