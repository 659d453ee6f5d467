#include <array>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"

namespace strata {

namespace {

namespace r = perfetto::render_stage;
using protozero::pbf_reader;

constexpr std::uint32_t kGpuId = 11;

struct Fields {
  std::uint64_t eventId = 0, duration = 0, queueIid = 0, call = 0;
  std::uint32_t gpu = 0;
  NameId stage = NameId::None, name = NameId::None;
  Provenance provenance = Provenance::Measured;
  std::vector<Arg> args;
};

class FieldReader {
 public:
  FieldReader(ReaderState& state, const Sequence& sequence, Fields& fields)
      : m_state(state), m_sequence(sequence), m_fields(fields) {}

  void read(std::string_view message) {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kEventId): m_fields.eventId = reader.get_uint64(); break;
        case varintField(r::kDuration): m_fields.duration = reader.get_uint64(); break;
        case varintField(r::kHwQueueIid): m_fields.queueIid = reader.get_uint64(); break;
        case varintField(r::kStageIid): m_fields.stage = specification(reader.get_uint64()); break;
        case varintField(kGpuId): m_fields.gpu = reader.get_uint32(); break;
        case bytesField(r::kName): m_fields.name = m_state.store.intern(textOf(reader)); break;
        case varintField(r::kNameIid): m_fields.name = m_state.known(m_sequence.names.get(reader.get_uint64())); break;
        case bytesField(r::kLaunch): readLaunch(textOf(reader)); break;
        default: reader.skip();
      }
    }
  }

  NameId specification(std::uint64_t iid) { return m_state.known(m_sequence.specifications.get(iid)); }

 private:
  using Keys = std::array<std::string_view, 3>;

  void readLaunch(std::string_view message) {
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case bytesField(r::kGridSize): readSize(textOf(reader), {arg::kGridX, arg::kGridY, arg::kGridZ}); break;
        case bytesField(r::kWorkgroupSize): readSize(textOf(reader), {arg::kBlockX, arg::kBlockY, arg::kBlockZ}); break;
        case bytesField(r::kArgs): readArg(textOf(reader)); break;
        default: reader.skip();
      }
    }
  }

  void readSize(std::string_view message, const Keys& keys) {
    std::array<std::int64_t, 3> size{1, 1, 1};
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kX): size[0] = reader.get_uint32(); break;
        case varintField(r::kY): size[1] = reader.get_uint32(); break;
        case varintField(r::kZ): size[2] = reader.get_uint32(); break;
        default: reader.skip();
      }
    }
    for (std::size_t i = 0; i < 3; ++i) m_fields.args.push_back({m_state.store.intern(keys[i]), size[i]});
  }

  void readArg(std::string_view message) {
    Arg arg{NameId::None, std::int64_t{0}};
    std::uint64_t raw = 0;
    for (pbf_reader reader = readerOf(message); reader.next();) {
      switch (reader.tag_and_type()) {
        case varintField(r::kArgNameIid): arg.key = m_state.known(m_sequence.argNames.get(reader.get_uint64())); break;
        case bytesField(r::kArgName): arg.key = m_state.store.intern(textOf(reader)); break;
        case varintField(r::kArgInt):
        case varintField(r::kArgUint):
          raw = reader.get_uint64();
          arg.value = static_cast<std::int64_t>(raw);
          break;
        case fixed64Field(r::kArgDouble): arg.value = reader.get_double(); break;
        case bytesField(r::kArgString): arg.value = m_state.store.intern(textOf(reader)); break;
        default: reader.skip();
      }
    }
    if (arg.key == m_state.callKey)
      m_fields.call = raw;
    else
      m_fields.args.push_back(arg);
  }

  ReaderState& m_state;
  const Sequence& m_sequence;
  Fields& m_fields;
};

bool isCopy(std::string_view stage) {
  return stage == "copy" || stage.find("emcpy") != std::string_view::npos ||
         stage.find("emset") != std::string_view::npos;
}

}  // namespace

void decodeRenderStage(ReaderState& state, Sequence& sequence, const PacketView& packet,
                       std::vector<DecodedEvent>& out) {
  Fields fields;
  FieldReader reader(state, sequence, fields);
  reader.read(packet.renderStage);

  const HostTime time = packetTime(state, sequence, packet);
  DecodedEvent decoded;
  TraceEvent& event = decoded.event;
  const auto queue = sequence.queues.find(fields.queueIid);
  event.track = queue != sequence.queues.end()
                    ? queue->second
                    : state.tracks.useQueue(state.store.name(reader.specification(fields.queueIid)), fields.gpu);
  event.begin = time;
  event.payload = saneLength(time, fields.duration).ns;
  event.name = fields.name != NameId::None ? fields.name : fields.stage;
  event.call = static_cast<CallId>(state.calls.dense(fields.call));
  event.correlation = static_cast<CorrelationId>(state.correlations.dense(fields.eventId));
  event.storey = Storey::Hardware;
  event.kind = isCopy(state.store.name(fields.stage)) ? EventKind::Copy : EventKind::Kernel;
  event.provenance = takeProvenance(state, fields.args);
  decoded.args = std::move(fields.args);
  out.push_back(std::move(decoded));
}

}  // namespace strata
