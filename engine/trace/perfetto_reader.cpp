#include "engine/trace/perfetto_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/how_many.h"
#include "engine/trace/event_sorter.h"
#include "engine/trace/foreign_words.h"
#include "engine/trace/reader_calls.h"
#include "engine/trace/reader_compressed.h"
#include "engine/trace/reader_far_steps.h"
#include "engine/trace/reader_flows.h"
#include "engine/trace/reader_framing.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"
#include "engine/trace/store_links.h"
#include "engine/trace/unread_packets.h"

namespace strata::inline trace {

namespace {

constexpr std::size_t kMostProblems = 32;
/// In the flags of an event that waits: more of it is in `linked`; its role.
constexpr std::uint8_t kLinked = 0x20, kRoleBits = 0x1E, kRoleShift = 1;
constexpr std::uint32_t kStateCleared = 1;
constexpr std::uint32_t kReferenceTimeUs = 6, kReferenceThreadTimeUs = 7, kReferenceInstructions = 8;

}  // namespace

struct PerfettoReader::Impl {
  explicit Impl(TraceStore& store)
      : state(store),
        flows(state),
        calls(state),
        words(state.store),
        framing({[this](const PacketView& packet, std::uint64_t offset) {
                   if (!packet.compressed.empty()) compressed.read(packet.compressed, offset);
                   take(packet, offset);
                 },
                 [this](std::string text) { problem(std::move(text)); }}),
        compressed({[this](const PacketView& packet, std::uint64_t offset) { take(packet, offset); },
                    [this](std::string text) { problem(std::move(text)); }}) {}

  void take(const PacketView& packet, std::uint64_t offset);
  void decode(const PacketView& packet, std::uint64_t offset);
  void takeClocks(std::string_view snapshot, std::uint32_t sequence);
  void decodeEvent(Sequence& sequence, const PacketView& packet);
  void decodeLegacyThread(Sequence& sequence, std::string_view message);
  void applyDecoded(std::uint64_t offset);
  void apply(DecodedEvent& one);
  void applyLinked(DecodedEvent& one);
  void add(DecodedEvent& one);
  void wait(DecodedEvent& one, std::uint64_t offset);
  void applyWaiting();
  void applyWaiting(const TraceEvent& event);
  void noteMessage(MessageKind kind, std::uint64_t offset);
  void problem(std::string text);
  void tellOutOfRange(std::map<std::string, std::uint64_t>& leftOut);
  void tellDeaths();
  void cutOff();
  void finish();

  ReaderState state;
  FlowTable flows;
  ReaderCalls calls;
  ForeignWords words;
  PacketFraming framing;
  CompressedPackets compressed;
  std::vector<DecodedEvent> decoded;  ///< of the present packet
  EventSorter waiting;                ///< of another tool's trace, until all is there
  std::vector<DecodedEvent> linked;   ///< those of them that arrows begin or end at
  FarSteps far;                       ///< which of them are left out
  std::uint64_t firstOutOfRange = 0;  ///< the first packet whose time is; while there is none, the newest one
  UnreadPackets unread;
  std::vector<std::uint64_t> deaths;  ///< of agents that had not said they were done: where another follows
  std::string ofDeaths;               ///< the problem that told of them
  std::size_t problems = 0;
  bool running = false;  ///< a Hello was seen and no End yet
  bool saved = false;    ///< meanwhile: what follows is not in the file
  bool finished = false;
  bool foreign = false;  ///< and that was said
};

void PerfettoReader::Impl::problem(std::string text) {
  if (++problems < kMostProblems) return state.store.addProblem(std::move(text));
  if (problems == kMostProblems)
    state.store.addProblem("More of the stream is damaged and is skipped in the same way.");
}

void PerfettoReader::Impl::take(const PacketView& packet, std::uint64_t offset) {
  decoded.clear();
  if (state.timesOutOfRange == 0) firstOutOfRange = offset;
  try {
    decode(packet, offset);
  } catch (const std::exception&) {
    problem(fmt::format("The packet at byte {} is damaged; what it held is missing.", offset));
  }
  applyDecoded(offset);
}

void PerfettoReader::Impl::decode(const PacketView& packet, std::uint64_t offset) {
  Sequence& sequence = state.sequence(packet.sequence);
  if (packet.flags & kStateCleared) {
    auto queues = std::move(sequence.queues);
    sequence = {};
    sequence.queues = std::move(queues);
  }
  unread.note(packet.unread);
  if (!packet.hasParts) return decodeEvent(sequence, packet);
  const PacketParts parts = partsOf(packet);
  if (!parts.defaults.empty()) sequence.setDefaults(parts.defaults);
  if (!parts.clockSnapshot.empty()) takeClocks(parts.clockSnapshot, packet.sequence);
  if (!parts.internedData.empty()) sequence.intern(parts.internedData, state.store);
  decodeEvent(sequence, packet);
  if (!parts.descriptor.empty()) state.tracks.describe(parts.descriptor);
  if (!parts.legacyThread.empty()) decodeLegacyThread(sequence, parts.legacyThread);
  if (parts.strata.empty()) return;
  const bool first = !state.strata;
  noteMessage(readStrataMessage(state, sequence, packet.sequence, parts.strata), offset);
  if (first) applyWaiting();
}

void PerfettoReader::Impl::takeClocks(std::string_view snapshot, std::uint32_t sequence) {
  state.clocks.addSnapshot(snapshot, sequence);
  if (const auto wallClock = state.clocks.wallClock()) state.store.setWallClock(*wallClock);
}

void PerfettoReader::Impl::decodeEvent(Sequence& sequence, const PacketView& packet) {
  if (!packet.trackEvent.empty()) decodeTrackEvent(state, sequence, packet, decoded);
  if (!packet.renderStage.empty()) decodeRenderStage(state, sequence, packet, decoded);
}

void PerfettoReader::Impl::noteMessage(MessageKind kind, std::uint64_t offset) {
  if (kind == MessageKind::Hello) {
    if (running) {
      if (!saved) deaths.push_back(offset);
      cutOff();
    }
    state.store.endAgents();
    running = true;
    saved = false;
  }
  if (kind == MessageKind::Saved) saved = true;
  if (kind != MessageKind::End) return;
  running = false;
  state.store.endAgents();
}

void PerfettoReader::Impl::decodeLegacyThread(Sequence& sequence, std::string_view message) {
  sequence.track = state.tracks.describeLegacyThread(message);
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(kReferenceTimeUs): sequence.legacyTimeNs = sane(reader.get_uint64() * 1000).ns; break;
      case varintField(kReferenceThreadTimeUs): sequence.legacyThreadTimeUs = reader.get_int64(); break;
      case varintField(kReferenceInstructions): sequence.legacyInstructions = reader.get_int64(); break;
      default: reader.skip();
    }
  }
}

