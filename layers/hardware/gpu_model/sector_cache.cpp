#include "layers/hardware/gpu_model/sector_cache.h"

#include <algorithm>
#include <span>

#include "kernels/microscope/memory_counts.h"

namespace strata::inline hardware {
/// Fibonacci hashing: the upper bits of a product with 2^32 divided by the golden ratio.
std::uint32_t cacheSet(std::uint32_t line, std::uint32_t sets) {
  constexpr std::uint32_t kGolden = 2654435769u;
  return static_cast<std::uint32_t>(std::uint64_t{line * kGolden} * sets >> 32);
}

SectorCache::SectorCache(const CacheShape& shape)
    : m_sectorsPerLine(static_cast<std::uint32_t>(shape.lineBytes / kSectorBytes)),
      m_ways(shape.ways),
      m_sets(static_cast<std::uint32_t>(shape.bytes / shape.lineBytes / shape.ways)),
      m_lines(std::size_t{m_sets} * m_ways) {}

const SectorCache::Line* SectorCache::find(std::uint32_t line) const {
  if (m_sets == 0) return nullptr;
  const auto set = std::span(m_lines).subspan(std::size_t{cacheSet(line, m_sets)} * m_ways, m_ways);
  const auto found = std::ranges::find_if(set, [&](const Line& l) { return l.sectors != 0 && l.tag == line; });
  return found == set.end() ? nullptr : &*found;
}

bool SectorCache::holds(std::uint32_t sector) const {
  const Line* line = find(sector / m_sectorsPerLine);
  return line && (line->sectors & bitOf(sector)) != 0;
}

SectorCache::Line& SectorCache::use(std::uint32_t sector) {
  const std::uint32_t tag = sector / m_sectorsPerLine;
  Line* line = const_cast<Line*>(find(tag));
  if (!line) {
    const auto set = std::span(m_lines).subspan(std::size_t{cacheSet(tag, m_sets)} * m_ways, m_ways);
    line = &*std::ranges::min_element(set, {}, &Line::used);
    *line = {.tag = tag};
  }
  line->used = ++m_clock;
  return *line;
}

bool SectorCache::touch(std::uint32_t sector) {
  if (m_sets == 0) return false;
  Line& line = use(sector);
  const bool there = line.sectors & bitOf(sector);
  line.sectors |= bitOf(sector);
  return there;
}

bool SectorCache::write(std::uint32_t sector) {
  if (m_sets == 0) return false;
  Line& line = use(sector);
  const bool written = line.written & bitOf(sector);
  line.sectors |= bitOf(sector);
  line.written |= bitOf(sector);
  return written;
}

}  // namespace strata::inline hardware
