#include "app/cli/fail_above.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "app/cli/complain.h"
#include "app/cli/print.h"
#include "app/facts/compared_sides.h"
#include "app/facts/comparison_notes.h"
#include "app/facts/other_parameters.h"
#include "app/still/printable.h"
#include "app/words/messages.h"

namespace strata::inline cli {
namespace {

/// Of what is not weighed, what its row says; where A took no time at all, that.
std::optional<double> toldSlowdown(const ComparedName& name) {
  const bool fromNothing = name.median[0] && name.median[1] && name.median[0]->ns == 0 && name.median[1]->ns > 0;
  return fromNothing ? std::optional(WeighedLaunch::kFromNothing) : name.ratio();
}

void judgeRows(SlowerRows& slower, const std::vector<ComparedName>& names, std::string_view of) {
  constexpr double kPercent = 100;
  for (const ComparedName& name : names) {
    if (!name.onBoth()) continue;
    const bool weighed = name.moreThanChance().has_value();
    const auto ratio = weighed ? name.surestSlowdown() : toldSlowdown(name);
    ++slower.all;
    slower.weighed += weighed ? 1 : 0;
    if (ratio && (*ratio - 1) * kPercent > slower.percent)
      (weighed ? slower.rows : slower.unjudged).push_back({name.label() + std::string(of), *ratio});
  }
}

std::string namedRows(const std::vector<SlowerRow>& rows) {
  constexpr std::size_t kMost = 10;
  std::string all;
  for (std::size_t i = 0; i < std::min(kMost, rows.size()); ++i) {
    const std::string times = std::isfinite(rows[i].ratio) ? fmt::format("{:.3g}×", rows[i].ratio)
                                                           : std::string(text(Msg::FailAboveFromNothing));
    all += fmt::format("{}{} {}", i == 0 ? "" : "; ", printable(rows[i].label), times);
  }
  return rows.size() > kMost ? all + fmt::format("; and {} more", rows.size() - kMost) : all;
}

OrderedJson rowsAsJson(const std::vector<SlowerRow>& rows) {
  OrderedJson all = OrderedJson::array();
  for (const SlowerRow& row : rows)
    all.push_back({{"label", row.label}, {"ratio", std::isfinite(row.ratio) ? OrderedJson(row.ratio) : OrderedJson()}});
  return all;
}

/// "slower in B by more than 5 %, and hardly by chance: gemm 1.12×; …".
std::string slowerText(const SlowerRows& slower) {
  return fmt::format("slower in B by more than {:g} %, and hardly by chance: {}", slower.percent,
                     namedRows(slower.rows));
}

/// "3 of 9 rows were weighed; not weighed, though slower …: gemm 1.12×; …"; empty: all were.
std::string unjudgedText(const SlowerRows& slower) {
  if (slower.weighed == slower.all) return {};
  std::string weighed = fillText(Msg::FailAboveWeighed, {std::to_string(slower.weighed), std::to_string(slower.all)});
  if (slower.unjudged.empty()) return weighed;
  return fillText(Msg::FailAboveUnjudged, {weighed, fmt::format("{:g}", slower.percent), namedRows(slower.unjudged)});
}

/// A sentence about what keeps the gate from passing.
ExitCode refused(const std::string& why) {
  return complain({ErrorCode::Unsupported, fillText(Msg::FailAboveOther, {printable(why)})});
}

ExitCode verdictOnRows(const SlowerRows& slower, const Comparison& comparison) {
  if (const std::string others = otherParametersText(comparison); !others.empty())
    return refused(fillText(Msg::ReportOtherParameters, {others}));
  if (const std::string untimed = untimedText(comparison); !untimed.empty()) return refused(untimed);
  if (slower.weighed == 0)
    return complain({ErrorCode::Unsupported,
                     fillText(Msg::FailAboveNothing, {comparison.moreRepeatsHelp() ? text(Msg::FailAboveHow) : ""})});
  if (const std::string unjudged = unjudgedText(slower); !unjudged.empty()) remark("strata: {}\n", unjudged);
  if (slower.rows.empty()) return ExitCode::Done;
  remark("strata: {}\n", slowerText(slower));
  return ExitCode::Slower;
}

ExitCode verdictOnVariants(const Comparison& comparison) {
  ExitCode code = ExitCode::Done;
  for (const MissingVariant& missing : missingVariants(comparison)) {
    const ExitCode refusal = refused(missingText(missing));
    if (code != ExitCode::CheckFailed) code = missing.failed() ? ExitCode::CheckFailed : refusal;
  }
  return code;
}

/// What is missing of it cannot be judged, whatever is there.
ExitCode verdictOnWhole(const Comparison& comparison) {
  ExitCode code = ExitCode::Done;
  for (std::size_t side = 0; side < comparison.sides.size(); ++side) {
    const SideTold& told = comparison.sides[side].told;
    if (told.whole) continue;
    std::string why = fillText(Msg::FailAboveCutOff, {sideLetter(side)});
    if (!told.problems.empty()) why += " " + told.problems.front();
    code = refused(why);
  }
  return code;
}

ExitCode worst(std::initializer_list<ExitCode> codes) {
  for (const ExitCode code : {ExitCode::CheckFailed, ExitCode::Slower})
    if (std::ranges::find(codes, code) != codes.end()) return code;
  return std::max(codes);
}

OrderedJson missingJson(const Comparison& comparison) {
  OrderedJson all = OrderedJson::array();
  for (const MissingVariant& missing : missingVariants(comparison))
    all.push_back({{"variant", missing.name},
                   {"status", missing.inB ? OrderedJson(missing.inB->status) : OrderedJson()},
                   {"message", missing.inB ? missing.inB->message : std::string()}});
  return all;
}

}  // namespace

SlowerRows slowerBy(double percent, const Comparison& comparison) {
  SlowerRows slower{.percent = percent, .all = 0, .weighed = 0, .rows = {}, .unjudged = {}};
  bool any = false;
  for (const CompareOf of : kComparedWork) {
    const bool deviceWork = of == CompareOf::OpWork || of == CompareOf::ModuleWork;
    judgeRows(slower, comparison.of(of), deviceWork ? ", on the device" : "");
    any |= !comparison.of(of).empty();
  }
  if (!any) judgeRows(slower, comparison.of(CompareOf::Events), "");
  for (auto* rows : {&slower.rows, &slower.unjudged})
    std::ranges::stable_sort(*rows, std::ranges::greater{}, &SlowerRow::ratio);
  return slower;
}

ExitCode verdictOn(const SlowerRows& slower, const Comparison& comparison) {
  return worst({verdictOnVariants(comparison), verdictOnWhole(comparison), verdictOnRows(slower, comparison)});
}

OrderedJson slowerJson(const SlowerRows& slower, const Comparison& comparison) {
  return {{"percent", slower.percent},
          {"rows", slower.all},
          {"weighed", slower.weighed},
          {"slower", rowsAsJson(slower.rows)},
          {"not_weighed", rowsAsJson(slower.unjudged)},
          {"missing", missingJson(comparison)}};
}

}  // namespace strata::inline cli
