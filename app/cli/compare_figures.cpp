#include "app/cli/compare_figures.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/facts/variant_facts.h"
#include "app/still/printable.h"
#include "app/still/report_tables.h"
#include "app/still/text_table.h"
#include "app/still/units.h"

namespace strata::inline cli {
namespace {

constexpr const char *kMedian = "seconds", *kUnitOfMedian = "s";

void addFigure(std::vector<ComparedFigure>& figures, std::size_t side, const std::string& variant,
               const Figure& figure) {
  const auto same = [&](const ComparedFigure& of) {
    return of.variant == variant && of.name == figure.name && of.unit == figure.unit;
  };
  auto found = std::ranges::find_if(figures, same);
  if (found == figures.end()) found = figures.insert(found, {variant, figure.name, figure.unit, {}, {}});
  found->values[side] = figure.value;
  found->kinds[side] = figure.provenance;
}

void addMedians(std::vector<ComparedFigure>& figures, std::size_t side, const RunRecord& run) {
  for (const RunResult& result : run.results)
    if (const auto kind = kindOf(result, kMedian); kind && result.seconds.repeats > 0)
      addFigure(figures, side, result.variant, {kMedian, result.seconds.median, kUnitOfMedian, *kind});
}

void addEachFigure(std::vector<ComparedFigure>& figures, std::size_t side, const RunRecord& run) {
  for (const RunResult& result : run.results)
    for (const Figure& figure : result.figures) addFigure(figures, side, result.variant, figure);
}

bool isSameOnBoth(const ComparedFigure& of) {
  return of.values[0] == of.values[1] && of.kinds[0] == of.kinds[1];
}

std::string valueCell(const ComparedFigure& of, std::size_t side) {
  const auto value = of.values[side];
  if (!value) return "–";
  constexpr double kGiga = 1e9;
  if (of.unit == kUnitOfMedian) return formatSeconds(*value);
  if (of.unit == "bytes/s") return formatFigure(*value / kGiga) + " GB/s";
  if (of.unit == "FLOP/s") return formatFigure(*value / kGiga) + " GFLOP/s";
  return formatFigure(*value) + (of.unit.empty() ? "" : " " + printable(of.unit));
}

std::string ratioCell(const ComparedFigure& of) {
  const auto& [a, b] = of.values;
  return a && b && *a != 0 ? fmt::format("{:.3g}", *b / *a) : "–";
}

std::string kindCell(const ComparedFigure& of) {
  const auto& [a, b] = of.kinds;
  if (a && b && *a != *b) return fmt::format("{} / {}", provenanceKey(*a), provenanceKey(*b));
  return std::string(provenanceKey(a ? *a : *b));
}

OrderedJson valueJson(const std::optional<double>& value) {
  return value ? OrderedJson(*value) : OrderedJson();
}

OrderedJson kindJson(const std::optional<Provenance>& kind) {
  return kind ? OrderedJson(provenanceKey(*kind)) : OrderedJson();
}

}  // namespace

std::vector<ComparedFigure> comparedFigures(const std::optional<RunRecord>& a, const std::optional<RunRecord>& b) {
  std::vector<ComparedFigure> figures;
  if (!a || !b || a->experiment != b->experiment) return figures;
  for (const auto add : {addMedians, addEachFigure}) {
    add(figures, 0, *a);
    add(figures, 1, *b);
  }
  return figures;
}

std::string figuresText(const std::vector<ComparedFigure>& figures) {
  std::vector<const ComparedFigure*> differ;
  for (const ComparedFigure& of : figures)
    if (!isSameOnBoth(of)) differ.push_back(&of);
  if (differ.empty()) return {};
  const TableLimits limits;
  TextTable table({"figures of the runs", "A", "B", "B / A", "kind"});
  for (std::size_t i = 0; i < std::min(differ.size(), limits.rows); ++i) {
    const ComparedFigure& of = *differ[i];
    const std::string name = of.name == kMedian ? "median" : printable(of.name);
    table.add({fmt::format("  {}: {}", printable(of.variant), name), valueCell(of, 0), valueCell(of, 1), ratioCell(of),
               kindCell(of)});
  }
  return "\n" + table.str() + restText(differ.size(), limits);
}

OrderedJson figuresJson(const std::vector<ComparedFigure>& figures) {
  OrderedJson rows = OrderedJson::array();
  for (const ComparedFigure& of : figures) {
    OrderedJson row = {{"variant", of.variant}, {"name", of.name}, {"unit", of.unit}};
    row["values"] = {valueJson(of.values[0]), valueJson(of.values[1])};
    row["kinds"] = {kindJson(of.kinds[0]), kindJson(of.kinds[1])};
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace strata::inline cli
