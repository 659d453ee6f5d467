#include <array>
#include <optional>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"

namespace strata::inline trace {

namespace {

namespace r = perfetto::render_stage;
using protozero::pbf_reader;

struct StageFields {
  std::uint64_t eventId = 0, duration = 0, queueIid = 0;
  std::uint32_t gpu = 0;
  NameId stage = NameId::None, name = NameId::None;
  std::string_view launch;
};

/// Where a launch says whose call it is, which each one says of itself; what stands before it many have alike.
struct LaunchCall {
  std::string_view before, after;
  std::uint64_t call = 0;
};

class StageFieldReader {
 public:
  StageFieldReader(ReaderState& state, const Sequence& sequence, StageFields& fields)
      : m_state(state), m_sequence(sequence), m_fields(fields) {}

  void read(std::string_view message) {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kEventId): m_fields.eventId = reader.get_uint64(); break;
        case varintField(r::kDuration): m_fields.duration = reader.get_uint64(); break;
        case varintField(r::kHwQueueIid): m_fields.queueIid = reader.get_uint64(); break;
        case varintField(r::kStageIid): m_fields.stage = specification(reader.get_uint64()); break;
        case varintField(r::kGpuId): m_fields.gpu = reader.get_uint32(); break;
        case bytesField(r::kName): m_fields.name = m_state.store.intern(textOf(reader)); break;
        case varintField(r::kNameIid): m_fields.name = m_state.known(m_sequence.names.get(reader.get_uint64())); break;
        case bytesField(r::kLaunch): m_fields.launch = textOf(reader); break;
        default: reader.skip();
      }
    }
  }

  NameId specification(std::uint64_t iid) { return m_state.known(m_sequence.specifications.get(iid)); }

 private:
  ReaderState& m_state;
  const Sequence& m_sequence;
  StageFields& m_fields;
};

class LaunchReader {
 public:
  LaunchReader(ReaderState& state, const Sequence& sequence) : m_state(state), m_sequence(sequence) {}

  LaunchCall findCall(std::string_view message) const {
    pbf_reader reader = readerOf(message);
    for (const char* field = message.data(); reader.next(); field = reader.data().data()) {
      if (reader.tag_and_type() != bytesField(r::kArgs)) {
        reader.skip();
      } else if (const auto call = callIn(textOf(reader))) {
        const char* const end = reader.data().data();
        return {{message.data(), field}, {end, message.data() + message.size()}, *call};
      }
    }
    return {message, {}, 0};
  }

  void readArgs(std::string_view message, std::vector<Arg>& args) const {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case bytesField(r::kGridSize): readSize(textOf(reader), {arg::kGridX, arg::kGridY, arg::kGridZ}, args); break;
        case bytesField(r::kWorkgroupSize):
          readSize(textOf(reader), {arg::kBlockX, arg::kBlockY, arg::kBlockZ}, args);
          break;
        case bytesField(r::kArgs): args.push_back(readArg(textOf(reader))); break;
        default: reader.skip();
      }
    }
  }

 private:
  using Keys = std::array<std::string_view, 3>;

  std::optional<std::uint64_t> callIn(std::string_view message) const {
    std::uint64_t value = 0;
    bool isCall = false;
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kArgNameIid):
          isCall = m_sequence.argNames.get(reader.get_uint64()) == m_state.callKey;
          break;
        case bytesField(r::kArgName): isCall = textOf(reader) == m_state.store.name(m_state.callKey); break;
        case varintField(r::kArgInt):
        case varintField(r::kArgUint): value = reader.get_uint64(); break;
        default: reader.skip();
      }
    }
    return isCall ? std::optional(value) : std::nullopt;
  }

  void readSize(std::string_view message, const Keys& keys, std::vector<Arg>& args) const {
    std::array<std::int64_t, 3> size{1, 1, 1};
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kX): size[0] = reader.get_uint32(); break;
        case varintField(r::kY): size[1] = reader.get_uint32(); break;
        case varintField(r::kZ): size[2] = reader.get_uint32(); break;
        default: reader.skip();
      }
    }
    for (std::size_t i = 0; i < 3; ++i) args.push_back({m_state.store.intern(keys[i]), size[i]});
  }

  Arg readArg(std::string_view message) const {
    Arg arg{NameId::None, std::int64_t{0}};
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kArgNameIid): arg.key = m_state.known(m_sequence.argNames.get(reader.get_uint64())); break;
        case bytesField(r::kArgName): arg.key = m_state.store.intern(textOf(reader)); break;
        case varintField(r::kArgInt):
        case varintField(r::kArgUint): arg.value = static_cast<std::int64_t>(reader.get_uint64()); break;
        case fixed64Field(r::kArgDouble): arg.value = reader.get_double(); break;
        case bytesField(r::kArgString): arg.value = m_state.store.intern(textOf(reader)); break;
        default: reader.skip();
      }
    }
    return arg;
  }

  ReaderState& m_state;
  const Sequence& m_sequence;
};

/// The call that a launch says it is of; its arguments go to the event.
std::uint64_t readLaunch(ReaderState& state, Sequence& sequence, std::string_view message, DecodedEvent& out) {
  const LaunchReader reader(state, sequence);
  const LaunchCall found = reader.findCall(message);
  if (found.after.empty()) {
    setArgs(state, sequence, state.launches, found.before, out,
            [&](std::vector<Arg>& args) { reader.readArgs(found.before, args); });
  } else {
    reader.readArgs(found.before, out.args);
    reader.readArgs(found.after, out.args);
    out.event.provenance = takeProvenance(state, out.args);
    out.stopped = sayStopped(state, out.args);
  }
  return found.call;
}

EventKind kindOf(std::string_view stage) {
  if (stage == "wait") return EventKind::Wait;
  const auto holds = [&](std::string_view part) { return stage.find(part) != std::string_view::npos; };
  return stage == "copy" || holds("emcpy") || holds("emset") ? EventKind::Copy : EventKind::Kernel;
}

}  // namespace

void decodeRenderStage(ReaderState& state, Sequence& sequence, const PacketView& packet,
                       std::vector<DecodedEvent>& out) {
  StageFields fields;
  StageFieldReader reader(state, sequence, fields);
  reader.read(packet.renderStage);

  const std::optional<HostTime> time = packetTime(state, sequence, packet);
  if (!time) return void(++state.timesOutOfRange);
  DecodedEvent decoded;
  TraceEvent& event = decoded.event;
  const std::uint64_t call = readLaunch(state, sequence, fields.launch, decoded);
  const auto queue = sequence.queues.find(fields.queueIid);
  event.track = queue != sequence.queues.end()
                    ? queue->second
                    : state.tracks.useQueue(state.store.name(reader.specification(fields.queueIid)), fields.gpu);
  event.begin = *time;
  event.payload = saneLength(*time, fields.duration).ns;
  event.name = fields.name != NameId::None ? fields.name : fields.stage;
  event.call = static_cast<CallId>(state.calls.dense(call));
  event.correlation = static_cast<CorrelationId>(state.correlations.dense(fields.eventId));
  event.storey = Storey::Hardware;
  event.kind = kindOf(state.store.name(fields.stage));
  out.push_back(std::move(decoded));
}

}  // namespace strata::inline trace
