#include "engine/trace/reader_tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"

namespace strata::inline trace {

namespace {

namespace d = perfetto::track_descriptor;

constexpr std::uint32_t kCounterIncremental = 5, kCounterMultiplier = 4, kUnitTimeNs = 1;
constexpr std::uint64_t kMadeUpUuid = std::uint64_t{0x5354} << 48;
constexpr int kDeepestParent = 16;

void readProcess(std::string_view message, StreamTrack& track) {
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(d::kProcessPid): track.info.pid = reader.get_int32(); break;
      case bytesField(d::kProcessName): track.processName = textOf(reader); break;
      default: reader.skip();
    }
  }
}

void readThread(std::string_view message, StreamTrack& track) {
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(d::kThreadPid): track.info.pid = reader.get_int32(); break;
      case varintField(d::kThreadTid): track.info.tid = reader.get_int64(); break;
      case bytesField(d::kThreadName): track.threadName = textOf(reader); break;
      default: reader.skip();
    }
  }
}

std::string unitName(std::uint32_t unit) {
  switch (unit) {
    case kUnitTimeNs: return "ns";
    case d::kUnitCount: return "count";
    case d::kUnitBytes: return "bytes";
    default: return "";
  }
}

void readCounter(std::string_view message, StreamTrack& track) {
  track.info.kind = TrackKind::Counter;
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(d::kCounterUnit):
        if (track.info.unit.empty())
          track.info.unit = unitName(reader.get_uint32());
        else
          reader.skip();
        break;
      case bytesField(d::kCounterUnitName): track.info.unit = textOf(reader); break;
      case varintField(kCounterIncremental): track.incremental = reader.get_bool(); break;
      case varintField(kCounterMultiplier): track.multiplier = reader.get_int64(); break;
      default: reader.skip();
    }
  }
}

StreamTrack readDescriptor(std::string_view message) {
  StreamTrack track;
  for (auto reader = readerOf(message); reader.next();) {
    switch (reader.tag_and_type()) {
      case varintField(d::kUuid): track.info.uuid = reader.get_uint64(); break;
      case varintField(d::kParentUuid): track.parent = reader.get_uint64(); break;
      case bytesField(d::kName):
      case bytesField(d::kStaticName): track.info.name = textOf(reader); break;
      case bytesField(d::kProcess): readProcess(textOf(reader), track); break;
      case bytesField(d::kThread): readThread(textOf(reader), track); break;
      case bytesField(d::kCounter): readCounter(textOf(reader), track); break;
      default: reader.skip();
    }
  }
  return track;
}

/// FNV-1a: the same uuid for the same name, wherever it is read.
std::uint32_t textHash(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// The new description, with what only the old one knew.
void merge(StreamTrack& known, StreamTrack&& news) {
  if (known.byStrata) {
    known.parent = news.parent;
    return;
  }
  const std::uint32_t index = known.index;
  if (news.info.name.empty()) news.info.name = std::move(known.info.name);
  if (news.threadName.empty()) news.threadName = std::move(known.threadName);
  if (news.processName.empty()) news.processName = std::move(known.processName);
  if (news.info.pid == 0) news.info.pid = known.info.pid;
  if (news.info.tid == 0) news.info.tid = known.info.tid;
  if (news.parent == 0) news.parent = known.parent;
  news.sum = known.sum;
  known = std::move(news);
  known.index = index;
}

}  // namespace

void StreamTracks::describe(std::string_view message) {
  StreamTrack news = readDescriptor(message);
  StreamTrack& track = m_tracks[news.info.uuid];
  const std::uint64_t before = track.parent;
  merge(track, std::move(news));
  if (track.parent != before) noteParent(track);
  if (!track.processName.empty() && track.info.pid != 0) m_processes[track.info.pid] = track.processName;
  if (track.index != TraceStore::kNoTrack) publish(track);
  if (!track.threadName.empty()) renameThread(track);
}

void StreamTracks::noteParent(StreamTrack& track) {
  if (track.parent != 0) m_children[track.parent].push_back(&track);
}

/// A thread may be named after its tracks were described.
void StreamTracks::renameThread(const StreamTrack& thread) {
  const auto children = m_children.find(thread.info.uuid);
  if (children == m_children.end()) return;
  for (StreamTrack* track : children->second)
    if (track->parent == thread.info.uuid && track->index != TraceStore::kNoTrack &&
        track->info.thread != thread.threadName)
      publish(*track);
}

std::uint64_t StreamTracks::describeLegacyThread(std::string_view message) {
  StreamTrack news;
  readThread(message, news);
  news.info.uuid = kMadeUpUuid | std::uint64_t{1} << 47 | (static_cast<std::uint64_t>(news.info.tid) & 0xFFFFFFFF);
  const std::uint64_t uuid = news.info.uuid;
  merge(m_tracks[uuid], std::move(news));
  return uuid;
}

