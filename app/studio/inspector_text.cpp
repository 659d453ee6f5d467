#include "app/studio/inspector_text.h"

#include <QStringList>
#include <algorithm>
#include <array>

#include "app/canvas/format.h"
#include "app/facts/device_time.h"
#include "app/facts/event_text.h"
#include "app/facts/launch_text.h"
#include "app/facts/memory_facts.h"
#include "app/facts/process_names.h"
#include "app/facts/variant_facts.h"
#include "app/facts/vendor_words.h"
#include "app/studio/ui_text.h"
#include "app/studio/window_words.h"
#include "engine/interchange/import_message.h"
#include "engine/trace/device_work.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline studio {
namespace {

using Row = InspectorText::Row;
using Tone = InspectorText::Tone;

constexpr std::array kShownApart{arg::kGridX,  arg::kGridY,  arg::kGridZ, arg::kBlockX,
                                 arg::kBlockY, arg::kBlockZ, arg::kBytes, arg::kFlop};

constexpr int kDigits = 6;  // of arguments
constexpr std::size_t kMostProblems = 100;

QString kindOf(Provenance provenance) {
  return toQt(provenanceKey(provenance));
}

QString triple(const TraceSnapshot& snapshot, const TraceEvent& event, std::array<std::string_view, 3> keys) {
  QStringList parts;
  for (std::string_view key : keys) parts << QString::number(snapshot.number(event, key).value_or(1), 'g', 10);
  return parts.join(QStringLiteral("×"));
}

QString trackText(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const TrackInfo& track = snapshot.tracks()[event.track];
  const QString storey = toQt(storeyInfo(event.storey).title);
  const QString name = toQt(track.name);
  return name.compare(storey, Qt::CaseInsensitive) == 0 ? storey : QStringLiteral("%1 · %2").arg(storey, name);
}

/// Of another tool's trace, where there are several of each.
void addThread(std::vector<Row>& rows, const TraceSnapshot& snapshot, const TraceEvent& event) {
  const ProcessNames names(snapshot);
  const TrackInfo& track = snapshot.tracks()[event.track];
  const auto add = [&](Msg key, const std::string& value) {
    if (!value.empty()) rows.push_back({say(key), toQt(value), {}});
  };
  add(Msg::StudioThread, names.threadOf(track));
  add(Msg::StudioProcess, names.processOf(track));
  add(Msg::StudioDevice, names.streamOf(track));
}

void addTimes(std::vector<Row>& rows, const ViewState& state, const TraceEvent& event) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  if (event.kind != EventKind::Instant) {
    QString length = toQt(formatDuration(shownDuration(state, event)));
    if (wasStopped(snapshot, event))
      length = say(Msg::TipStopped, {length});
    else if (event.open())
      length = say(event.cutOff() ? Msg::StudioUntilAgentEnded : Msg::StudioSoFar, {length});
    rows.push_back({say(Msg::StudioDuration), length, kindOf(event.provenance)});
    if (CountingEvents(snapshot).contains(event)) rows.push_back({{}, say(Msg::TipOnlyCounts), {}, Tone::Plain, true});
  }
  if (snapshot.bounds()) rows.push_back({say(Msg::StudioStart), toQt(beginText(snapshot, event)), {}});
}

void addLaunch(std::vector<Row>& rows, const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::optional<LaunchPartner> partner = launchPartner(snapshot, event);
  if (!partner) return;
  const bool work = isWork(event.kind);
  rows.push_back({say(work ? Msg::StudioLaunchedBy : Msg::StudioLaunched),
                  toQt(work ? launcherText(snapshot, event) : launchedText(snapshot, *partner)),
                  {}});
  if (!partner->waits) return;
  const auto& [latency, queue] = *partner->waits;
  rows.push_back({say(Msg::StudioLaunchLatency), toQt(formatDuration(latency)), kindOf(Provenance::Measured)});
  if (queue) rows.push_back({say(Msg::StudioQueueTime), toQt(formatDuration(*queue)), kindOf(Provenance::Measured)});
}

