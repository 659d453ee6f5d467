#include "tests/trace/writer_decode.h"

#include <unistd.h>

#include <protozero/pbf_reader.hpp>
#include <set>
#include <stdexcept>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/session_message.h"

namespace strata::test {
namespace {

using namespace perfetto;
using protozero::pbf_reader;
using Names = std::map<std::pair<Field, std::uint64_t>, std::string>;

void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

const std::string& nameOf(const Names& names, Field table, std::uint64_t iid) {
  const auto found = names.find({table, iid});
  require(found != names.end(), "name " + std::to_string(iid) + " used before it was interned");
  return found->second;
}

void intern(pbf_reader data, Names& names) {
  while (data.next()) {
    const Field table = data.tag();
    pbf_reader entry = data.get_message();
    std::uint64_t iid = 0;
    std::string text;
    while (entry.next()) {
      if (entry.tag() == interned_data::kIid)
        iid = entry.get_uint64();
      else if (entry.tag() == interned_data::kName)
        text = entry.get_string();
      else
        entry.skip();
    }
    require(names.emplace(std::pair{table, iid}, text).second, "interned twice: " + text);
  }
}

void annotation(pbf_reader reader, const Names& names, Packet& packet) {
  std::string key, value;
  while (reader.next()) {
    switch (reader.tag()) {
      case debug_annotation::kNameIid:
        key = nameOf(names, interned_data::kDebugAnnotationNames, reader.get_uint64());
        break;
      case debug_annotation::kInt: value = std::to_string(reader.get_int64()); break;
      case debug_annotation::kDouble: value = std::to_string(reader.get_double()); break;
      case debug_annotation::kStringIid:
        value = nameOf(names, interned_data::kDebugAnnotationStrings, reader.get_uint64());
        break;
      default: throw std::runtime_error("unknown annotation field");
    }
  }
  packet.args[key] = value;
}

void trackEvent(pbf_reader reader, const Names& names, Packet& packet) {
  while (reader.next()) {
    switch (reader.tag()) {
      case track_event::kType: packet.what = static_cast<Packet::What>(reader.get_enum() - 1); break;
      case track_event::kTrackUuid: packet.track = reader.get_uint64(); break;
      case track_event::kCategoryIids:
        packet.category = nameOf(names, interned_data::kEventCategories, reader.get_uint64());
        break;
      case track_event::kNameIid: packet.name = nameOf(names, interned_data::kEventNames, reader.get_uint64()); break;
      case track_event::kCorrelationId: packet.call = reader.get_uint64(); break;
      case track_event::kDoubleCounterValue: packet.value = reader.get_double(); break;
      case track_event::kDebugAnnotations: annotation(reader.get_message(), names, packet); break;
      case track_event::kGpuCorrelation: {
        pbf_reader link = reader.get_message();
        require(link.next(track_event::kSubmissionEventIds), "empty gpu_correlation");
        packet.correlation = link.get_uint64();
        break;
      }
      default: throw std::runtime_error("unknown track event field");
    }
  }
}

void size(pbf_reader reader, const std::string& prefix, Packet& packet) {
  while (reader.next()) packet.args[prefix + "_" + "xyz"[reader.tag() - 1]] = std::to_string(reader.get_uint32());
}

void launchArg(pbf_reader reader, const Names& names, Packet& packet) {
  std::string key;
  while (reader.next()) {
    if (reader.tag() == render_stage::kArgNameIid)
      key = nameOf(names, interned_data::kComputeArgNames, reader.get_uint64());
    else if (reader.tag() == render_stage::kArgInt)
      packet.args[key] = std::to_string(reader.get_int64());
    else if (reader.tag() == render_stage::kArgUint)
      packet.call = reader.get_uint64();
    else if (reader.tag() == render_stage::kArgDouble)
      packet.args[key] = std::to_string(reader.get_double());
    else
      packet.args[key] = reader.get_string();
  }
}

void launch(pbf_reader reader, const Names& names, Packet& packet) {
  while (reader.next()) {
    if (reader.tag() == render_stage::kGridSize)
      size(reader.get_message(), "grid", packet);
    else if (reader.tag() == render_stage::kWorkgroupSize)
      size(reader.get_message(), "block", packet);
    else
      launchArg(reader.get_message(), names, packet);
  }
}

void work(pbf_reader reader, const Names& names, Packet& packet) {
  packet.what = Packet::What::Work;
  while (reader.next()) {
    switch (reader.tag()) {
      case render_stage::kEventId: packet.correlation = reader.get_uint64(); break;
      case render_stage::kDuration: packet.duration = reader.get_uint64(); break;
      case render_stage::kHwQueueIid:
        packet.queueIid = reader.get_uint64();
        nameOf(names, interned_data::kGpuSpecifications, packet.queueIid);
        break;
      case render_stage::kStageIid:
        packet.category = nameOf(names, interned_data::kGpuSpecifications, reader.get_uint64());
        break;
      case render_stage::kNameIid: packet.name = nameOf(names, interned_data::kEventNames, reader.get_uint64()); break;
      case render_stage::kLaunch: launch(reader.get_message(), names, packet); break;
      default: throw std::runtime_error("unknown render stage field");
    }
  }
}

void message(pbf_reader reader, Packet& packet) {
  packet.what = Packet::What::Message;
  while (reader.next()) {
    if (reader.tag() == strata_message::kKind)
      packet.kind = reader.get_uint32();
    else if (reader.tag() == strata_message::kJson)
      packet.json = nlohmann::json::parse(reader.get_string());
    else
      packet.blob = reader.get_view().size();
  }
}

void descriptor(pbf_reader reader, Packet& packet) {
  packet.what = Packet::What::SliceTrack;
  while (reader.next()) {
    switch (reader.tag()) {
      case track_descriptor::kUuid: packet.track = reader.get_uint64(); break;
      case track_descriptor::kParentUuid: packet.parent = reader.get_uint64(); break;
      case track_descriptor::kName: packet.name = reader.get_string(); break;
      case track_descriptor::kProcess:
        packet.what = Packet::What::Process;
        reader.skip();
        break;
      case track_descriptor::kThread: {
        packet.what = Packet::What::Thread;
        pbf_reader thread = reader.get_message();
        while (thread.next()) {
          if (thread.tag() == track_descriptor::kThreadTid)
            packet.tid = thread.get_int64();
          else if (thread.tag() == track_descriptor::kThreadName)
            packet.name = thread.get_string();
          else
            thread.skip();
        }
        break;
      }
      default: reader.skip();
    }
  }
}

Packet decodeOne(pbf_reader reader, Names& names) {
  Packet packet;
  bool sequence = false;
  while (reader.next()) {
    switch (reader.tag()) {
      case packet::kTimestamp: packet.time = reader.get_uint64(); break;
      case packet::kSequenceId: sequence = reader.get_uint32() != 0; break;
      case packet::kInternedData: intern(reader.get_message(), names); break;
      case packet::kTrackEvent: trackEvent(reader.get_message(), names, packet); break;
      case packet::kGpuRenderStageEvent: work(reader.get_message(), names, packet); break;
      case packet::kStrata: message(reader.get_message(), packet); break;
      case packet::kTrackDescriptor: descriptor(reader.get_message(), packet); break;
      case packet::kClockSnapshot:
        packet.what = Packet::What::Clock;
        reader.skip();
        break;
      default: reader.skip();
    }
  }
  require(sequence, "packet without a sequence");
  return packet;
}

std::uint64_t number(const nlohmann::json& json) {
  return std::stoull(json.get<std::string>());
}

void endSlice(Session& session, std::map<std::uint64_t, std::vector<std::size_t>>& open, const Packet& packet) {
  std::vector<std::size_t>& stack = open[packet.track];
  require(!stack.empty(), "an end without a begin");
  Session::Slice& slice = session.slices[stack.back()];
  slice.end = packet.time;
  slice.args.insert(packet.args.begin(), packet.args.end());
  require(slice.end >= slice.begin, "a slice ends before it begins");
  stack.pop_back();
}

void takeMessage(Session& session, const Packet& packet) {
  if (packet.kind == static_cast<std::uint32_t>(MessageKind::Track))
    session.tracks[number(packet.json["uuid"])] = packet.json;
  if (packet.kind == static_cast<std::uint32_t>(MessageKind::Drops))
    for (const auto& [uuid, count] : packet.json.items()) session.drops[std::stoull(uuid)] = count;
}

}  // namespace

std::vector<Packet> decode(std::string_view bytes) {
  std::vector<Packet> packets;
  Names names;
  pbf_reader trace(bytes.data(), bytes.size());
  while (trace.next()) {
    require(trace.tag() == trace_message::kPacket, "not a packet");
    packets.push_back(decodeOne(trace.get_message(), names));
  }
  return packets;
}

Session readAll(std::string_view bytes) {
  Session session;
  session.packets = decode(bytes);
  std::map<std::uint64_t, std::vector<std::size_t>> open;
  std::map<std::uint64_t, std::uint64_t> newest;
  std::set<std::uint64_t> described;
  for (const Packet& packet : session.packets) {
    using What = Packet::What;
    if (packet.what == What::SliceTrack || packet.what == What::Thread || packet.what == What::Process)
      described.insert(packet.track);
    if (packet.what == What::Begin || packet.what == What::End || packet.what == What::Instant ||
        packet.what == What::Counter) {
      require(described.contains(packet.track), "a track used before it was introduced");
      require(session.tracks.contains(packet.track), "a track without a Track message");
      require(packet.time >= newest[packet.track], "time goes back on a track");
      newest[packet.track] = packet.time;
    }
    switch (packet.what) {
      case What::Begin:
        session.slices.push_back({packet.track, packet.time, 0, packet.name, packet.args, open[packet.track].size()});
        open[packet.track].push_back(session.slices.size() - 1);
        break;
      case What::End: endSlice(session, open, packet); break;
      case What::Instant: session.instants.push_back(packet); break;
      case What::Counter: session.counters.push_back(packet); break;
      case What::Work: session.works.push_back(packet); break;
      case What::Message: takeMessage(session, packet); break;
      default: break;
    }
  }
  return session;
}

std::vector<Packet> Session::messages(std::uint32_t kind) const {
  std::vector<Packet> found;
  for (const Packet& packet : packets)
    if (packet.what == Packet::What::Message && packet.kind == kind) found.push_back(packet);
  return found;
}

std::uint64_t Session::trackNamed(const std::string& name) const {
  for (const auto& [uuid, json] : tracks)
    if (json["name"] == name) return uuid;
  throw std::runtime_error("no track is called " + name);
}

std::uint64_t Session::droppedTotal() const {
  std::uint64_t total = 0;
  for (const auto& [uuid, count] : drops) total += count;
  return total;
}

std::string contents(int fd) {
  std::string bytes(static_cast<std::size_t>(lseek(fd, 0, SEEK_END)), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n = pread(fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    require(n > 0, "the file could not be read");
    done += static_cast<std::size_t>(n);
  }
  return bytes;
}

}  // namespace strata::test
