#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/facts/variant_facts.h"
#include "app/views/bounds/bounds_words.h"
#include "engine/base/text_parts.h"

namespace strata::inline views {
namespace {

std::string limitWord(OccupancyLimit limit, std::string_view waves) {
  switch (limit) {
    case OccupancyLimit::Waves: return std::string(waves);
    case OccupancyLimit::Registers: return std::string(text(Msg::WhatIfByRegisters));
    case OccupancyLimit::Shared: return std::string(text(Msg::WhatIfByShared));
    case OccupancyLimit::Blocks: return std::string(text(Msg::WhatIfByBlocks));
  }
  return {};
}

std::string_view waveWord(const Occupancy& occupancy) {
  return text(occupancy.unit == "SM" ? Msg::WhatIfWarps : Msg::WhatIfWaves);
}

std::string limitWords(const Occupancy& occupancy) {
  std::string words;
  for (const OccupancyLimit limit : occupancy.limits) {
    const std::string word = limitWord(limit, waveWord(occupancy));
    words = words.empty() ? word : fillText(Msg::WhatIfAnd, {words, word});
  }
  return words;
}

/// As a sentence has it: "the load unit".
std::string boundInSentence(std::string_view bound) {
  const bool counts = bound == "load_unit" || bound == "last_cache" || bound == "matrix";
  return counts ? fillText(Msg::BoundsThe, {boundWords(bound)}) : boundWords(bound);
}

std::string_view whatHelps(std::string_view bound) {
  return text(bound == "latency" || bound == "alone" ? Msg::BoundsHide
              : bound == "launch"                    ? Msg::BoundsFewer
                                                     : Msg::BoundsAskLess);
}

}  // namespace

std::string boundTimeText(double seconds) {
  return formatDuration({std::llround(seconds * 1e9)});
}

std::string boundSentence(std::vector<ModelledRun::Part> parts) {
  std::ranges::stable_sort(parts, std::ranges::greater(), &ModelledRun::Part::seconds);
  if (parts.empty()) return {};
  const std::string first = boundInSentence(parts[0].bound), time = boundTimeText(parts[0].seconds);
  if (parts.size() < 2) return fillText(Msg::BoundsAlone, {first, time});
  const double ratio = parts[0].seconds / parts[1].seconds;
  const std::string second = boundInSentence(parts[1].bound), next = boundTimeText(parts[1].seconds);
  constexpr double kClearly = 1.5;
  if (ratio < kClearly) return withCapital(fillText(Msg::BoundsClose, {first, time, second, next}));
  return fillText(Msg::BoundsClear, {first, time, second, next, whatHelps(parts[0].bound)});
}

std::string idleUnitsSentence(const WhatIfAnswer& answer) {
  const double idle = answer.units - answer.blocks;
  if (answer.blocks <= 0 || idle <= answer.units / 2) return {};
  return fillText(answer.blocks == 1 ? Msg::BoundsIdleOne : Msg::BoundsIdle,
                  {formatNumber(answer.blocks), formatNumber(answer.units), answer.occupancy.unit, formatNumber(idle)});
}

std::string leftOutWords(std::size_t bars) {
  return bars == 1 ? std::string(text(Msg::BoundsLeftOutOne)) : fillText(Msg::BoundsLeftOut, {formatCount(bars)});
}

std::string barsExplained(const ModelledRun& run, bool asked) {
  if (asked) return std::string(text(Msg::BoundsFootAsked));
  return run.basis.empty() ? std::string(text(Msg::BoundsFoot)) : fillText(Msg::BoundsFootPart, {run.basis});
}

std::string whatIfVerdict(const WhatIfAnswer& answer) {
  if (!answer.canLaunch()) return fillText(Msg::WhatIfCannot, {answer.occupancy.unit, limitWords(answer.occupancy)});
  constexpr double kSame = 1.005;
  const double quicker = answer.before / answer.seconds;
  const std::string now = boundTimeText(answer.seconds), before = boundTimeText(answer.before);
  if (quicker > kSame) return fillText(Msg::WhatIfQuicker, {formatNumber(quicker, 2), now, before});
  if (quicker < 1 / kSame) return fillText(Msg::WhatIfSlower, {formatNumber(1 / quicker, 2), now, before});
  return fillText(Msg::WhatIfSame, {now});
}

std::string occupancyWords(const Occupancy& occupancy) {
  if (occupancy.blocks == 0) return {};
  return fillText(occupancy.blocks == 1 ? Msg::WhatIfOccupancyOne : Msg::WhatIfOccupancy,
                  {std::to_string(occupancy.blocks), occupancy.unit, std::to_string(occupancy.waves),
                   std::to_string(occupancy.maxWaves), waveWord(occupancy), formatPartPercent(occupancy.share()),
                   limitWords(occupancy)});
}

Msg knobName(Knob knob) {
  switch (knob) {
    case Knob::Threads: return Msg::WhatIfThreads;
    case Knob::Registers: return Msg::WhatIfRegisters;
    case Knob::Clock: return Msg::WhatIfClock;
    case Knob::Bandwidth: return Msg::WhatIfBandwidth;
  }
  return Msg::WhatIfThreads;
}

std::string knobText(Knob knob, double value) {
  if (knob == Knob::Clock) return fillText(Msg::WhatIfGigahertz, {formatNumber(value / 1e9)});
  return knob == Knob::Bandwidth ? formatByteRate(value) : formatNumber(value, 4);
}

std::string knobTip(Knob knob, const KnobRange& range) {
  static constexpr Msg kTips[] = {Msg::WhatIfThreadsTip, Msg::WhatIfRegistersTip, Msg::WhatIfClockTip,
                                  Msg::WhatIfBandwidthTip};
  return std::string(text(knobName(knob))) + " " + knobText(knob, range.now) + '\n' +
         fillText(kTips[static_cast<std::size_t>(knob)], {knobText(knob, range.modelled)});
}

}  // namespace strata::inline views
