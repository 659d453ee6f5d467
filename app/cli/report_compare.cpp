#include "app/cli/report_compare.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "app/cli/report_json.h"
#include "app/facts/compared_sides.h"
#include "app/still/printable.h"
#include "app/still/report_tables.h"
#include "app/still/text_table.h"
#include "app/still/units.h"

namespace strata::inline cli {
namespace {

std::string sideTime(const ComparedName& of, std::size_t side) {
  return of.count[side] > 0 ? formatSeconds(of.total[side].seconds()) : "–";
}

std::string sideCount(const ComparedName& of, std::size_t side) {
  return of.count[side] > 0 ? fmt::format("{}", of.count[side]) : "–";
}

std::string medianCell(const ComparedName& of, std::size_t side) {
  return of.median[side] ? formatSeconds(of.median[side]->seconds()) : "–";
}

std::string ratioCellOf(const ComparedName& of) {
  const auto ratio = of.ratio();
  return ratio ? fmt::format("{:.3g}{}", *ratio, of.ratioIsOfMeans() ? " (means)" : "") : "–";
}

std::string chanceCell(const ComparedName& of) {
  const auto more = of.moreThanChance();
  return !more ? "–" : *more ? "hardly" : "may be";
}

std::string differenceCell(Duration difference) {
  return (difference.ns > 0 ? "+" : "") + formatSeconds(difference.seconds());
}

using ComparedRows = std::vector<const ComparedName*>;

std::string namesTable(const char* title, const ComparedRows& names,
                       const std::optional<std::array<Duration, 2>>& sum) {
  if (names.empty()) return {};
  const TableLimits limits;
  TextTable table({title, "count A", "count B", "total A", "total B", "B − A", "median A", "median B",
                   "B / A of medians", "chance"});
  for (std::size_t i = 0; i < std::min(names.size(), limits.rows); ++i) {
    const ComparedName& of = *names[i];
    table.add({"  " + printable(of.label()), sideCount(of, 0), sideCount(of, 1), sideTime(of, 0), sideTime(of, 1),
               differenceCell(of.difference()), medianCell(of, 0), medianCell(of, 1), ratioCellOf(of), chanceCell(of)});
  }
  const std::string rest = restText(names.size(), limits);
  if (sum && names.size() > 1)
    table.add({"  all", "", "", formatSeconds((*sum)[0].seconds()), formatSeconds((*sum)[1].seconds()),
               differenceCell((*sum)[1] - (*sum)[0]), "", "", "", ""});
  return "\n" + table.str() + rest;
}

ComparedRows rowsOf(const Comparison& comparison, CompareOf what) {
  const std::vector<ComparedName>& names = comparison.of(what);
  ComparedRows rows;
  rows.reserve(names.size());
  for (const ComparedName& of : names) rows.push_back(&of);
  return rows;
}

std::string busyCell(const ComparedUse& use) {
  const auto share = use.share();
  return share ? fmt::format("{} of {}", formatShare(*share), formatSeconds(use.span.seconds())) : "–";
}

std::vector<std::string> busyRow(const std::array<ComparedUse, 2>& uses) {
  const auto a = uses[0].share(), b = uses[1].share();
  constexpr double kPoints = 100;
  return {"  device busy", busyCell(uses[0]), busyCell(uses[1]),
          a && b ? fmt::format("{:+.3g} points", kPoints * (*b - *a)) : "–"};
}

/// The time of both sides from begin to end.
std::array<Duration, 2> spansOf(const Comparison& comparison) {
  return {comparison.sides[0].range.length(), comparison.sides[1].range.length()};
}

struct ComparedPart {
  CompareOf of;
  const char *title, *key;
};
constexpr ComparedPart kParts[] = {{CompareOf::Ops, "operations", "ops"},
                                   {CompareOf::OpWork, "device work for operations", "op_work"},
                                   {CompareOf::Modules, "modules", "modules"},
                                   {CompareOf::ModuleWork, "device work for modules", "module_work"},
                                   {CompareOf::Kernels, "kernels, copies, memsets", "device_work"},
                                   {CompareOf::Frames, "frames, by way", "frames"}};

/// Those that are in no other table.
ComparedRows otherEvents(const Comparison& comparison) {
  std::set<std::pair<Storey, std::string>> told;
  for (const ComparedPart& part : kParts)
    for (const ComparedName& of : comparison.of(part.of)) told.emplace(of.storey, of.label());
  ComparedRows others;
  for (const ComparedName& of : comparison.of(CompareOf::Events))
    if (!told.contains({of.storey, of.label()})) others.push_back(&of);
  return others;
}

OrderedJson nsJson(const std::optional<Duration>& time) {
  return time ? OrderedJson(time->ns) : OrderedJson();
}

OrderedJson perSecondJson(const std::optional<double>& frames) {
  return frames ? OrderedJson(*frames) : OrderedJson();
}

OrderedJson rowJson(const ComparedName& of) {
  OrderedJson row;
  row["names"] = of.names;
  row["storey"] = storeyInfo(of.storey).key;
  row["count"] = of.count;
  row["total_ns"] = {of.total[0].ns, of.total[1].ns};
  row["difference_ns"] = of.difference().ns;
  row["self_ns"] = {nsJson(of.self[0]), nsJson(of.self[1])};
  if (of.perSecond[0] || of.perSecond[1])
    row["frames_per_s"] = {perSecondJson(of.perSecond[0]), perSecondJson(of.perSecond[1])};
  row["median_ns"] = {nsJson(of.median[0]), nsJson(of.median[1])};
  const auto ratio = of.ratio();
  const auto more = of.moreThanChance();
  const auto meanRatio = of.meanRatio();
  row["ratio"] = ratio ? OrderedJson(*ratio) : OrderedJson();
  row["ratio_of"] = of.ratioIsOfMeans() ? "means" : "medians";
  row["mean_ratio"] = meanRatio ? OrderedJson(*meanRatio) : OrderedJson();
  row["more_than_chance"] = more ? OrderedJson(*more) : OrderedJson();
  return row;
}

OrderedJson rowsJson(const std::vector<ComparedName>& names) {
  OrderedJson rows = OrderedJson::array();
  for (const ComparedName& of : names) rows.push_back(rowJson(of));
  return rows;
}

}  // namespace

std::string comparisonText(const Comparison& comparison, const std::vector<ComparedFigure>& figures) {
  const auto titles = sideTitles(comparison);
  TextTable busy({"storey", "worked in A", "worked in B", "B − A"});
  const auto add = [&](std::string_view what, Duration a, Duration b) {
    busy.add({"  " + std::string(what), formatSeconds(a.seconds()), formatSeconds(b.seconds()), differenceCell(b - a)});
  };
  for (const StoreyInfo& info : storeys()) {
    const auto at = static_cast<std::size_t>(info.storey);
    add(info.key, comparison.busy[0][at], comparison.busy[1][at]);
  }
  const auto spans = spansOf(comparison);
  add("from begin to end", spans[0], spans[1]);
  if (comparison.uses[0].share() || comparison.uses[1].share()) busy.add(busyRow(comparison.uses));
  if (const ComparedName* steps = profilerSteps(comparison); steps && steps->median[0] && steps->median[1])
    add("profiler step, median", *steps->median[0], *steps->median[1]);
  std::string text =
      fmt::format("A: {}\nB: {}\n\n{}{}", printable(titles[0]), printable(titles[1]), busy.str(), figuresText(figures));
  std::string tables;
  for (const ComparedPart& part : kParts)
    tables += namesTable(part.title, rowsOf(comparison, part.of), comparison.sumOf(part.of));
  return text + tables + namesTable(tables.empty() ? "events" : "other events", otherEvents(comparison), {});
}

OrderedJson comparisonJson(const Comparison& comparison, const std::vector<ComparedFigure>& figures) {
  OrderedJson json = {{"version", kComparisonVersion}};
  json["sessions"] = sideTitles(comparison);
  const auto& [first, second] = comparison.sides;
  json["files"] = {first.file, second.file};
  json["recorded"] = {recordedJson(*first.snapshot), recordedJson(*second.snapshot)};
  const auto spans = spansOf(comparison);
  json["span_ns"] = {spans[0].ns, spans[1].ns};
  const auto& [a, b] = comparison.clocks;
  json["clock_steps_ns"] = {{"host", {nsJson(a.host), nsJson(b.host)}},
                            {"device", {nsJson(a.device), nsJson(b.device)}}};
  for (const StoreyInfo& info : storeys()) {
    const auto at = static_cast<std::size_t>(info.storey);
    json["storeys_ns"][std::string(info.key)] = {comparison.busy[0][at].ns, comparison.busy[1][at].ns};
  }
  const auto& uses = comparison.uses;
  json["device_use"] = {{"span_ns", {uses[0].span.ns, uses[1].span.ns}},
                        {"busy_ns", {uses[0].busy.ns, uses[1].busy.ns}}};
  const ComparedName* steps = profilerSteps(comparison);
  json["steps"] = steps ? rowJson(*steps) : OrderedJson();
  json["figures"] = figuresJson(figures);
  for (const ComparedPart& part : kParts) json[part.key] = rowsJson(comparison.of(part.of));
  json["events"] = rowsJson(comparison.of(CompareOf::Events));
  return json;
}

}  // namespace strata::inline cli
