#include <algorithm>
#include <bit>

#include "engine/trace/device_work.h"
#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"

namespace strata::inline trace {

namespace {

namespace t = perfetto::track_event;
using protozero::pbf_reader;

constexpr std::uint32_t kTimeDeltaUs = 1, kTimeAbsoluteUs = 16, kLegacyEvent = 6, kLegacyPhase = 2;
constexpr std::uint32_t kLegacyDurationUs = 3;
constexpr std::uint32_t kThreadTimeDelta = 2, kThreadTime = 17, kInstructionsDelta = 8, kInstructions = 20;
constexpr std::uint32_t kExtraValues = 12, kExtraTracks = 31, kExtraDoubleTracks = 45, kExtraDoubleValues = 46;
constexpr std::uint32_t kOldFlowIds = 36, kOldTerminatingFlowIds = 42;

/// What only other tools' events have, and few of them.
struct RareFields {
  std::optional<std::int64_t> deltaUs, absoluteUs;
  std::optional<std::int64_t> threadTimeDelta, threadTime, instructionsDelta, instructions;
  std::vector<std::uint64_t> extraTracks, extraDoubleTracks, extraValues, extraDoubleBits;
};

/// A TrackEvent as it stands in the stream.
struct EventFields {
  std::uint32_t type = 0;
  char phase = 0;
  std::uint64_t track = 0;
  NameId name = NameId::None, category = NameId::None;
  std::uint64_t call = 0, correlation = 0;
  double value = 0;
  std::uint64_t durationUs = 0;
  std::string_view annotations;      ///< from the first to the last, with their tags
  std::unique_ptr<RareFields> rare;  ///< null: none

  RareFields& makeRare() {
    if (!rare) rare = std::make_unique<RareFields>();
    return *rare;
  }
};

class EventFieldReader {
 public:
  EventFieldReader(ReaderState& state, const Sequence& sequence, EventFields& fields, DecodedEvent& out)
      : m_state(state), m_sequence(sequence), m_fields(fields), m_out(out) {}

  void read(std::string_view message) {
    pbf_reader reader = readerOf(message);
    for (const char* field = message.data(); reader.next(); field = reader.data().data())
      if (!readNumber(reader) && !readAnnotation(reader, field) && !readText(reader) && !readList(reader))
        reader.skip();
  }

 private:
  bool readNumber(pbf_reader& reader) {
    switch (reader.tag_and_type()) {
      case varintField(t::kType): m_fields.type = reader.get_uint32(); return true;
      case varintField(t::kTrackUuid): m_fields.track = reader.get_uint64(); return true;
      case varintField(t::kNameIid): m_fields.name = known(m_sequence.names, reader.get_uint64()); return true;
      case varintField(t::kCategoryIids): category(reader.get_uint64()); return true;
      case varintField(t::kCorrelationId): m_fields.call = reader.get_uint64(); return true;
      case varintField(t::kCounterValue): m_fields.value = static_cast<double>(reader.get_int64()); return true;
      case fixed64Field(t::kDoubleCounterValue): m_fields.value = reader.get_double(); return true;
      case varintField(kTimeDeltaUs): m_fields.makeRare().deltaUs = reader.get_int64(); return true;
      case varintField(kTimeAbsoluteUs): m_fields.makeRare().absoluteUs = reader.get_int64(); return true;
      default: return readOldCounter(reader);
    }
  }

  bool readOldCounter(pbf_reader& reader) {
    switch (reader.tag_and_type()) {
      case varintField(kThreadTimeDelta): m_fields.makeRare().threadTimeDelta = reader.get_int64(); return true;
      case varintField(kThreadTime): m_fields.makeRare().threadTime = reader.get_int64(); return true;
      case varintField(kInstructionsDelta): m_fields.makeRare().instructionsDelta = reader.get_int64(); return true;
      case varintField(kInstructions): m_fields.makeRare().instructions = reader.get_int64(); return true;
      default: return false;
    }
  }

