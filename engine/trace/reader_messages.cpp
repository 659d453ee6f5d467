#include <charconv>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"
#include "engine/trace/reader_state.h"

namespace strata::inline trace {

namespace {

using Json = nlohmann::json;

/// The member if it is there, else null.
const Json& at(const Json& object, const char* key) {
  static const Json kNull;
  if (!object.is_object()) return kNull;
  const auto found = object.find(key);
  return found == object.end() ? kNull : *found;
}

std::string textAt(const Json& object, const char* key) {
  const Json& value = at(object, key);
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::int64_t numberAt(const Json& object, const char* key) {
  const Json& value = at(object, key);
  return value.is_number_integer() ? value.get<std::int64_t>() : 0;
}

std::uint64_t parseId(const std::string& text) {
  std::uint64_t id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  return id;
}

/// Ids stand as decimal texts, because many JSON readers lose bits above 2⁵³.
std::uint64_t idAt(const Json& object, const char* key) {
  const Json& value = at(object, key);
  if (value.is_number_integer()) return value.get<std::uint64_t>();
  return value.is_string() ? parseId(value.get_ref<const std::string&>()) : 0;
}

std::string deviceOf(const Json& hello) {
  const Json& device = at(hello, "device");
  return deviceInTracks(textAt(device, "backend"), numberAt(device, "index"), textAt(device, "name"));
}

void readTrack(ReaderState& state, Sequence& sequence, const Json& json) {
  TrackInfo info;
  info.uuid = idAt(json, "uuid");
  if (info.uuid == 0) return;
  info.name = textAt(json, "name");
  info.kind = trackKindFromKey(textAt(json, "kind")).value_or(TrackKind::Host);
  info.storey = storeyFromKey(textAt(json, "storey")).value_or(Storey::Other);
  info.pid = numberAt(json, isDeviceTrack(info.kind) ? "device" : "pid");
  info.tid = numberAt(json, "tid");
  info.thread = textAt(json, "thread");
  if (info.kind == TrackKind::Queue) info.stream = static_cast<std::uint32_t>(numberAt(json, "queue"));
  info.unit = textAt(json, "unit");
  info.process = textAt(json, "process");
  info.device = state.device;
  const Provenance provenance = provenanceFromKey(textAt(json, "provenance")).value_or(Provenance::Measured);
  const std::uint32_t index = state.tracks.describeByStrata(info, provenance);
  if (const std::uint64_t iid = idAt(json, "hw_queue_iid"); iid != 0) sequence.queues[iid] = index;
}

void readDrops(ReaderState& state, const Json& json) {
  if (!json.is_object()) return;
  for (const auto& [uuid, count] : json.items())
    if (count.is_number_integer())
      state.store.setDropped(state.tracks.use(parseId(uuid)).index, count.get<std::uint64_t>());
}

void readOpenWork(ReaderState& state, std::uint32_t sequence, const Json& json) {
  std::vector<TraceEvent>& running = state.openWork[sequence];
  running.clear();
  if (!json.is_array()) return;
  for (const Json& work : json) {
    TraceEvent event;
    event.track = state.store.findTrack(idAt(work, "track"));
    if (event.track == TraceStore::kNoTrack) continue;
    event.begin = sane(static_cast<std::uint64_t>(numberAt(work, "begin")));
    event.name = state.store.intern(textAt(work, "name"));
    event.call = static_cast<CallId>(state.calls.dense(idAt(work, "call")));
    event.correlation = static_cast<CorrelationId>(state.correlations.dense(idAt(work, "correlation")));
    const EventKind kind = eventKindFromKey(textAt(work, "kind")).value_or(EventKind::Kernel);
    event.kind = isOnDevice(kind) ? kind : EventKind::Kernel;
    event.storey = Storey::Hardware;
    running.push_back(event);
  }
}

void showOpenWork(ReaderState& state) {
  std::vector<TraceEvent> all;
  for (const auto& [sequence, running] : state.openWork) all.insert(all.end(), running.begin(), running.end());
  state.store.setOpenWork(std::move(all));
}

struct RawMessage {
  std::uint32_t kind = 0;
  std::string_view json, blob;
};

RawMessage parse(std::string_view bytes) {
  namespace m = perfetto::strata_message;
  RawMessage raw;
  for (auto reader = readerOf(bytes); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(m::kKind): raw.kind = reader.get_uint32(); break;
      case bytesField(m::kJson): raw.json = textOf(reader); break;
      case bytesField(m::kBlob): raw.blob = textOf(reader); break;
      default: reader.skip();
    }
  }
  return raw;
}

void keep(ReaderState& state, const RawMessage& raw) {
  SessionMessage message;
  message.kind = static_cast<MessageKind>(raw.kind);
  message.json = raw.json;
  message.blob.resize(raw.blob.size() / sizeof(float));
  if (!message.blob.empty()) std::memcpy(message.blob.data(), raw.blob.data(), message.blob.size() * sizeof(float));
  state.store.addMessage(std::move(message));
}

}  // namespace

MessageKind readStrataMessage(ReaderState& state, Sequence& sequence, std::uint32_t sequenceId,
                              std::string_view message) {
  const RawMessage raw = parse(message);
  const auto kind = static_cast<MessageKind>(raw.kind);
  state.strata = true;
  const bool isState = kind == MessageKind::Track || kind == MessageKind::Drops || kind == MessageKind::OpenWork;
  if (!isState) keep(state, raw);
  if (!isState && kind != MessageKind::Hello) return kind;
  const Json json = Json::parse(raw.json, nullptr, false);
  if (kind == MessageKind::Hello) {
    state.device = deviceOf(json);
    return kind;
  }
  if (json.is_discarded())
    state.store.addProblem("A message that describes tracks or running work is damaged; it was skipped.");
  if (kind == MessageKind::Track) readTrack(state, sequence, json);
  if (kind == MessageKind::Drops) readDrops(state, json);
  if (kind == MessageKind::OpenWork) {
    readOpenWork(state, sequenceId, json);
    showOpenWork(state);
  }
  return kind;
}

}  // namespace strata::inline trace