/// Bytes and FLOP, and how fast: by the device's time, as the host's call ends when the work is queued.
void addRates(std::vector<Row>& rows, const TraceSnapshot& snapshot, const TraceEvent& event) {
  const auto bytes = snapshot.number(event, arg::kBytes), flop = snapshot.number(event, arg::kFlop);
  const auto time = bytes || flop ? deviceTimeOf(snapshot, event) : std::nullopt;
  const auto addRate = [&](const std::string& rate) {
    rows.push_back(
        {say(isWork(event.kind) ? Msg::StudioRate : Msg::StudioDeviceRate), toQt(rate), kindOf(Provenance::Measured)});
  };
  if (bytes) {
    rows.push_back({say(Msg::StudioBytes), toQt(formatBytes(*bytes)), kindOf(Provenance::Counted)});
    if (time && (event.kind == EventKind::Kernel || *bytes >= kLeastBytesOfSpeed))
      addRate(formatByteRate(*bytes / time->seconds()));
  }
  if (flop) {
    rows.push_back({QStringLiteral("FLOP"), toQt(formatNumber(*flop)), kindOf(Provenance::Counted)});
    if (time && *flop > 0) addRate(formatFlopRate(*flop / time->seconds() * 1e-9));
  }
}

void addShape(std::vector<Row>& rows, const ViewState& state, const TraceEvent& event) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const Vocabulary words = state.sight.choices.vocabulary;
  if (snapshot.number(event, arg::kGridX))
    rows.push_back({say(Msg::StudioGridBlockOf, {toQt(word(Term::Grid, words)), toQt(word(Term::Block, words))}),
                    triple(snapshot, event, {arg::kGridX, arg::kGridY, arg::kGridZ}) + QStringLiteral(" · ") +
                        triple(snapshot, event, {arg::kBlockX, arg::kBlockY, arg::kBlockZ}),
                    {}});
  addRates(rows, snapshot, event);
}

void addArguments(std::vector<Row>& rows, const TraceSnapshot& snapshot, const TraceEvent& event) {
  for (const Arg& argument : snapshot.args(event)) {
    const std::string_view key = snapshot.name(argument.key);
    if (std::find(kShownApart.begin(), kShownApart.end(), key) != kShownApart.end()) continue;
    if (key == arg::kSharedBytes && argument.value == ArgValue(std::int64_t{0})) continue;
    QString title = key == arg::kSharedBytes ? say(Msg::StudioSharedMemory) : toQt(key);
    title.replace(QLatin1Char('_'), QLatin1Char(' '));
    rows.push_back({title, toQt(argumentText(snapshot, argument, kDigits)).simplified(), {}});
  }
}

void addWords(std::vector<Row>& rows, std::string_view name) {
  if (const CallWords* call = findCallWords(name))
    rows.push_back({say(Msg::StudioWhatItDoes), toQt(call->what), {}, Tone::Plain, true});
  for (const OtherName& other : otherNames(name))
    rows.push_back({say(Msg::StudioSameCallIn, {toQt(other.vocabulary)}),
                    other.byRule ? say(Msg::StudioByRule, {toQt(other.name)}) : toQt(other.name),
                    {}});
}

void addCheck(std::vector<Row>& rows, const ViewState& state, CallId call) {
  const RunResult* result = resultOfCall(state.session.results, call);
  if (result == nullptr || !result->error) return;
  const bool good = result->error->withinLimit() && !result->torn();
  const QString verdict = result->torn() ? say(Msg::StudioTorn) : good ? QStringLiteral("✓") : QStringLiteral("✗");
  rows.push_back({say(Msg::StudioCheck),
                  QStringLiteral("%1 %2").arg(toQt(formatNumber(result->error->value, 2)), verdict),
                  kindOf(Provenance::Measured), good ? Tone::Good : Tone::Bad});
}

InspectorText describeEvent(const ViewState& state, EventRef ref) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TraceEvent& event = snapshot.event(ref);
  InspectorText text;
  const std::string_view name = snapshot.name(event.name);
  text.title = name.empty() ? say(Msg::NoName) : toQt(name);
  text.rows.push_back({say(Msg::StudioStorey), trackText(snapshot, event), {}});
  addThread(text.rows, snapshot, event);
  addTimes(text.rows, state, event);
  if (event.call != CallId::None)
    text.rows.push_back({say(Msg::StudioCall), QStringLiteral("#%1").arg(static_cast<std::uint32_t>(event.call)), {}});
  addLaunch(text.rows, snapshot, event);
  addShape(text.rows, state, event);
  addArguments(text.rows, snapshot, event);
  addCheck(text.rows, state, event.call);
  addWords(text.rows, name);
  return text;
}

