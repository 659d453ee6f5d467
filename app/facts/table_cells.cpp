#include "app/facts/table_cells.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "app/canvas/format.h"

namespace strata::inline facts {
namespace {

constexpr std::int64_t kBeginSteps = 1'000'000'000;  ///< that a column of begins tells apart

HostTime startOf(const ViewState& state) {
  const auto bounds = state.session.snapshot->bounds();
  return bounds ? bounds->begin : HostTime{};
}

std::string nameCell(const EventTable& table, std::size_t row, TableColumn column) {
  const NameStatistics& of = table.name(row);
  switch (column) {
    case TableColumn::ThreadShare:
    case TableColumn::StreamShare: {
      const auto share = shareIn(column, table.statistics(), of);
      return share ? formatShare(*share) : "–";
    }
    case TableColumn::Self: return formatDuration(of.self);
    case TableColumn::Count: return formatCount(of.count);
    case TableColumn::Mean: return formatDuration({std::llround(of.mean())});
    case TableColumn::Least: return formatDuration(of.least);
    case TableColumn::Median: return formatDuration(of.median);
    case TableColumn::P99: return of.p99 ? formatDuration(*of.p99) : "–";
    case TableColumn::Most: return formatDuration(of.most);
    default: return formatDuration(of.total);
  }
}

/// As RFC 4180 has it.
std::string inQuotes(std::string_view words) {
  std::string result = "\"";
  for (const char letter : words) result.append(letter == '"' ? 2 : 1, letter);
  return result + '"';
}

std::string eventsCsv(const ViewState& state) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const HostTime start = startOf(state);
  std::string lines = "name,storey,lane,begin_ns,duration_ns\n";
  for (std::size_t row = 0; row < state.sight.table->size(); ++row) {
    const TraceEvent& event = snapshot.event(state.sight.table->event(row));
    fmt::format_to(std::back_inserter(lines), "{},{},{},{},{}\n", inQuotes(snapshot.name(event.name)),
                   storeyInfo(event.storey).key, inQuotes(snapshot.tracks()[event.track].name),
                   (event.begin - start).ns, event.duration().ns);
  }
  return lines;
}

}  // namespace

std::string tableCell(const ViewState& state, std::size_t row, TableColumn column) {
  const EventTable& table = *state.sight.table;
  if (!table.eachEvent()) return nameCell(table, row, column);
  const TraceEvent& event = state.session.snapshot->event(table.event(row));
  if (column != TableColumn::Begin) return formatDuration(event.duration());
  const Duration latest = table.statistics().range.end - startOf(state);
  return formatTimePoint(event.begin - startOf(state), {latest.ns / kBeginSteps}, latest);
}

std::string tableCsv(const ViewState& state) {
  const EventTable& table = *state.sight.table;
  if (table.eachEvent()) return eventsCsv(state);
  const bool byShape = table.choices().byShape;
  std::string lines =
      "name,storey,count,busy_ns,sum_ns,thread_share,stream_share,self_ns,mean_ns,min_ns,median_ns,p99_ns,max_ns";
  lines += byShape ? ",launch\n" : "\n";
  for (std::size_t row = 0; row < table.size(); ++row) {
    const NameStatistics& of = table.name(row);
    const auto share = [&](TableColumn column) {
      const auto part = shareIn(column, table.statistics(), of);
      return part ? fmt::format("{:.6f}", *part) : std::string();
    };
    fmt::format_to(std::back_inserter(lines), "{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n",
                   inQuotes(state.session.snapshot->name(of.name)), storeyInfo(of.storey).key, of.count, of.total.ns,
                   of.whole.ns, share(TableColumn::ThreadShare), share(TableColumn::StreamShare), of.self.ns,
                   fmt::format("{:.1f}", of.mean()), of.least.ns, of.median.ns,
                   of.p99 ? std::to_string(of.p99->ns) : "", of.most.ns,
                   byShape ? "," + inQuotes(launchShapeText(of.shape)) : "");
  }
  return lines;
}

std::string comparedCsv(const Comparison& comparison, const CompareChoices& choices) {
  const auto time = [](const std::optional<Duration>& of) { return of ? std::to_string(of->ns) : std::string(); };
  std::string lines =
      "name_a,name_b,storey,count_a,count_b,total_a_ns,total_b_ns,difference_ns,median_a_ns,median_b_ns,ratio,"
      "ratio_of,more_than_chance\n";
  for (const std::uint32_t row : comparedRows(comparison, choices)) {
    const ComparedName& of = comparison.of(choices.of)[row];
    const auto ratio = of.ratio();
    const auto sure = of.moreThanChance();
    fmt::format_to(std::back_inserter(lines), "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", inQuotes(of.names[0]),
                   inQuotes(of.names[1]), storeyInfo(of.storey).key, of.count[0], of.count[1], of.total[0].ns,
                   of.total[1].ns, of.difference().ns, time(of.median[0]), time(of.median[1]),
                   ratio ? fmt::format("{:.6f}", *ratio) : "",
                   !ratio                ? ""
                   : of.ratioIsOfMeans() ? "means"
                                         : "medians",
                   sure ? *sure ? "true" : "false" : "");
  }
  return lines;
}

}  // namespace strata::inline facts
