#include "app/facts/event_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/canvas/format.h"
#include "app/facts/launch_text.h"
#include "app/facts/process_names.h"
#include "app/facts/short_name.h"
#include "app/facts/vendor_words.h"
#include "app/words/messages.h"
#include "engine/base/text_parts.h"

namespace strata::inline facts {
namespace {

constexpr std::size_t kTooltipArguments = 10;

bool isShapeKey(std::string_view key) {
  for (const std::string_view known : {arg::kGridX, arg::kGridY, arg::kGridZ, arg::kBlockX, arg::kBlockY, arg::kBlockZ})
    if (key == known) return true;
  return false;
}

std::string gridText(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::string grid = shapeText(snapshot, event, arg::kGridX, arg::kGridY, arg::kGridZ);
  const std::string block = shapeText(snapshot, event, arg::kBlockX, arg::kBlockY, arg::kBlockZ);
  return grid.empty() || block.empty() ? std::string() : fillText(Msg::TipGrid, {grid, block});
}

/// Values of other tools' traces may be JSON over many lines.
std::string onOneLine(std::string_view words) {
  std::string line;
  for (const char letter : words) {
    const bool space = letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
    if (!space || !line.ends_with(' ')) line += space ? ' ' : letter;
  }
  return line;
}

/// Whether a number of that key is a name, and no quantity.
bool isId(std::string_view key) {
  const std::string word = lowered(key);
  for (const std::string_view known : {"correlation", "cbid", "device", "context", "stream", "ev idx", "python thread"})
    if (word == known) return true;
  return word.ends_with(" id") || word.ends_with("_id");
}

void addArguments(std::string& lines, const TraceSnapshot& snapshot, const TraceEvent& event) {
  std::size_t shown = 0, more = 0;
  for (const Arg& argument : snapshot.args(event)) {
    const std::string_view key = snapshot.name(argument.key);
    if (isShapeKey(key)) continue;
    if (shown == kTooltipArguments) {
      ++more;
      continue;
    }
    lines.append("\n").append(key).append(": ").append(argumentText(snapshot, argument));
    ++shown;
  }
  if (more > 0) lines.append("\n").append(fillText(Msg::TipMore, {std::to_string(more)}));
}

std::string durationLine(const ViewState& state, const TraceEvent& event) {
  if (event.kind == EventKind::Counter) {
    const std::string& unit = state.session.snapshot->tracks()[event.track].unit;
    return fillText(Msg::TipDuration, {formatValue(event.value(), unit), provenanceKey(event.provenance)});
  }
  if (event.kind == EventKind::Instant) return std::string(text(Msg::TipInstant));
  const std::string shown = formatDuration(shownDuration(state, event));
  if (wasStopped(*state.session.snapshot, event)) return fillText(Msg::TipStopped, {shown});
  if (event.cutOff()) return fillText(Msg::TipCutOff, {shown});
  if (event.open()) return fillText(Msg::TipOpen, {shown});
  return fillText(Msg::TipDuration, {shown, provenanceKey(event.provenance)});
}

void addLaunch(std::string& lines, const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::optional<LaunchPartner> partner = launchPartner(snapshot, event);
  if (!partner) return;
  if (!isWork(event.kind)) {
    lines.append("\n").append(fillText(Msg::TipLaunches, {launchedText(snapshot, *partner)}));
    return;
  }
  lines.append("\n").append(fillText(Msg::TipLaunchedBy, {snapshot.name(partner->event->name)}));
  if (!partner->waits) return;
  const auto& [latency, queue] = *partner->waits;
  lines.append("\n").append(queue ? fillText(Msg::TipQueueTime, {formatDuration(latency), formatDuration(*queue)})
                                  : fillText(Msg::TipLaunchLatency, {formatDuration(latency)}));
}

/// What the call does, and its name in the chosen words.
void addWords(std::string& lines, std::string_view name, Vocabulary vocabulary) {
  if (const CallWords* call = findCallWords(name)) lines.append("\n").append(call->what);
  static constexpr std::string_view kTitles[] = {"CUDA", "ROCm", "OpenCL"};
  for (const OtherName& other : otherNames(name))
    if (other.vocabulary == kTitles[static_cast<std::size_t>(vocabulary)])
      lines.append("\n").append(fillText(Msg::TipSameCall, {other.vocabulary, other.name}));
}

}  // namespace

std::string argumentText(const TraceSnapshot& snapshot, const Arg& argument, int digits) {
  const ArgValue& value = argument.value;
  if (const auto* name = std::get_if<NameId>(&value)) return onOneLine(snapshot.name(*name));
  const std::string_view key = snapshot.name(argument.key);
  const bool bytes = key.find(arg::kBytes) != std::string_view::npos || key.starts_with(arg::kSharedSum);
  const auto* whole = std::get_if<std::int64_t>(&value);
  const double number = whole ? static_cast<double>(*whole) : std::get<double>(value);
  if (bytes) return formatBytes(number);
  if (whole && key == arg::kAddress) return fmt::format("{:#x}", static_cast<std::uint64_t>(*whole));
  if (whole && isId(key)) return std::to_string(*whole);
  return formatNumber(number, whole ? 15 : digits);
}

Color eventColor(const TraceEvent& event) {
  switch (event.kind) {
    case EventKind::Copy: return kCopyColor;
    case EventKind::TracingCost: return kTracingCostColor;
    case EventKind::Kernel: return storeyInfo(Storey::Hardware).color;
    default: return storeyInfo(event.storey).color;
  }
}

std::string shapeText(const TraceSnapshot& snapshot, const TraceEvent& event, std::string_view x, std::string_view y,
                      std::string_view z) {
  const auto side = [&](std::string_view key) { return snapshot.number(event, key); };
  if (!side(x)) return {};
  std::string shape = formatNumber(*side(x), 15) + "×" + formatNumber(side(y).value_or(1), 15);
  if (side(z).value_or(1) != 1) shape += "×" + formatNumber(*side(z), 15);
  return shape;
}

std::string eventLabel(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::optional<double> bytes =
      event.kind == EventKind::Copy ? snapshot.number(event, arg::kBytes) : std::nullopt;
  return bytes ? formatBytes(*bytes) : shortName(snapshot.name(event.name));
}

std::string eventLongLabel(const TraceSnapshot& snapshot, const TraceEvent& event) {
  std::string label = eventLabel(snapshot, event);
  const auto add = [&](std::string_view more) {
    if (!more.empty()) label.append(" · ").append(more);
  };
  add(snapshot.text(event, arg::kDirection));
  add(snapshot.text(event, arg::kHostMemory));
  add(gridText(snapshot, event));
  const auto m = snapshot.number(event, "m"), n = snapshot.number(event, "n"), k = snapshot.number(event, "k");
  if (m && n && k) {
    const auto size = [](double a, double b) {
      return fmt::format("[{},{}]", formatNumber(a, 15), formatNumber(b, 15));
    };
    add(size(*m, *k) + "·" + size(*k, *n));
  }
  return label;
}

std::string beginText(const TraceSnapshot& snapshot, const TraceEvent& event) {
  constexpr std::int64_t kParts = 100;  // of its length are told apart
  return formatTimePoint(event.begin - snapshot.bounds()->begin, {(event.end() - event.begin).ns / kParts});
}

std::string launchesThatCount(const WorkApart& counting) {
  return counting.count == 0
             ? std::string()
             : fillText(Msg::LaunchesThatCount, {formatCount(counting.count), formatDuration(counting.total)});
}

std::string launchesLeftOut(const WorkApart& counting, Msg nothingElse) {
  return fillText(Msg::LaunchesLeftOut,
                  {formatCount(counting.count), formatDuration(counting.total), text(nothingElse)});
}

Duration shownDuration(const ViewState& state, const TraceEvent& event) {
  return event.seenEnd(state.sight.now) - event.begin;
}

std::string eventTooltip(const ViewState& state, const TraceEvent& event) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  std::string lines(event.kind == EventKind::Counter ? snapshot.tracks()[event.track].name : snapshot.name(event.name));
  if (lines.empty()) lines = text(Msg::NoName);
  lines.append("\n").append(durationLine(state, event));
  if (CountingEvents(snapshot).contains(event)) lines.append("\n").append(text(Msg::TipOnlyCounts));
  lines.append("\n").append(storeyInfo(event.storey).title);
  if (event.track < snapshot.tracks().size()) {
    const TrackInfo& track = snapshot.tracks()[event.track];
    const std::string place = ProcessNames(snapshot).placeOf(track);
    const bool isSaid = track.name == storeyInfo(event.storey).key || place.starts_with(track.name);
    if (event.kind != EventKind::Counter && !isSaid) lines.append(" · ").append(track.name);
    if (!place.empty()) lines.append(" · ").append(place);
  }
  if (snapshot.bounds()) lines.append("\n").append(fillText(Msg::TipStart, {beginText(snapshot, event)}));
  if (event.call != CallId::None)
    lines.append("\n").append(fillText(Msg::TipCall, {std::to_string(static_cast<std::uint32_t>(event.call))}));
  addLaunch(lines, snapshot, event);
  if (const std::string grid = gridText(snapshot, event); !grid.empty()) lines.append("\n").append(grid);
  addArguments(lines, snapshot, event);
  addWords(lines, snapshot.name(event.name), state.sight.choices.vocabulary);
  return lines;
}

std::string eventInWords(const ViewState& state, const TraceEvent& event) {
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const std::string_view track =
      event.track < snapshot.tracks().size() ? snapshot.tracks()[event.track].name : std::string_view();
  return fillText(Msg::EventInWords,
                  {beginText(snapshot, event), eventLongLabel(snapshot, event), durationLine(state, event), track});
}

EventRef openRef(const TraceSnapshot& snapshot, const TraceSnapshot::OpenEvent& open) {
  const std::uint32_t track = open.event.track;
  const std::size_t finished = open.row < snapshot.rowCount(track) ? snapshot.row(track, open.row).size() : 0;
  return {track, open.row, static_cast<std::uint32_t>(finished)};
}

const TraceEvent* findEvent(const TraceSnapshot& snapshot, EventRef ref) {
  if (ref.track >= snapshot.tracks().size()) return nullptr;
  if (ref.row < snapshot.rowCount(ref.track) && ref.index < snapshot.row(ref.track, ref.row).size())
    return &snapshot.row(ref.track, ref.row)[ref.index];
  for (const TraceSnapshot::OpenEvent& open : snapshot.openEvents())
    if (openRef(snapshot, open) == ref) return &open.event;
  return nullptr;
}

}  // namespace strata::inline facts
