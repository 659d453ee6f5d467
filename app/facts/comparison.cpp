#include "app/facts/comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "app/facts/compared_frames.h"
#include "app/facts/compared_labels.h"
#include "app/facts/compared_sides.h"
#include "app/facts/device_use.h"
#include "app/facts/event_filter.h"
#include "app/facts/event_statistics.h"
#include "app/facts/launched_work.h"
#include "app/facts/matched_names.h"
#include "app/words/messages.h"
#include "engine/base/median.h"
#include "engine/base/text_parts.h"
#include "engine/trace/call_levels.h"

namespace strata::inline facts {
namespace {

/// The number is the side's where a name is never the other side's.
using Key = std::tuple<Storey, std::size_t, MatchedNames::Key>;

using Found = std::map<Key, ComparedName>;

constexpr std::int64_t kRepeatsForVerdict = 6;  ///< on each side, all of which one alone sets above the other's

/// Where what counts of a side lies: work of timed calls may begin after the last of them has returned.
TimeRange readRange(const ComparedSession& side) {
  if (side.timed.empty()) return side.range;
  return {side.range.begin, std::max(side.range.end, side.snapshot->bounds()->end + Duration{1})};
}

/// One of the two sessions, being read.
struct Side {
  const ComparedSession& session;
  const LaunchedWork& launched;
  const EventStatistics& statistics;  ///< by what was launched
  const TimedCalls& timed;
  const MatchedNames& matched;
  std::size_t index;
  bool otherExperiment;  ///< than the other side

  bool alone(Storey storey) const { return otherExperiment && storey == Storey::Model; }
  Key keyOf(NameId name, Storey storey) const {
    return {storey, alone(storey) ? index : 0, matched.keyOf(index, name)};
  }
};

/// What the events or calls of one name come to.
struct NameTimes {
  NameId name = NameId::None;
  Storey storey = Storey::Other;
  EventKind kind = EventKind::Slice;
  Duration total, whole, most;
  EventRef longest;
  RepeatsByLaunch repeats;

