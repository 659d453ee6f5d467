#include "app/studio/expected_text.h"

#include "app/session/run_forecast.h"
#include "app/studio/ui_text.h"
#include "layers/workloads/ladder/slow_steps.h"

namespace strata::inline studio {
namespace {

constexpr Duration kLong{5'000'000'000};

QString listed(const std::vector<std::string>& names) {
  QStringList list;
  for (const std::string& name : names) list << toQt(name);
  return list.join(QStringLiteral(", "));
}

}  // namespace

Expected expectedText(const Request& request, const std::string& device, std::span<const RunRecord> runs) {
  const auto found = forecast(request, device, runs);
  if (!found || (found->time < kLong && found->slow.empty())) return {};
  const QString time = toQt(roughly(found->time));
  Expected expected{say(Msg::StudioExpected, {time}), {}, {}};
  QStringList tip;
  if (const Duration measuring = found->time - found->counting; measuring.ns > 0)
    tip << say(Msg::StudioExpectedTip, {toQt(roughly(measuring)), QString::number(found->times)});
  if (found->counting.ns > 0) tip << say(Msg::StudioExpectedCounting, {toQt(roughly(found->counting))});
  if (!found->slow.empty()) {
    const QString count = QString::number(found->slow.size());
    expected.brief = found->time.ns > 0 ? expected.text : QString();
    expected.text =
        found->time.ns > 0 ? say(Msg::StudioExpectedWithout, {time, count}) : say(Msg::StudioExpectedNone, {count});
    tip << say(Msg::StudioExpectedSlow, {listed(found->slow), toQt(roughly(kSlowStep))});
  }
  if (!found->unknown.empty()) tip << say(Msg::StudioExpectedUnknown, {listed(found->unknown)});
  expected.tip = tip.join(QLatin1Char('\n'));
  return expected;
}

}  // namespace strata::inline studio
