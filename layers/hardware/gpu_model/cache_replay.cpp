#include "layers/hardware/gpu_model/cache_replay.h"

#include <algorithm>

namespace strata::inline hardware {
namespace {

/// A warp on its way through its tape.
struct Player {
  const WarpTape* tape = nullptr;
  std::uint32_t unit = 0;
  std::size_t entry = 0, sector = 0;
  std::vector<std::uint32_t> seen{};  ///< by place: how often in this round
  bool waits = false;                 ///< for a load, so far

  bool done() const { return entry == tape->entries.size(); }
};

class Machine {
 public:
  Machine(const LaunchTape& tape, const ReplayMachine& machine, std::span<const std::uint32_t> copies)
      : m_tape(tape),
        m_copies(copies),
        m_first(std::min<std::size_t>(machine.units, tape.blocks.size()), SectorCache(machine.first)),
        m_second(machine.secondHoldsAll ? CacheShape{} : machine.second),
        m_last(machine.lastHoldsAll ? CacheShape{} : machine.last),
        m_machine(machine) {
    m_traffic.places.resize(tape.places.size());
  }

  /// One round of all. Nobody is served by what came in the same round.
  void round(std::vector<Player>& players) {
    for (Player& player : players)
      if (!player.done()) look(player);
    for (const Touch& touch : m_touches) fetch(touch);
    m_touches.clear();
  }

  void begin(std::size_t warps) { m_traffic.warps += warps; }

  ReplayedTraffic take() { return std::move(m_traffic); }

 private:
  struct Touch {
    std::uint32_t unit, sector;
    std::uint16_t place;
  };

  MemoryLevel levelOf(std::uint32_t unit, std::uint32_t sector) const {
    if (m_first[unit].holds(sector)) return MemoryLevel::First;
    if (m_machine.secondHoldsAll || m_second.holds(sector)) return MemoryLevel::Second;
    return m_machine.lastHoldsAll || m_last.holds(sector) ? MemoryLevel::Last : MemoryLevel::Memory;
  }

  void look(Player& player) {
    std::ranges::fill(player.seen, 0);
    auto slowest = MemoryLevel::First;
    bool loads = false;
    while (!player.done()) {
      const WarpTape::Entry entry = player.tape->entries[player.entry];
      if (entry.place == WarpTape::Entry::kBarrier) {
        ++player.entry;
        break;
      }
      if (player.seen[entry.place]++ >= m_copies[entry.place]) break;
      const bool store = m_tape.places[entry.place].store;
      for (std::uint16_t i = 0; i < entry.sectors; ++i) {
        const std::uint32_t sector = player.tape->sectors[player.sector++];
        if (!store) slowest = std::max(slowest, levelOf(player.unit, sector));
        m_touches.push_back({player.unit, sector, entry.place});
      }
      if (!store) {
        loads = true;
        ++m_traffic.requests;
      }
      ++player.entry;
    }
    if (!loads) return;
    ++m_traffic.rounds[static_cast<int>(slowest)];
    if (!player.waits) ++m_traffic.waiting;
    player.waits = true;
  }

  void fetch(const Touch& touch) {
    PlaceTraffic& traffic = m_traffic.places[touch.place];
    const bool store = m_tape.places[touch.place].store;
    const auto ends = [&](SectorCache& cache) { return store ? cache.write(touch.sector) : cache.touch(touch.sector); };
    ++traffic.sectors;
    if (!store && m_first[touch.unit].touch(touch.sector)) return;
    ++traffic.toSecond;
    if (m_machine.secondHoldsAll || ends(m_second)) return;
    ++traffic.toLast;
    if (m_machine.lastHoldsAll || ends(m_last)) return;
    ++traffic.toMemory;
  }

  const LaunchTape& m_tape;
  std::span<const std::uint32_t> m_copies;
  std::vector<SectorCache> m_first;
  SectorCache m_second, m_last;
  const ReplayMachine& m_machine;
  std::vector<Touch> m_touches;
  ReplayedTraffic m_traffic;
};

}  // namespace

ReplayedTraffic replay(const LaunchTape& tape, const ReplayMachine& machine, std::span<const std::uint32_t> copies) {
  Machine caches(tape, machine, copies);
  const std::size_t together = std::size_t{machine.units} * machine.blocksPerUnit;
  for (std::size_t begin = 0; begin < tape.blocks.size(); begin += together) {
    std::vector<Player> players;
    for (std::size_t b = begin; b < std::min(begin + together, tape.blocks.size()); ++b)
      for (const WarpTape& warp : tape.blocks[b])
        players.push_back({&warp, static_cast<std::uint32_t>((b - begin) % machine.units), 0, 0,
                           std::vector<std::uint32_t>(tape.places.size())});
    caches.begin(players.size());
    while (std::ranges::any_of(players, [](const Player& player) { return !player.done(); })) caches.round(players);
  }
  return caches.take();
}

}  // namespace strata::inline hardware