void PerfettoReader::Impl::applyDecoded(std::uint64_t offset) {
  if (!state.strata)
    for (DecodedEvent& one : decoded) wait(one, offset);
  else
    for (DecodedEvent& one : decoded) apply(one);
}

void PerfettoReader::Impl::apply(DecodedEvent& one) {
  if (one.arrows) return applyLinked(one);
  switch (one.step) {
    case EventStep::Begin: state.store.begin(one.event, one.args); break;
    case EventStep::Add: add(one); break;
    case EventStep::End: state.store.end(one.event.track, one.event.begin, one.args); break;
  }
}

/// One launch may start several pieces of work (a graph of kernels): each gets an arrow of its own.
void PerfettoReader::Impl::add(DecodedEvent& one) {
  TraceEvent& event = one.event;
  if (one.stopped && isOnDevice(event.kind)) return state.store.addStopped(event, one.args);
  const auto launch = isWork(event.kind) ? state.store.launchOf(event.correlation) : std::nullopt;
  const bool further = launch && state.store.workOf(event.correlation);
  if (further) event.correlation = CorrelationId{state.correlations.fresh()};
  const EventRef work = state.store.add(event, one.args);
  if (further) state.store.link(event.correlation, *launch, work);
}

void PerfettoReader::Impl::applyLinked(DecodedEvent& one) {
  flows.prepare(one);
  switch (one.step) {
    case EventStep::Begin: flows.stored(state.store.begin(one.event, one.args)); break;
    case EventStep::Add: flows.stored(state.store.add(one.event, one.args)); break;
    case EventStep::End:
      flows.stored(state.store.openSlice(one.event.track));
      state.store.end(one.event.track, one.event.begin, one.args);
      break;
  }
}

/// Other tools' packets need not be in order of time.
void PerfettoReader::Impl::wait(DecodedEvent& one, std::uint64_t offset) {
  if (one.step != EventStep::End)
    for (const Arg& arg : words.missing(one.event, one.role)) one.args.push_back(arg);
  calls.note(one);
  TraceEvent event = one.event;
  setEventStep(event, one.step);
  event.flags |= static_cast<std::uint8_t>(static_cast<unsigned>(one.role) << kRoleShift);
  far.note(event, offset);
  if (one.arrows) {
    event.flags |= kLinked;
    event.args = static_cast<std::uint32_t>(linked.size());
    linked.push_back(std::move(one));
  } else if (!one.args.empty()) {
    event.args = state.store.keepArgs(event.args, one.args);
  }
  waiting.push(event);
}

void PerfettoReader::Impl::applyWaiting() {
  for (TraceEvent event; waiting.next(event);)
    if (far.keeps(event)) applyWaiting(event);
  waiting = {};
  std::vector<DecodedEvent>().swap(linked);
}