  void see(EventRef event, Duration length) {
    if (!repeats.empty() && length <= most) return;
    longest = event;
    most = length;
  }
  void addOne(std::uint64_t launched, Duration time) {
    total += time;
    whole += time;
    repeats[launched].add({&time.ns, 1});
  }
};

/// Of several names that match, the one that takes most stands for all.
void add(Found& found, const Side& side, const NameTimes& of) {
  ComparedName& line = found[side.keyOf(of.name, of.storey)];
  line.storey = of.storey;
  line.several |= line.count[side.index] > 0;
  for (const auto& [launched, repeats] : of.repeats) {
    line.repeats[side.index][launched].add(repeats.times);
    line.count[side.index] += repeats.count;
  }
  if (!line.longest[side.index] || of.total >= line.most[side.index]) {
    line.names[side.index] = side.session.snapshot->name(of.name);
    line.longest[side.index] = of.longest;
    line.most[side.index] = of.total;
  }
  line.total[side.index] += of.total;
  line.whole[side.index] += of.whole;
}

/// Work that overlaps on a queue took its time nonetheless; of what is nested in itself each nanosecond counts once.
Duration totalOf(const NameStatistics& of) {
  return isWork(of.kind) ? of.whole : of.total;
}

void addEvents(Found& all, Found& kernels, const Side& side) {
  const TraceSnapshot& snapshot = *side.session.snapshot;
  std::map<std::pair<NameId, Storey>, NameTimes> times;
  for (const NameStatistics& of : side.statistics.names) {
    NameTimes& sum = times[{of.name, of.storey}];
    sum.name = of.name;
    sum.storey = of.storey;
    sum.kind = of.kind;
    sum.see(of.longest, of.most);
    sum.total += totalOf(of);
    sum.whole += of.whole;
    sum.repeats[of.apart].add(of.lengths);
  }
  for (const auto& [name, of] : times) {
    add(all, side, of);
    if (isWork(of.kind)) add(kernels, side, of);
  }
  // What matches may be nested: together it counts once.
  const std::vector<NameId> sameAs = side.matched.firstAlike(side.index);
  const EventSieve sieve = EventSieve::ofTimed(side.timed);
  for (const NameStatistics& of : statisticsOf(snapshot, readRange(side.session), NameId::None, sieve, sameAs).names) {
    const Key key = side.keyOf(of.name, of.storey);
    all[key].total[side.index] = totalOf(of);
    all[key].median[side.index] = of.median;
    if (isWork(of.kind)) {
      kernels[key].total[side.index] = totalOf(of);
      kernels[key].median[side.index] = of.median;
    } else {
      all[key].self[side.index] = of.self;
    }
  }
}

struct CallTimes {
  NameTimes time, work;
  std::vector<std::int64_t> lengths, workLengths;  ///< of each call, ns
};

/// The times of each line's calls, ns.
using Lengths = std::map<Key, std::vector<std::int64_t>>;

void addMedians(Found& found, const Side& side, Lengths& lengths) {
  for (auto& [key, times] : lengths) {
    const auto median = times.begin() + static_cast<std::ptrdiff_t>(medianPlace(times.size()));
    std::ranges::nth_element(times, median);
    found[key].median[side.index] = Duration{*median};
  }
}

/// The finished calls that begin in the range, of a run the timed ones; those within another of their level are part of
/// it, and those that only count are left out.
void addCalls(Found& calls, Found& work, const Side& side, CallLevel level, const SessionWork& sessionWork) {
  const TraceSnapshot& snapshot = *side.session.snapshot;
  const TimeRange range = side.session.range;
  std::map<NameId, CallTimes> totals;
  for (const LevelCall& call : callsAt(snapshot, level, sessionWork)) {
    const TraceEvent& top = snapshot.event(call.top);
    const bool counts = side.timed.all() ? top.begin >= range.begin && top.begin <= range.end : side.timed.holds(call);
    if (!counts || call.nested || onlyCounts(snapshot, call)) continue;
    CallTimes& of = totals[top.name];
    for (NameTimes* times : {&of.time, &of.work}) {
      times->name = top.name;
      times->storey = top.storey;
      times->see(call.top, top.duration());
    }
    std::uint64_t launched = 0, copied = 0;
    for (const CallId id : call.calls) {
      launched += side.launched.ofCall(id);
      copied += side.launched.copiesOfCall(id);
    }
    of.time.addOne(copied, top.duration());
    of.work.addOne(launched, call.work.time());
    of.lengths.push_back(top.duration().ns);
    of.workLengths.push_back(call.work.time().ns);
  }
  Lengths lengths, workLengths;
  const auto append = [&](Lengths& all, const NameTimes& of, const std::vector<std::int64_t>& more) {
    std::vector<std::int64_t>& times = all[side.keyOf(of.name, of.storey)];
    times.insert(times.end(), more.begin(), more.end());
  };
  for (const auto& [name, of] : totals) {
    add(calls, side, of.time);
    append(lengths, of.time, of.lengths);
    if (of.work.total.ns == 0) continue;
    add(work, side, of.work);
    append(workLengths, of.work, of.workLengths);
  }
  addMedians(calls, side, lengths);
  addMedians(work, side, workLengths);
}

void addSide(std::array<Found, kCompareKinds>& found, const Side& side) {
  const auto of = [&](CompareOf what) -> Found& { return found[static_cast<std::size_t>(what)]; };
  addEvents(of(CompareOf::Events), of(CompareOf::Kernels), side);
  const SessionWork work = workOf(*side.session.snapshot);
  addCalls(of(CompareOf::Ops), of(CompareOf::OpWork), side, CallLevel::Op, work);
  addCalls(of(CompareOf::Modules), of(CompareOf::ModuleWork), side, CallLevel::Module, work);
}

/// The union of a storey's slices: nested and parallel ones count once. Waits and annotations of the device are no
/// work; launches that only count are left out, and what the host did for them.
std::array<Intervals, kStoreyCount + 1> workedTimes(const Side& side) {
  std::array<std::vector<TimeRange>, kStoreyCount + 1> spans;
  const TimeRange range = readRange(side.session);
  const TraceSnapshot& snapshot = *side.session.snapshot;
  CountingEvents counting(snapshot);
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    const TrackKind kind = snapshot.tracks()[track].kind;
    if (kind == TrackKind::Counter || kind == TrackKind::TracingCost) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if ((row[i].storey == Storey::Hardware && !isWork(row[i].kind)) || counting.leavesOut(row[i])) continue;
        if (!side.timed.holds(row[i])) continue;
        const HostTime begin = std::max(row[i].begin, range.begin), end = std::min(row[i].end(), range.end);
        if (begin < end) spans[static_cast<std::size_t>(row[i].storey)].push_back({begin, end});
      }
    }
  }
  std::array<Intervals, kStoreyCount + 1> worked;
  for (std::size_t storey = 0; storey < spans.size(); ++storey) worked[storey] = merged(std::move(spans[storey]));
  return worked;
}

