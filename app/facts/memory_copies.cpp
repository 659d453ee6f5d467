#include "app/facts/memory_copies.h"

#include <algorithm>
#include <map>

#include "engine/base/median.h"
#include "engine/trace/copy_facts.h"

namespace strata::inline facts {
namespace {

bool crossesLink(std::string_view direction) {
  return direction == "H→D" || direction == "D→H";
}

void readCopies(CopyTable& table, const TraceSnapshot& snapshot, const MemoryFacts& facts) {
  eachNewCopy(facts, snapshot, [&](const TraceEvent& event, EventRef ref) {
    const auto bytes = snapshot.number(event, arg::kBytes);
    const Duration duration = event.duration();
    table.rows.push_back({ref,
                          copyDirection(snapshot, event),
                          snapshot.text(event, arg::kHostMemory),
                          bytes,
                          duration,
                          copySpeed(snapshot, event),
                          {}});
  });
}

void addShares(CopyTable& table, const MemoryFacts& facts) {
  const auto tells = [&](const CopyRow& row) { return row.speed && !staysInCache(facts, row.bytes); };
  std::map<std::string_view, double> best;
  for (const CopyRow& row : table.rows)
    if (tells(row)) best[row.direction] = std::max(best[row.direction], *row.speed);
  for (CopyRow& row : table.rows) {
    if (!tells(row) || (table.ofSpec && !crossesLink(row.direction))) continue;
    row.share = *row.speed / (table.ofSpec ? *facts.linkSpec : best[row.direction]);
  }
}

double medianOf(std::vector<double> values) {
  std::ranges::sort(values);
  return values[medianPlace(values.size())];
}

SpeedSpread spreadOf(const CopyTable& table, const MemoryFacts& facts, std::string_view direction,
                     std::string_view hostMemory) {
  SpeedSpread spread;
  std::vector<double> speeds, sizes;
  for (const CopyRow& row : table.rows) {
    if (!row.speed || row.direction != direction || row.hostMemory != hostMemory) continue;
    if (staysInCache(facts, row.bytes)) {
      ++spread.inCache;
      continue;
    }
    speeds.push_back(*row.speed);
    sizes.push_back(*row.bytes);
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
  if (!state.session.snapshot) return table;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (isOfShownDevice(facts, snapshot.tracks()[track])) table.copies += snapshot.copies(track).size();
  readCopies(table, snapshot, facts);
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
    PinnedComparison both{direction, spreadOf(table, facts, direction, "pinned"),
                          spreadOf(table, facts, direction, "pageable")};
    if (both.pinned.copies > 0 && both.pageable.copies > 0)
      table.comparisons.push_back(std::move(both));
    else if (both.pinned.seen() && both.pageable.seen())
      table.onlyInCache = true;
  }
  return table;
}

}  // namespace strata::inline facts