  bool readAnnotation(pbf_reader& reader, const char* begin) {
    if (reader.tag_and_type() != bytesField(t::kDebugAnnotations)) return false;
    const std::string_view message = textOf(reader);
    if (!m_fields.annotations.empty()) begin = m_fields.annotations.data();
    m_fields.annotations = {begin, message.data() + message.size()};
    return true;
  }

  bool readText(pbf_reader& reader) {
    switch (reader.tag_and_type()) {
      case bytesField(t::kGpuCorrelation): readCorrelation(textOf(reader)); return true;
      case bytesField(t::kName): m_fields.name = m_state.store.intern(textOf(reader)); return true;
      case bytesField(t::kCategories): m_fields.category = m_state.store.intern(textOf(reader)); return true;
      case bytesField(t::kCategoryIids):
        for (const std::uint64_t iid : reader.get_packed_uint64()) category(iid);
        return true;
      case bytesField(kLegacyEvent): readLegacy(textOf(reader)); return true;
      default: return false;
    }
  }

  bool readList(pbf_reader& reader) {
    switch (reader.tag()) {
      case t::kFlowIds: appendIntegers(reader, true, m_out.makeArrows().flows); return true;
      case kOldFlowIds: appendIntegers(reader, false, m_out.makeArrows().flows); return true;
      case t::kTerminatingFlowIds: appendIntegers(reader, true, m_out.makeArrows().endingFlows); return true;
      case kOldTerminatingFlowIds: appendIntegers(reader, false, m_out.makeArrows().endingFlows); return true;
      case kExtraTracks: appendIntegers(reader, false, m_fields.makeRare().extraTracks); return true;
      case kExtraValues: appendIntegers(reader, false, m_fields.makeRare().extraValues); return true;
      case kExtraDoubleTracks: appendIntegers(reader, false, m_fields.makeRare().extraDoubleTracks); return true;
      case kExtraDoubleValues: appendIntegers(reader, true, m_fields.makeRare().extraDoubleBits); return true;
      default: return false;
    }
  }

  void readLegacy(std::string_view message) {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(kLegacyPhase): m_fields.phase = static_cast<char>(reader.get_int32()); break;
        case varintField(kLegacyDurationUs): m_fields.durationUs = reader.get_uint64(); break;
        default: reader.skip();
      }
    }
  }

  void readCorrelation(std::string_view message) {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      if (reader.tag() == t::kSubmissionEventIds)
        eachInteger(reader, false, [this](std::uint64_t id) { launch(id); });
      else
        reader.skip();
    }
  }

  void launch(std::uint64_t id) {
    if (m_fields.correlation == 0)
      m_fields.correlation = id;
    else
      m_out.makeArrows().moreLaunches.push_back(m_state.correlations.dense(id));
  }

  void category(std::uint64_t iid) { m_fields.category = known(m_sequence.categories, iid); }
  NameId known(const InternTable& table, std::uint64_t iid) { return m_state.known(table.get(iid)); }

  ReaderState& m_state;
  const Sequence& m_sequence;
  EventFields& m_fields;
  DecodedEvent& m_out;
};

/// Traces converted from older formats say a phase instead of a type.
std::uint32_t typeOfPhase(char phase) {
  switch (phase) {
    case 'B':
    case 'X': return t::kSliceBegin;
    case 'E': return t::kSliceEnd;
    case 'I':
    case 'i':
    case 'R': return t::kInstant;
    default: return 0;
  }
}

std::optional<HostTime> eventTime(ReaderState& state, Sequence& sequence, const PacketView& packet,
                                  const EventFields& fields) {
  if (packet.hasTimestamp) return packetTime(state, sequence, packet);
  static const RareFields kNone;
  const RareFields& said = fields.rare ? *fields.rare : kNone;
  const std::uint64_t before = said.deltaUs ? static_cast<std::uint64_t>(sequence.legacyTimeNs) : 0;
  const auto us = static_cast<std::uint64_t>(said.deltaUs.value_or(said.absoluteUs.value_or(0)));
  const std::optional<HostTime> time = timeInRange(before + us * 1000);
  if (time) sequence.legacyTimeNs = time->ns;
  return time;
}

