#include "engine/trace/state_messages.h"

#include <nlohmann/json.hpp>

namespace strata::inline trace {

namespace {

constexpr std::int32_t kCostRank = 100;

SessionMessage messageOf(MessageKind kind, const nlohmann::json& json) {
  return {kind, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), {}};
}

}  // namespace

SessionMessage trackMessage(const TrackInfo& track, Provenance provenance, std::uint64_t queueIid) {
  nlohmann::json json = {{"uuid", std::to_string(track.uuid)},
                         {"kind", trackKindKey(track.kind)},
                         {"storey", storeyInfo(track.storey).key},
                         {"name", track.name}};
  if (track.kind == TrackKind::Host || track.kind == TrackKind::TracingCost) {
    json["pid"] = track.pid;
    json["tid"] = track.tid;
    if (track.tid == 0 && !track.thread.empty()) json["thread"] = track.thread;
  }
  if (isDeviceTrack(track.kind)) {
    json["queue"] = track.stream;
    if (track.pid != 0) json["device"] = track.pid;
  }
  if (queueIid != 0) json["hw_queue_iid"] = queueIid;
  if (!track.process.empty()) json["process"] = track.process;
  if (track.kind == TrackKind::Counter) {
    json["unit"] = track.unit;
    json["provenance"] = provenanceKey(provenance);
  }
  return messageOf(MessageKind::Track, json);
}

SessionMessage dropsMessage(const std::map<std::uint64_t, std::uint64_t>& byUuid) {
  nlohmann::json json = nlohmann::json::object();
  for (const auto& [uuid, count] : byUuid) json[std::to_string(uuid)] = count;
  return messageOf(MessageKind::Drops, json);
}

SessionMessage openWorkMessage(const std::vector<OpenWork>& running) {
  nlohmann::json list = nlohmann::json::array();
  for (const OpenWork& work : running) {
    nlohmann::json entry = {{"track", std::to_string(work.track)},
                            {"kind", eventKindKey(work.kind)},
                            {"name", work.name},
                            {"begin", work.begin.ns}};
    if (work.call != 0) entry["call"] = std::to_string(work.call);
    if (work.correlation != 0) entry["correlation"] = std::to_string(work.correlation);
    list.push_back(std::move(entry));
  }
  return messageOf(MessageKind::OpenWork, list);
}

std::int32_t sliceTrackRank(TrackKind kind, Storey storey) {
  return kind == TrackKind::TracingCost ? kCostRank : static_cast<std::int32_t>(storey);
}

}  // namespace strata::inline trace
