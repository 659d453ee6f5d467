#include "app/cli/fail_above.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/still/printable.h"

namespace strata::inline cli {
namespace {

constexpr CompareOf kWork[] = {CompareOf::Ops, CompareOf::OpWork, CompareOf::Modules, CompareOf::ModuleWork,
                               CompareOf::Kernels};

void judgeRows(SlowerRows& slower, const std::vector<ComparedName>& names, std::string_view of) {
  constexpr double kPercent = 100;
  for (const ComparedName& name : names) {
    slower.weighed += name.moreThanChance().has_value() ? 1 : 0;
    const auto ratio = name.surestSlowdown();
    if (ratio && (*ratio - 1) * kPercent > slower.percent)
      slower.rows.push_back({name.label() + std::string(of), *ratio});
  }
}

}  // namespace

SlowerRows slowerBy(double percent, const Comparison& comparison) {
  SlowerRows slower{.percent = percent, .weighed = 0, .rows = {}};
  bool any = false;
  for (const CompareOf of : kWork) {
    const bool deviceWork = of == CompareOf::OpWork || of == CompareOf::ModuleWork;
    judgeRows(slower, comparison.of(of), deviceWork ? ", on the device" : "");
    any |= !comparison.of(of).empty();
  }
  if (!any) judgeRows(slower, comparison.of(CompareOf::Events), "");
  std::ranges::stable_sort(slower.rows, std::ranges::greater{}, &SlowerRow::ratio);
  return slower;
}

std::string slowerText(const SlowerRows& slower) {
  constexpr std::size_t kMost = 10;
  std::string all;
  for (std::size_t i = 0; i < std::min(kMost, slower.rows.size()); ++i)
    all += fmt::format("{}{} {:.3g}×", i == 0 ? "" : "; ", printable(slower.rows[i].label), slower.rows[i].ratio);
  if (slower.rows.size() > kMost) all += fmt::format("; and {} more", slower.rows.size() - kMost);
  return fmt::format("slower in B by more than {:g} %, and hardly by chance: {}", slower.percent, all);
}

OrderedJson slowerJson(const SlowerRows& slower) {
  OrderedJson rows = OrderedJson::array();
  for (const SlowerRow& row : slower.rows) rows.push_back({{"label", row.label}, {"ratio", row.ratio}});
  return {{"percent", slower.percent}, {"weighed", slower.weighed}, {"slower", std::move(rows)}};
}

}  // namespace strata::inline cli
