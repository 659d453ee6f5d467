#include "kernels/microscope/microscope.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kernels/microscope/loaded_object.h"

namespace strata::inline microscope {

/// Each watch has as many blocks as the others, all of them behind those of the one before.
std::vector<BlockObserver*> Microscope::launchBegins(const ObservedLaunch& launch, std::size_t threads) {
  readSharedOfProgram();
  if (m_choose) m_sample = m_choose(launch);
  const std::uint64_t blocks = launch.shape.grid.count(), chosen = m_choose ? m_sample.blocks.size() : blocks;
  m_watching = m_inOrder ? 1 : std::clamp<std::uint64_t>(chosen, 1, threads);
  while (m_watches.size() < m_watching) m_watches.push_back(std::make_unique<BlockWatch>(m_widths, m_lines, m_tensors));
  const auto firstOf = [&](std::size_t watch) {
    const std::uint64_t before = chosen * watch / m_watching;
    if (watch == m_watching) return blocks;
    return m_choose && before > 0 ? std::next(m_sample.blocks.begin(), static_cast<std::ptrdiff_t>(before))->first
                                  : before;
  };
  std::vector<BlockObserver*> observers;
  for (std::size_t i = 0; i < m_watching; ++i) {
    m_watches[i]->begin(launch, m_choose ? &m_sample : nullptr, firstOf(i), firstOf(i + 1));
    observers.push_back(m_watches[i].get());
  }
  return observers;
}

void Microscope::launchEnds() {
  WatchedLaunch& launch = m_launches.emplace_back(m_watches.front()->take());
  for (std::size_t i = 1; i < m_watching; ++i) launch.append(m_watches[i]->take());
}

std::map<Place, PlaceCounts> Microscope::places() const {
  std::map<Place, PlaceCounts> all;
  for (const WatchedLaunch& launch : m_launches)
    for (const auto& [place, counts] : launch.places) all[place] += counts;
  return all;
}

}  // namespace strata::inline microscope