void decodeAnnotations(ReaderState& state, const Sequence& sequence, std::string_view fields, std::vector<Arg>& args) {
  for (pbf_reader reader = readerOf(fields); reader.next();) {
    if (reader.tag_and_type() == bytesField(t::kDebugAnnotations))
      decodeAnnotation(state, sequence, textOf(reader), args);
    else
      reader.skip();
  }
}

void readArgs(ReaderState& state, Sequence& sequence, const EventFields& fields, DecodedEvent& out) {
  const auto decode = [&](std::vector<Arg>& args) { decodeAnnotations(state, sequence, fields.annotations, args); };
  if (fields.type == t::kSliceBegin || fields.type == t::kInstant)
    setArgs(state, sequence, state.annotations, fields.annotations, out, decode);
  else
    decode(out.args);
}

void setCounter(DecodedEvent& out, StreamTrack& track, HostTime time, double value) {
  value *= static_cast<double>(track.multiplier);
  if (track.incremental) value = track.sum += value;
  out.step = EventStep::Add;
  out.event.begin = time;
  out.event.track = track.index;
  out.event.storey = track.info.storey;
  out.event.kind = EventKind::Counter;
  out.event.payload = std::bit_cast<std::int64_t>(value);
  out.event.name = track.name;
  out.event.provenance = track.provenance;
}

void addExtraCounters(ReaderState& state, const std::vector<std::uint64_t>& tracks, const std::vector<double>& values,
                      HostTime time, std::vector<DecodedEvent>& out) {
  for (std::size_t i = 0; i < std::min(tracks.size(), values.size()); ++i)
    setCounter(out.emplace_back(), state.tracks.use(tracks[i]), time, values[i]);
}

void addExtraCounters(ReaderState& state, const Sequence& sequence, const RareFields& fields, HostTime time,
                      std::vector<DecodedEvent>& out) {
  if (fields.extraValues.empty() && fields.extraDoubleBits.empty()) return;
  std::vector<double> values, doubles;
  for (const std::uint64_t value : fields.extraValues)
    values.push_back(static_cast<double>(static_cast<std::int64_t>(value)));
  for (const std::uint64_t bits : fields.extraDoubleBits) doubles.push_back(std::bit_cast<double>(bits));
  const auto& tracks = fields.extraTracks.empty() ? sequence.counterTracks : fields.extraTracks;
  const auto& doubleTracks = fields.extraDoubleTracks.empty() ? sequence.doubleCounterTracks : fields.extraDoubleTracks;
  addExtraCounters(state, tracks, values, time, out);
  addExtraCounters(state, doubleTracks, doubles, time, out);
}

/// What old events say of their thread: `value` or a step from the last one, kept in `last`.
void addOldCounter(ReaderState& state, std::uint64_t thread, std::string_view name, std::optional<std::int64_t> step,
                   std::optional<std::int64_t> value, std::int64_t& last, std::int64_t unit, HostTime time,
                   std::vector<DecodedEvent>& out) {
  if (!step && !value) return;
  last = value.value_or(
      static_cast<std::int64_t>(static_cast<std::uint64_t>(last) + static_cast<std::uint64_t>(step.value_or(0))));
  setCounter(out.emplace_back(), state.tracks.useCounterOf(thread, name), time,
             static_cast<double>(last) * static_cast<double>(unit));
}

void addOldCounters(ReaderState& state, Sequence& sequence, std::uint64_t thread, const RareFields& fields,
                    HostTime time, std::vector<DecodedEvent>& out) {
  addOldCounter(state, thread, "thread_time", fields.threadTimeDelta, fields.threadTime, sequence.legacyThreadTimeUs,
                1000, time, out);
  addOldCounter(state, thread, "thread_instruction_count", fields.instructionsDelta, fields.instructions,
                sequence.legacyInstructions, 1, time, out);
}