std::uint32_t StreamTracks::describeByStrata(const TrackInfo& info, Provenance provenance) {
  StreamTrack& track = m_tracks[info.uuid];
  track.info = info;
  if (!info.thread.empty()) track.threadName = info.thread;
  track.provenance = provenance;
  track.byStrata = true;
  publish(track);
  return track.index;
}

void StreamTracks::inherit(StreamTrack& track) {
  const StreamTrack* ancestor = &track;
  for (int depth = 0; depth < kDeepestParent && ancestor; ++depth) {
    if (track.info.pid == 0) track.info.pid = ancestor->info.pid;
    if (track.info.tid == 0) track.info.tid = ancestor->info.tid;
    if (track.info.thread.empty() || ancestor == &track) track.info.thread = ancestor->threadName;
    if (track.info.name.empty()) track.info.name = ancestor->threadName;
    if (track.info.name.empty()) track.info.name = ancestor->processName;
    const auto parent = m_tracks.find(ancestor->parent);
    ancestor = ancestor->parent == 0 || parent == m_tracks.end() ? nullptr : &parent->second;
  }
  if (track.info.name.empty())
    track.info.name =
        track.info.tid != 0 ? fmt::format("thread {}", track.info.tid) : fmt::format("track {}", track.info.uuid);
}

/// What a track of another tool's trace stands under, else what has its pid.
std::string StreamTracks::processOf(const StreamTrack& track) const {
  if (track.byStrata) return track.info.process;
  const StreamTrack* ancestor = &track;
  for (int depth = 0; depth < kDeepestParent && ancestor; ++depth) {
    if (!ancestor->processName.empty()) return ancestor->processName;
    const auto parent = m_tracks.find(ancestor->parent);
    ancestor = ancestor->parent == 0 || parent == m_tracks.end() ? nullptr : &parent->second;
  }
  const auto named = m_processes.find(track.info.pid);
  return named == m_processes.end() ? std::string() : named->second;
}

void StreamTracks::nameProcesses() {
  for (auto& [uuid, track] : m_tracks)
    if (track.index != TraceStore::kNoTrack && track.info.process != processOf(track)) publish(track);
}

void StreamTracks::publish(StreamTrack& track) {
  inherit(track);
  track.info.process = processOf(track);
  track.name = m_store.intern(track.info.name);
  track.index = m_store.track(track.info);
}

StreamTrack& StreamTracks::use(std::uint64_t uuid) {
  StreamTrack*& seat = m_recent[uuid % m_recent.size()];
  if (seat && seat->info.uuid == uuid && seat->index != TraceStore::kNoTrack) return *seat;
  StreamTrack& track = m_tracks[uuid];
  track.info.uuid = uuid;
  if (track.index == TraceStore::kNoTrack) publish(track);
  seat = &track;
  return track;
}

StreamTrack& StreamTracks::useCounterOf(std::uint64_t thread, std::string_view name) {
  const std::uint64_t uuid = thread ^ (kMadeUpUuid | textHash(name));
  StreamTrack& track = m_tracks[uuid];
  if (track.index == TraceStore::kNoTrack) {
    track.parent = thread;
    noteParent(track);
    track.info.name = name;
    track.info.kind = TrackKind::Counter;
  }
  return use(uuid);
}

void StreamTracks::makeQueue(StreamTrack& track) {
  if (track.info.kind != TrackKind::Host) return;
  track.info.kind = TrackKind::Queue;
  track.info.storey = Storey::Hardware;
  track.info.stream = ++m_streams;
  publish(track);
}

std::uint32_t StreamTracks::useQueue(std::string_view name, std::uint32_t gpu) {
  TrackInfo info;
  info.uuid = kMadeUpUuid | std::uint64_t{gpu & 0x7FFF} << 32 | textHash(name);
  if (const std::uint32_t known = m_store.findTrack(info.uuid); known != TraceStore::kNoTrack) return known;
  info.name = name;
  info.kind = TrackKind::Queue;
  info.storey = Storey::Hardware;
  info.stream = ++m_streams;
  m_queues.push_back({std::move(info), std::string(name), gpu});
  if (std::ranges::find(m_gpus, gpu) == m_gpus.end()) m_gpus.push_back(gpu);
  if (m_gpus.size() > 1)
    for (GpuQueue& queue : m_queues) nameGpuOf(queue);
  return m_store.track(m_queues.back().info);
}

void StreamTracks::nameGpuOf(GpuQueue& queue) {
  queue.info.pid = std::ranges::find(m_gpus, queue.gpu) - m_gpus.begin() + 1;
  queue.info.name = fmt::format("GPU {}{}{}", queue.gpu, queue.name.empty() ? "" : " ", queue.name);
  m_store.track(queue.info);
}

}  // namespace strata::inline trace