/// Until both are known to tell nanoseconds, which most do at once.
ClockSteps clockStepsOf(const Side& side) {
  const TraceSnapshot& snapshot = *side.session.snapshot;
  const TimeRange range = side.session.range;
  ClockStep host, device;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (!isCounted(snapshot.tracks()[track])) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (host.isOne() && device.isOne()) return {host.step(), device.step()};
        const TraceEvent& event = row[i];
        const bool ofHost = event.kind == EventKind::Slice && event.storey != Storey::Hardware;
        if (event.open() || !(ofHost || isWork(event.kind)) || event.begin < range.begin || event.begin > range.end)
          continue;
        (ofHost ? host : device).add(event.begin, event.duration());
      }
    }
  }
  return {host.step(), device.step()};
}

ComparedUse comparedUseOf(const ComparedSession& side) {
  const DeviceUse use = deviceUseOf(*side.snapshot, side.range, side.timed);
  return {use.span, use.busy};
}

/// All events of a side that count and whose name matches, in order of time.
std::vector<std::pair<HostTime, EventRef>> eventsNamed(const Side& side, const MatchedNames::Key& name) {
  const TraceSnapshot& snapshot = *side.session.snapshot;
  const TimeRange range = readRange(side.session);
  const auto inRange = [&](HostTime time) { return time >= range.begin && time <= range.end; };
  std::vector<bool> named(snapshot.nameCount());
  for (std::size_t id = 0; id < named.size(); ++id)
    named[id] = side.matched.keyOf(side.index, static_cast<NameId>(id)) == name;
  std::vector<std::pair<HostTime, EventRef>> events;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      const RowView& row = snapshot.row(track, r);
      for (std::uint32_t i = 0; i < row.size(); ++i)
        if (row[i].kind != EventKind::Counter && named[static_cast<std::size_t>(row[i].name)] &&
            inRange(row[i].begin) && side.timed.holds(row[i]))
          events.push_back({row[i].begin, {track, r, i}});
    }
  std::ranges::sort(events);
  return events;
}

void align(Comparison& comparison, const std::array<Side, 2>& sides, std::optional<EventRef> anchor) {
  auto& [first, second] = comparison.sides;
  first.anchor = first.range.begin;
  second.anchor = second.range.begin;
  if (!anchor) return;
  const TraceEvent& event = first.snapshot->event(*anchor);
  if (sides[0].alone(event.storey)) return;
  const MatchedNames::Key& name = sides[0].matched.keyOf(0, event.name);
  const auto here = eventsNamed(sides[0], name), there = eventsNamed(sides[1], name);
  const auto at =
      static_cast<std::size_t>(std::ranges::lower_bound(here, std::pair{event.begin, *anchor}) - here.begin());
  if (at >= here.size() || at >= there.size()) return;
  first.anchor = event.begin;
  second.anchor = there[at].first;
  comparison.alignedAt = first.snapshot->name(event.name);
}

bool ofDevice(CompareOf what, const ComparedName& line) {
  switch (what) {
    case CompareOf::OpWork:
    case CompareOf::ModuleWork:
    case CompareOf::Kernels: return true;
    case CompareOf::Ops:
    case CompareOf::Modules:
    case CompareOf::Frames: return false;
    case CompareOf::Events: break;
  }
  return line.storey == Storey::Hardware;
}

/// What the clocks of both sides are known to step by, for a line.
void setSteps(ComparedName& line, CompareOf what, const std::array<ClockSteps, 2>& clocks) {
  const bool device = ofDevice(what, line);
  for (std::size_t side = 0; side < 2; ++side)
    line.step[side] = (device ? clocks[side].device : clocks[side].host).value_or(Duration{1});
}

