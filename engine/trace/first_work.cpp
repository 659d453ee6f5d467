#include "engine/trace/first_work.h"

#include <tuple>

namespace strata::inline trace {

FirstWork::FirstWork(const TraceSnapshot& snapshot) {
  const auto note = [&](const TraceEvent& work, EventRef ref) {
    if (!isWork(work.kind)) return;
    const auto launch = snapshot.launchOf(work.correlation);
    if (!launch) return;
    EventRef& first = m_first.try_emplace(*launch, ref).first->second;
    if (std::tie(work.begin, ref) < std::tie(snapshot.event(first).begin, first)) first = ref;
  };
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (!isDeviceTrack(snapshot.tracks()[track].kind)) continue;
    for (std::uint32_t number = 0; number < snapshot.rowCount(track); ++number) {
      const RowView& row = snapshot.row(track, number);
      for (std::size_t i = 0; i < row.size(); ++i) note(row[i], {track, number, static_cast<std::uint32_t>(i)});
    }
  }
}

std::optional<EventRef> FirstWork::of(EventRef launch) const {
  const auto found = m_first.find(launch);
  return found == m_first.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace strata::inline trace