void PerfettoReader::Impl::applyWaiting(const TraceEvent& event) {
  DecodedEvent* more = event.flags & kLinked ? &linked[event.args] : nullptr;
  TraceEvent plain = event;
  if (!state.strata)
    calls.place(plain, static_cast<ForeignRole>((event.flags & kRoleBits) >> kRoleShift),
                more ? more->arrows.get() : nullptr);
  if (more) {
    more->event.call = plain.call;
    return apply(*more);
  }
  plain.flags = 0;
  switch (eventStep(event)) {
    case EventStep::Begin: state.store.begin(plain); break;
    case EventStep::Add: state.store.add(plain); break;
    case EventStep::End: state.store.end(plain.track, plain.begin, state.store.keptArgs(plain.args)); break;
  }
}

void PerfettoReader::Impl::finish() {
  if (std::exchange(finished, true)) return;
  framing.finish();
  if (!state.strata) {
    far.find();
    state.tracks.nameProcesses();
  }
  applyWaiting();
  tellDeaths();
  std::map<std::string, std::uint64_t> leftOut;
  if (const FarTimes::Found& found = far.found(); found.count > 0) {
    state.store.addProblem(found.sentence());
    leftOut[found.kind()] = found.count;
  }
  if (far.endsLeftOut() > 0) {
    state.store.addProblem(far.endsSentence());
    leftOut[std::string(FarSteps::kEndKind)] = far.endsLeftOut();
  }
  far = {};
  tellOutOfRange(leftOut);
  if (std::string unjoined = state.clocks.unjoinedSentence(); !unjoined.empty() && !state.strata)
    state.store.addProblem(std::move(unjoined));
  if (state.lostNames) state.store.addProblem("Some names were defined in a part of the stream that is missing.");
  if (!state.strata && framing.packets() > 0 && !std::exchange(foreign, true)) {
    const bool holdsEvents = state.store.snapshot()->bounds().has_value();
    if (holdsEvents && unread.zstd() > 0) state.store.addProblem(unread.zstdSentence());
    state.store.addMessage(unread.message(holdsEvents, std::move(leftOut)));
  }
  if (!running) return;
  state.store.addProblem(saved ? "The session was saved while its agent was at work: what came later is not in it."
                               : "The session has no End message: its agent was killed, crashed or is still running, "
                                 "or its file is cut short. All that arrived is shown.");
  cutOff();
}

void PerfettoReader::Impl::tellOutOfRange(std::map<std::string, std::uint64_t>& leftOut) {
  const std::uint64_t count = std::exchange(state.timesOutOfRange, 0);
  if (count == 0) return;
  leftOut["events with a time out of range"] = count;
  const bool one = count == 1;
  state.store.addProblem(fmt::format("{} with a time out of range {} skipped, {} {}.",
                                     howMany(count, "event", "events"), one ? "is" : "are",
                                     one ? "at byte" : "the first at byte", firstOutOfRange));
}

/// In one sentence, however many there were.
void PerfettoReader::Impl::tellDeaths() {
  constexpr std::size_t kMostNamed = 8;
  if (deaths.empty()) return;
  const std::size_t named = std::min(deaths.size(), kMostNamed);
  ofDeaths =
      deaths.size() == 1
          ? fmt::format(
                "An agent ended before byte {} without saying it was done, as one does that crashed or was "
                "ended at a kernel without end: what its last run had not told by then is missing. All else is "
                "here, and another agent follows.",
                deaths.front())
          : fmt::format(
                "{} agents ended without saying they were done, before the bytes {}{}, as those do that crashed "
                "or were ended at a kernel without end: what the last run of each had not told by then is "
                "missing. All else is here, and another agent follows.",
                deaths.size(), fmt::join(std::span(deaths).first(named), ", "), named < deaths.size() ? ", …" : "");
  deaths.clear();
  state.store.addProblem(ofDeaths);
}

/// An agent is gone that has not said it.
void PerfettoReader::Impl::cutOff() {
  state.openWork.clear();
  state.store.cutOffOpen();
  running = false;
}

PerfettoReader::PerfettoReader(TraceStore& store) : m_impl(std::make_unique<Impl>(store)) {}
PerfettoReader::~PerfettoReader() = default;

void PerfettoReader::feed(std::span<const std::byte> bytes) {
  m_impl->finished = false;
  m_impl->framing.feed({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void PerfettoReader::readRest() {
  m_impl->framing.readRest();
}

void PerfettoReader::finish() {
  m_impl->finish();
}

std::string_view PerfettoReader::deaths() const {
  return m_impl->ofDeaths;
}
std::uint64_t PerfettoReader::packets() const {
  return m_impl->framing.packets();
}
std::uint64_t PerfettoReader::skippedBytes() const {
  return m_impl->framing.skippedBytes();
}
std::uint64_t PerfettoReader::wholeBytes() const {
  return m_impl->framing.wholeBytes();
}

}  // namespace strata::inline trace