std::int64_t absoluteDifference(const ComparedName& of) {
  return std::abs(of.difference().ns);
}

/// Nothing where none is told.
std::optional<std::int64_t> absoluteDifferenceOfSelf(const ComparedName& of) {
  const auto apart = of.differenceOfSelf();
  return apart ? std::optional(std::abs(apart->ns)) : std::nullopt;
}

/// What only B has is beyond all ratios, what only A has below them.
double ratioPlace(const ComparedName& of) {
  if (!of.onBoth()) return of.count[0] > 0 ? 0 : std::numeric_limits<double>::infinity();
  return of.ratio().value_or(1);
}

}  // namespace

std::optional<double> ComparedUse::share() const {
  return span.ns > 0 ? std::optional(busy.seconds() / span.seconds()) : std::nullopt;
}

bool Comparison::ofRuns() const {
  return std::ranges::all_of(sides, [](const ComparedSession& side) { return !side.timed.empty(); });
}

bool Comparison::takesRepeats() const {
  return ofRuns() && std::ranges::all_of(sides, [](const ComparedSession& side) { return side.told.repeats > 0; });
}

bool Comparison::moreRepeatsHelp() const {
  return takesRepeats() &&
         std::ranges::any_of(sides, [](const ComparedSession& side) { return side.told.repeats < kRepeatsForVerdict; });
}

std::optional<std::size_t> Comparison::untimedSide() const {
  if (sides[0].timed.empty() == sides[1].timed.empty()) return std::nullopt;
  return sides[0].timed.empty() ? 0 : 1;
}

std::optional<std::array<Duration, 2>> Comparison::sumOf(CompareOf what) const {
  if (what == CompareOf::Events || what == CompareOf::Frames) return std::nullopt;
  std::array<Duration, 2> sum;
  for (const ComparedName& line : of(what)) {
    if (line.ofRuns && line.onBoth() && !line.sameCount()) return std::nullopt;
    for (std::size_t side = 0; side < 2; ++side) sum[side] += line.total[side];
  }
  return sum;
}

Comparison compareSessions(ComparedSession first, ComparedSession second, std::optional<EventRef> anchor) {
  Comparison comparison{{std::move(first), std::move(second)}, {}, {}, {}, {}, {}, {}, {}};
  std::array<Found, kCompareKinds> found;
  const auto& [one, two] = comparison.sides;
  const TimedCalls timedInOne(one.timed), timedInTwo(two.timed);
  const LaunchedWork launchedInOne(*one.snapshot), launchedInTwo(*two.snapshot);
  const auto statistics = [](const ComparedSession& session, const TimedCalls& timed, const LaunchedWork& launched) {
    return statisticsOf(*session.snapshot, readRange(session), NameId::None, EventSieve::ofTimed(timed), {},
                        /*byShape=*/false,
                        [&](const TraceEvent& event, EventRef ref) { return launched.of(event, ref); });
  };
  const EventStatistics ofOne = statistics(one, timedInOne, launchedInOne),
                        ofTwo = statistics(two, timedInTwo, launchedInTwo);
  const MatchedNames matched({*one.snapshot, ofOne.names}, {*two.snapshot, ofTwo.names});
  if (ofOneExperiment(one, two)) comparison.otherParameters = valuesApart(one.parameters, two.parameters);
  const bool differ = !one.experiment.empty() && !two.experiment.empty() && one.experiment != two.experiment;
  const std::array<Side, 2> sides{Side{one, launchedInOne, ofOne, timedInOne, matched, 0, differ},
                                  Side{two, launchedInTwo, ofTwo, timedInTwo, matched, 1, differ}};
  for (const Side& side : sides) {
    addSide(found, side);
    comparison.clocks[side.index] = clockStepsOf(side);
    comparison.uses[side.index] = comparedUseOf(side.session);
    comparison.worked[side.index] = workedTimes(side);
    for (std::size_t storey = 0; storey <= kStoreyCount; ++storey)
      comparison.busy[side.index][storey] = lengthOf(comparison.worked[side.index][storey]);
  }
  comparison.names[static_cast<std::size_t>(CompareOf::Frames)] =
      comparedFrames({{{*one.snapshot, one.range, timedInOne}, {*two.snapshot, two.range, timedInTwo}}});
  for (std::size_t what = 0; what < kCompareKinds; ++what) {
    std::vector<ComparedName>& rows = comparison.names[what];
    rows.reserve(rows.size() + found[what].size());
    for (auto& [key, line] : found[what]) rows.push_back(std::move(line));
    for (ComparedName& line : rows) {
      line.ofRuns = comparison.ofRuns();
      line.otherParameters = !comparison.otherParameters.empty();
      line.untimed = comparison.untimedSide().has_value();
      setSteps(line, static_cast<CompareOf>(what), comparison.clocks);
      line.weigh();
    }
    std::ranges::stable_sort(rows, std::ranges::greater{}, absoluteDifference);
    tellApart(rows);
    comparison.widest[what] = widestLabel(rows);
  }
  align(comparison, sides, anchor);
  return comparison;
}

