#include "app/views/memory_copies.h"

#include <algorithm>
#include <map>

namespace strata {
namespace {

/// What a track of copies calls its direction where the copy does not: "copy H→D 2" is "H→D".
std::string_view directionOf(std::string_view track) {
  for (const std::string_view known : {"H→D", "D→H", "D→D", "H→H"})
    if (track.find(known) != std::string_view::npos) return known;
  return track;
}

bool crossesLink(std::string_view direction) {
  return direction == "H→D" || direction == "D→H";
}

void readRow(CopyTable& table, const TraceSnapshot& snapshot, std::uint32_t track, std::uint32_t r) {
  const RowView& row = snapshot.row(track, r);
  table.copies += row.size();
  for (std::size_t i = row.size() - std::min(row.size(), kMostCopies); i < row.size(); ++i) {
    const TraceEvent& event = row[i];
    const auto bytes = snapshot.number(event, arg::kBytes);
    if (!bytes) continue;
    const std::string_view said = snapshot.text(event, arg::kDirection);
    const Duration duration = event.end() - event.begin;
    table.rows.push_back({{track, r, static_cast<std::uint32_t>(i)},
                          said.empty() ? directionOf(snapshot.tracks()[track].name) : said,
                          snapshot.text(event, arg::kHostMemory),
                          *bytes,
                          duration,
                          duration.ns > 0 ? std::optional(*bytes / duration.seconds()) : std::nullopt,
                          {}});
  }
}

void addShares(CopyTable& table, const MemoryFacts& facts) {
  std::map<std::string_view, double> best;
  for (const CopyRow& row : table.rows) best[row.direction] = std::max(best[row.direction], row.speed.value_or(0));
  for (CopyRow& row : table.rows) {
    if (!row.speed || (table.ofSpec && !crossesLink(row.direction))) continue;
    row.share = *row.speed / (table.ofSpec ? *facts.linkSpec : best[row.direction]);
  }
}

double medianOf(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

SpeedSpread spreadOf(const CopyTable& table, std::string_view direction, std::string_view hostMemory) {
  SpeedSpread spread;
  std::vector<double> speeds, sizes;
  for (const CopyRow& row : table.rows) {
    if (!row.speed || row.direction != direction || row.hostMemory != hostMemory) continue;
    speeds.push_back(*row.speed);
    sizes.push_back(row.bytes);
    if (*row.speed <= spread.best) continue;
    spread.best = *row.speed;
    spread.bestCopy = row.ref;
  }
  spread.copies = speeds.size();
  if (speeds.empty()) return spread;
  spread.median = medianOf(std::move(speeds));
  spread.medianBytes = medianOf(std::move(sizes));
  return spread;
}

}  // namespace

CopyTable copyTable(const ViewState& state, const MemoryFacts& facts) {
  CopyTable table;
  if (!state.snapshot) return table;
  const TraceSnapshot& snapshot = *state.snapshot;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (snapshot.tracks()[track].kind == TrackKind::Copy)
      for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) readRow(table, snapshot, track, r);
  table.ofSpec = facts.linkSpec.has_value();
  addShares(table, facts);
  std::ranges::sort(table.rows, [](const CopyRow& a, const CopyRow& b) {
    return a.duration != b.duration ? a.duration > b.duration : a.ref < b.ref;
  });
  for (const CopyRow& row : table.rows) {
    table.sawPinned |= row.hostMemory == "pinned";
    table.sawPageable |= row.hostMemory == "pageable";
  }
  for (const char* direction : {"H→D", "D→H"}) {
    PinnedComparison both{direction, spreadOf(table, direction, "pinned"), spreadOf(table, direction, "pageable")};
    if (both.pinned.copies > 0 && both.pageable.copies > 0) table.comparisons.push_back(std::move(both));
  }
  return table;
}

}  // namespace strata
