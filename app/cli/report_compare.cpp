#include "app/cli/report_compare.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

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

std::string chanceCell(const ComparedName& of) {
  const auto more = of.moreThanChance();
  return !more ? "–" : *more ? "hardly" : "may be";
}

std::string differenceCell(Duration difference) {
  return (difference.ns > 0 ? "+" : "") + formatSeconds(difference.seconds());
}

std::string namesTable(const char* title, const Comparison& comparison, CompareOf what) {
  const std::vector<ComparedName>& names = comparison.of(what);
  if (names.empty()) return {};
  const TableLimits limits;
  TextTable table(
      {title, "count A", "count B", "total A", "total B", "B − A", "median A", "median B", "B / A of one", "chance"});
  for (std::size_t i = 0; i < std::min(names.size(), limits.rows); ++i) {
    const ComparedName& of = names[i];
    const auto ratio = of.ratio();
    table.add({"  " + printable(of.label()), sideCount(of, 0), sideCount(of, 1), sideTime(of, 0), sideTime(of, 1),
               differenceCell(of.difference()), medianCell(of, 0), medianCell(of, 1),
               ratio ? fmt::format("{:.3g}", *ratio) : "–", chanceCell(of)});
  }
  const std::string rest = restText(names.size(), limits);
  if (const auto sum = comparison.sumOf(what); sum && names.size() > 1)
    table.add({"  all", "", "", formatSeconds((*sum)[0].seconds()), formatSeconds((*sum)[1].seconds()),
               differenceCell((*sum)[1] - (*sum)[0]), "", "", "", ""});
  return "\n" + table.str() + rest;
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
                                   {CompareOf::Events, "events", "events"}};

OrderedJson nsJson(const std::optional<Duration>& time) {
  return time ? OrderedJson(time->ns) : OrderedJson();
}

OrderedJson rowsJson(const std::vector<ComparedName>& names) {
  OrderedJson rows = OrderedJson::array();
  for (const ComparedName& of : names) {
    OrderedJson row;
    row["names"] = of.names;
    row["storey"] = storeyInfo(of.storey).key;
    row["count"] = of.count;
    row["total_ns"] = {of.total[0].ns, of.total[1].ns};
    row["difference_ns"] = of.difference().ns;
    row["self_ns"] = {nsJson(of.self[0]), nsJson(of.self[1])};
    row["median_ns"] = {nsJson(of.median[0]), nsJson(of.median[1])};
    const auto ratio = of.ratio();
    const auto more = of.moreThanChance();
    row["ratio"] = ratio ? OrderedJson(*ratio) : OrderedJson();
    row["more_than_chance"] = more ? OrderedJson(*more) : OrderedJson();
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string comparisonText(const Comparison& comparison) {
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
  std::string text = fmt::format("A: {}\nB: {}\n\n{}", printable(titles[0]), printable(titles[1]), busy.str());
  std::string tables;
  for (const ComparedPart& part : kParts)
    if (part.of != CompareOf::Events || tables.empty()) tables += namesTable(part.title, comparison, part.of);
  return text + tables;
}

OrderedJson comparisonJson(const Comparison& comparison) {
  OrderedJson json = {{"version", 1}};
  json["sessions"] = sideTitles(comparison);
  const auto spans = spansOf(comparison);
  json["span_ns"] = {spans[0].ns, spans[1].ns};
  const auto& [a, b] = comparison.clocks;
  json["clock_steps_ns"] = {{"host", {nsJson(a.host), nsJson(b.host)}},
                            {"device", {nsJson(a.device), nsJson(b.device)}}};
  for (const StoreyInfo& info : storeys()) {
    const auto at = static_cast<std::size_t>(info.storey);
    json["storeys_ns"][std::string(info.key)] = {comparison.busy[0][at].ns, comparison.busy[1][at].ns};
  }
  for (const ComparedPart& part : kParts) json[part.key] = rowsJson(comparison.of(part.of));
  return json;
}

}  // namespace strata::inline cli
