#include "app/facts/compared_frames.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "app/facts/frame_facts.h"
#include "app/words/messages.h"
#include "engine/base/median.h"

namespace strata::inline facts {
namespace {

using FrameTimes = std::vector<std::pair<const FrameRecord*, Duration>>;

std::uint64_t pictureOf(const FrameRecord& frame) {
  return std::hash<std::string>{}(frame.content) ^ static_cast<std::uint64_t>(frame.side);
}

FrameTimes latenciesOf(const std::vector<FrameRecord>& frames, FrameWay way) {
  FrameTimes times;
  for (const FrameRecord& frame : frames)
    if (frame.way == way && frame.timed()) times.emplace_back(&frame, *frame.latency);
  return times;
}

void addTimes(ComparedName& row, std::size_t side, std::string name, const FrameTimes& times) {
  if (times.empty()) return;
  std::vector<std::int64_t> lengths;
  lengths.reserve(times.size());
  Duration longest{-1};
  for (const auto& [frame, time] : times) {
    lengths.push_back(time.ns);
    row.repeats[side][pictureOf(*frame)].add({&time.ns, 1});
    row.total[side] += time;
    if (time <= longest) continue;
    longest = time;
    row.longest[side] = frame->step(FrameHop::Draw)->event;
  }
  std::ranges::sort(lengths);
  row.names[side] = std::move(name);
  row.storey = Storey::Model;
  row.count[side] = times.size();
  row.whole[side] = row.most[side] = row.total[side];
  row.median[side] = Duration{lengths[medianPlace(lengths.size())]};
}

}  // namespace

std::vector<ComparedName> comparedFrames(const std::array<ComparedFrames, 2>& sides) {
  std::array<ComparedName, kFrameWays.size()> latencies, apart;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    const ComparedFrames& of = sides[side];
    const std::vector<FrameRecord> frames = framesWhere(of.snapshot, [&](const TraceEvent& frame) {
      return of.timed.all() ? frame.begin >= of.range.begin && frame.begin <= of.range.end : of.timed.holds(frame);
    });
    for (std::size_t i = 0; i < kFrameWays.size(); ++i) {
      const std::string_view way = frameWayName(kFrameWays[i]);
      const FramePace pace = paceOf(frames, kFrameWays[i]);
      addTimes(latencies[i], side, fillText(Msg::CompareFrameLatency, {way}), latenciesOf(frames, kFrameWays[i]));
      addTimes(apart[i], side, fillText(Msg::CompareFrameApart, {way}), pace.apart);
      apart[i].perSecond[side] = pace.perSecond;
    }
  }
  std::vector<ComparedName> rows;
  rows.reserve(2 * kFrameWays.size());
  for (auto* of : {&latencies, &apart})
    for (ComparedName& row : *of)
      if (row.count[0] + row.count[1] > 0) rows.push_back(std::move(row));
  return rows;
}

}  // namespace strata::inline facts
