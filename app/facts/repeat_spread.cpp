#include "app/facts/repeat_spread.h"

#include <algorithm>

#include "app/canvas/format.h"
#include "app/facts/ladder_fall.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"

namespace strata::inline facts {

std::string wideSpreadText(std::span<const RunResult> results) {
  constexpr double kWide = 2;
  std::string names;
  double widest = 0;
  for (const RunResult& result : results) {
    const RunResult::Seconds& seconds = result.seconds;
    if (!ranWell(result) || !usable(seconds.min) || !usable(seconds.max) || seconds.max <= kWide * seconds.min)
      continue;
    names += (names.empty() ? "" : ", ") + result.variant;
    widest = std::max(widest, seconds.max / seconds.min);
  }
  return names.empty() ? names : fillText(Msg::ResultsWideSpread, {names, formatNumber(widest, 2)});
}

bool clearlySlower(const RunResult& step, const RunResult& before) {
  return step.seconds.min > before.seconds.max && step.seconds.median > kSeenRatio * before.seconds.median;
}

}  // namespace strata::inline facts