Storey storeyOf(const ReaderState& state, const StreamTrack& track, NameId category) {
  if (track.byStrata && track.info.storey != Storey::Other) return track.info.storey;
  return storeyFromKey(state.store.name(category)).value_or(Storey::Other);
}

/// Device work may stand as plain slices, for older readers.
EventKind workKind(std::string_view category) {
  if (category == "kernel" || category == kCountingCategory) return EventKind::Kernel;
  if (category == "wait") return EventKind::Wait;
  return category == "copy" ? EventKind::Copy : EventKind::Slice;
}

/// Puts another tool's event on its storey by the table.
void placeForeign(ReaderState& state, StreamTrack& track, NameId category, DecodedEvent& out) {
  TraceEvent& event = out.event;
  const StoreyRule* rule = state.ruleOf(category, event.name);
  if (!rule) return;
  event.storey = rule->storey;
  out.role = rule->role;
  const bool copy = rule->role == ForeignRole::Copy;
  if (event.kind == EventKind::Instant || (rule->role != ForeignRole::Kernel && !copy)) return;
  event.kind = copy ? EventKind::Copy : EventKind::Kernel;
  state.tracks.makeQueue(track);
}

void setSlice(ReaderState& state, StreamTrack& track, const EventFields& fields, DecodedEvent& out) {
  TraceEvent& event = out.event;
  event.name = fields.name;
  event.call = static_cast<CallId>(state.calls.dense(fields.call));
  event.correlation = static_cast<CorrelationId>(state.correlations.dense(fields.correlation));
  event.storey = storeyOf(state, track, fields.category);
  if (fields.type == t::kInstant)
    event.kind = EventKind::Instant;
  else if (isDeviceTrack(track.info.kind))
    event.kind = workKind(state.store.name(fields.category));
  else if (track.info.kind == TrackKind::TracingCost)
    event.kind = EventKind::TracingCost;
  if (!track.byStrata && event.storey == Storey::Other) placeForeign(state, track, fields.category, out);
  if (fields.type == t::kSliceBegin && fields.phase != 'X') out.step = EventStep::Begin;
  if (fields.phase == 'X') event.payload = saneLength(event.begin, fields.durationUs * 1000).ns;
}

}  // namespace

std::optional<HostTime> packetTime(ReaderState& state, const Sequence& sequence, const PacketView& packet) {
  const std::uint32_t usual = state.strata ? 0 : perfetto::clock_snapshot::kBoottime;
  const std::uint32_t clock = packet.clock != 0 ? packet.clock : sequence.clock != 0 ? sequence.clock : usual;
  return state.clocks.toTrace(packet.timestamp, clock, packet.sequence);
}

void decodeTrackEvent(ReaderState& state, Sequence& sequence, const PacketView& packet,
                      std::vector<DecodedEvent>& out) {
  DecodedEvent decoded;
  EventFields fields;
  fields.track = sequence.track;
  EventFieldReader(state, sequence, fields, decoded).read(packet.trackEvent);
  if (fields.type == 0) fields.type = typeOfPhase(fields.phase);
  if (fields.type < t::kSliceBegin || fields.type > t::kCounter) return;
  if (!fields.annotations.empty()) readArgs(state, sequence, fields, decoded);

  const std::optional<HostTime> time = eventTime(state, sequence, packet, fields);
  if (!time) return void(++state.timesOutOfRange);
  if (fields.rare) {
    addExtraCounters(state, sequence, *fields.rare, *time, out);
    addOldCounters(state, sequence, fields.track, *fields.rare, *time, out);
  }
  StreamTrack& track = state.tracks.use(fields.track);
  decoded.event.begin = *time;
  decoded.event.track = track.index;
  if (fields.type == t::kSliceEnd)
    decoded.step = EventStep::End;
  else if (fields.type == t::kCounter)
    setCounter(decoded, track, *time, fields.value);
  else
    setSlice(state, track, fields, decoded);
  out.push_back(std::move(decoded));
}

}  // namespace strata::inline trace