std::vector<std::uint32_t> comparedRows(const Comparison& comparison, const CompareChoices& choices) {
  const std::vector<ComparedName>& names = comparison.of(choices.of);
  const std::string wanted = lowered(choices.name);
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < names.size(); ++i)
    if (wanted.empty() || lowered(names[i].names[0]).find(wanted) != std::string::npos ||
        lowered(names[i].names[1]).find(wanted) != std::string::npos)
      rows.push_back(i);
  const auto sortBy = [&](const auto& key) {
    if (choices.ascending)
      std::ranges::stable_sort(rows, std::ranges::less{}, [&](std::uint32_t i) { return key(names[i]); });
    else
      std::ranges::stable_sort(rows, std::ranges::greater{}, [&](std::uint32_t i) { return key(names[i]); });
  };
  switch (choices.column) {
    case CompareColumn::Name: sortBy([](const ComparedName& of) { return of.label(); }); break;
    case CompareColumn::CountA: sortBy([](const ComparedName& of) { return of.count[0]; }); break;
    case CompareColumn::CountB: sortBy([](const ComparedName& of) { return of.count[1]; }); break;
    case CompareColumn::TotalA: sortBy([](const ComparedName& of) { return of.total[0]; }); break;
    case CompareColumn::TotalB: sortBy([](const ComparedName& of) { return of.total[1]; }); break;
    case CompareColumn::Ratio: sortBy(ratioPlace); break;
    case CompareColumn::Apart: sortBy(absoluteDifference); break;
    case CompareColumn::SelfApart: sortBy(absoluteDifferenceOfSelf); break;
    case CompareColumn::MedianA: sortBy([](const ComparedName& of) { return of.median[0]; }); break;
    case CompareColumn::MedianB: sortBy([](const ComparedName& of) { return of.median[1]; }); break;
  }
  return rows;
}

TooFewRepeats tooFewRepeats(const Comparison& comparison) {
  TooFewRepeats few;
  if (!comparison.ofRuns()) return few;
  for (const CompareOf what : kComparedWork) {
    for (const ComparedName& line : comparison.of(what)) {
      if (!line.onBoth()) continue;
      ++few.ofAll;
      if (!line.hasTooFew()) continue;
      ++few.rows;
      for (std::size_t side = 0; side < 2; ++side)
        for (const auto& [launched, of] : line.repeats[side]) few.most[side] = std::max(few.most[side], of.count);
    }
  }
  return few;
}

std::string_view repeatsWord(const Comparison& comparison) {
  return text(comparison.takesRepeats() ? Msg::CompareRepeatsWord : Msg::CompareEventsWord);
}

const ComparedName* profilerSteps(const Comparison& comparison) {
  const std::vector<ComparedName>& events = comparison.of(CompareOf::Events);
  const auto found = std::ranges::find_if(events, [](const ComparedName& of) {
    const auto isStep = [](const std::string& name) { return name.starts_with(kProfilerStep); };
    return of.storey == Storey::Model && std::ranges::any_of(of.names, isStep);
  });
  return found == events.end() ? nullptr : &*found;
}

}  // namespace strata::inline facts
