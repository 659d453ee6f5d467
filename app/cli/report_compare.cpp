#include "app/cli/report_compare.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

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

/// Nothing: a side has none, or one whose spread is not known.
std::optional<bool> isMoreThanChance(const ComparedName& of) {
  if (of.count[0] < 2 || of.count[1] < 2) return std::nullopt;
  return !of.withinSpread();
}

std::string chanceCell(const ComparedName& of) {
  const auto more = isMoreThanChance(of);
  return !more ? "–" : *more ? "hardly" : "may be";
}

std::string differenceCell(Duration difference) {
  return (difference.ns > 0 ? "+" : "") + formatSeconds(difference.seconds());
}

std::string namesTable(const char* title, const std::vector<ComparedName>& names) {
  if (names.empty()) return {};
  const TableLimits limits;
  TextTable table({title, "count A", "count B", "total A", "total B", "B − A", "B / A of one", "chance"});
  for (std::size_t i = 0; i < std::min(names.size(), limits.rows); ++i) {
    const ComparedName& of = names[i];
    const auto ratio = of.ratio();
    table.add({"  " + printable(of.label()), sideCount(of, 0), sideCount(of, 1), sideTime(of, 0), sideTime(of, 1),
               differenceCell(of.difference()), ratio ? fmt::format("{:.3g}", *ratio) : "–", chanceCell(of)});
  }
  return "\n" + table.str() + restText(names.size(), limits);
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

OrderedJson rowsJson(const std::vector<ComparedName>& names) {
  OrderedJson rows = OrderedJson::array();
  for (const ComparedName& of : names) {
    OrderedJson row;
    row["names"] = of.names;
    row["storey"] = storeyInfo(of.storey).key;
    row["count"] = of.count;
    row["total_ns"] = {of.total[0].ns, of.total[1].ns};
    row["difference_ns"] = of.difference().ns;
    const auto ratio = of.ratio();
    const auto more = isMoreThanChance(of);
    row["ratio"] = ratio ? OrderedJson(*ratio) : OrderedJson();
    row["more_than_chance"] = more ? OrderedJson(*more) : OrderedJson();
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string comparisonText(const Comparison& comparison) {
  const auto titles = sideTitles(comparison);
  TextTable busy({"storey", "worked in A", "worked in B"});
  for (const StoreyInfo& info : storeys()) {
    const auto at = static_cast<std::size_t>(info.storey);
    busy.add({"  " + std::string(info.key), formatSeconds(comparison.busy[0][at].seconds()),
              formatSeconds(comparison.busy[1][at].seconds())});
  }
  std::string text = fmt::format("A: {}\nB: {}\n\n{}", printable(titles[0]), printable(titles[1]), busy.str());
  std::string tables;
  for (const ComparedPart& part : kParts)
    if (part.of != CompareOf::Events || tables.empty()) tables += namesTable(part.title, comparison.of(part.of));
  return text + tables;
}

OrderedJson comparisonJson(const Comparison& comparison) {
  OrderedJson json = {{"version", 1}};
  json["sessions"] = sideTitles(comparison);
  for (const StoreyInfo& info : storeys()) {
    const auto at = static_cast<std::size_t>(info.storey);
    json["storeys_ns"][std::string(info.key)] = {comparison.busy[0][at].ns, comparison.busy[1][at].ns};
  }
  for (const ComparedPart& part : kParts) json[part.key] = rowsJson(comparison.of(part.of));
  return json;
}

}  // namespace strata::inline cli