/// The CPU's is what Strata takes at most of the RAM that it found.
InspectorText::Row memoryRow(const DeviceInfo& device) {
  const QString bytes = toQt(formatBytes(static_cast<double>(device.memoryBytes)));
  if (device.isProcessor()) return {say(Msg::DeviceArena), say(Msg::ArenaUpTo, {bytes}), kindOf(Provenance::Measured)};
  return {say(Msg::StudioMemory), bytes, kindOf(Provenance::Spec)};
}

void addDevice(InspectorText& text, const DeviceInfo& device) {
  text.title = toQt(device.name);
  text.rows.push_back({say(Msg::StudioDevice), toQt(device.key() + " · " + device.architecture), {}});
  if (device.computeUnits > 0)
    text.rows.push_back({say(Msg::StudioUnits),
                         QStringLiteral("%1 × %2").arg(device.computeUnits).arg(toQt(device.computeUnitName)),
                         kindOf(Provenance::Spec)});
  if (device.memoryBytes > 0) text.rows.push_back(memoryRow(device));
  for (const DeviceFact& fact : device.facts)
    text.rows.push_back({toQt(fact.key), toQt(formatValue(fact.value, fact.unit)), kindOf(fact.provenance)});
}

/// What mouse and keys do, while there is nothing else to say.
void addHands(InspectorText& text) {
  for (const auto& [hand, effect] : {std::pair(Msg::StudioHandClick, Msg::StudioHandClickDoes),
                                     std::pair(Msg::StudioHandDouble, Msg::StudioHandDoubleDoes),
                                     std::pair(Msg::StudioHandWheel, Msg::StudioHandWheelDoes),
                                     std::pair(Msg::StudioHandFit, Msg::StudioHandFitDoes),
                                     std::pair(Msg::StudioHandArrows, Msg::StudioHandArrowsDoes)})
    text.rows.push_back({say(hand), say(effect), {}, Tone::Plain, true});
}

/// What of a file is not shown, and what is wrong with it, as `strata info` says it.
void addProblems(std::vector<Row>& rows, const TraceSnapshot& snapshot) {
  const auto add = [&](Msg key, const QString& words) { rows.push_back({say(key), words, {}, Tone::Plain, true}); };
  for (const SessionMessage& message : snapshot.messages()) {
    const auto facts = importFactsOf(message);
    if (!facts) continue;
    for (const auto& [what, count] : facts->leftOut)
      add(Msg::StudioNotRead, QStringLiteral("%1: %2").arg(toQt(what), toQt(formatCount(count))));
  }
  const auto problems = snapshot.problems();
  for (const std::string& problem : problems.first(std::min(problems.size(), kMostProblems)))
    add(Msg::StudioProblem, toQt(inWindow(problem)));
  if (problems.size() > kMostProblems)
    add(Msg::StudioProblem, say(Msg::StudioMoreProblems, {toQt(formatCount(problems.size() - kMostProblems))}));
}

InspectorText describeSession(const ViewState& state) {
  InspectorText text;
  text.title = say(Msg::StudioNothingSelected);
  if (state.session.hello) addDevice(text, state.session.hello->device);
  if (!state.session.snapshot || !state.session.snapshot->bounds()) {
    if (state.session.snapshot) addProblems(text.rows, *state.session.snapshot);
    addHands(text);
    return text;
  }
  const TraceSnapshot& snapshot = *state.session.snapshot;
  text.rows.push_back(
      {say(Msg::StudioSessionLength), toQt(formatDuration(snapshot.bounds()->length())), kindOf(Provenance::Measured)});
  const bool cutOff = !state.sight.live && isCutOff(snapshot);
  const auto count = [&](Msg what, std::uint64_t number) {
    const QString value = toQt(formatCount(number));
    text.rows.push_back({say(what), cutOff ? say(Msg::StudioAtLeast, {value}) : value, kindOf(Provenance::Counted)});
  };
  count(Msg::StudioCallCount, snapshot.callCount());
  count(Msg::StudioLaunches, snapshot.totals().launches);
  addProblems(text.rows, snapshot);
  return text;
}

}  // namespace

InspectorText describe(const ViewState& state) {
  const auto& event = state.sight.selection.event;
  if (state.session.snapshot && event && findEvent(*state.session.snapshot, *event))
    return describeEvent(state, *event);
  return describeSession(state);
}

}  // namespace strata::inline studio
