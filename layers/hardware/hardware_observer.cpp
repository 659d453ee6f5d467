#include "layers/hardware/hardware_observer.h"

#include <string>

#include "engine/trace/trace_args.h"
#include "layers/hardware/current_call.h"
#include "layers/hardware/work_token.h"

namespace strata {
namespace {

constexpr std::array<std::string_view, 4> kArrows{"H→D", "D→H", "D→D", "H→H"};

EventKind kindOf(const DeviceWork& work) {
  return work.kind == WorkKind::Copy ? EventKind::Copy : EventKind::Kernel;
}

/// What the calling thread works on; a device thread does one piece at a time.
struct Running {
  WorkLanes* lanes = nullptr;
  int lane = WorkLanes::kNone;
};
thread_local Running t_running;

}  // namespace

HardwareObserver::HardwareObserver(TraceRecorder& recorder)
    : m_recorder(recorder), m_keys{recorder.intern(arg::kGridX),       recorder.intern(arg::kGridY),
                                   recorder.intern(arg::kGridZ),       recorder.intern(arg::kBlockX),
                                   recorder.intern(arg::kBlockY),      recorder.intern(arg::kBlockZ),
                                   recorder.intern(arg::kSharedBytes), recorder.intern(arg::kBytes),
                                   recorder.intern(arg::kDirection),   recorder.intern(arg::kHostMemory),
                                   recorder.intern("pinned"),          recorder.intern("pageable"),
                                   recorder.intern("timed_by"),        recorder.intern("device events")} {
  for (std::size_t i = 0; i < kDirections; ++i) {
    const std::string name = "copy " + std::string(kArrows[i]);
    m_directions[i] = recorder.intern(kArrows[i]);
    m_copies[i] = std::make_unique<WorkLanes>(recorder, name, TrackKind::Copy, 0);
  }
}

void HardwareObserver::workBegin(const DeviceWork& work) {
  WorkLanes& lanes = lanesOf(work);
  t_running = {&lanes, lanes.acquire()};
  if (t_running.lane == WorkLanes::kNone) return;
  const WorkToken token = WorkToken::unpack(work.token);
  m_recorder.workBegin(lanes.queue(t_running.lane), kindOf(work), m_recorder.intern(work.name), token.call,
                       token.correlation);
  addArgs(work);
}

void HardwareObserver::workEnd() {
  if (t_running.lane == WorkLanes::kNone) return;
  m_recorder.workEnd(t_running.lanes->queue(t_running.lane));
  t_running.lanes->release(t_running.lane);
  t_running = {};
}

void HardwareObserver::workDone(const DeviceWork& work, HostTime begin, Duration duration) {
  WorkLanes& lanes = lanesOf(work);
  const int lane = lanes.acquire();
  if (lane == WorkLanes::kNone) return;
  const WorkToken token = WorkToken::unpack(work.token);
  m_recorder.work(lanes.queue(lane), kindOf(work), m_recorder.intern(work.name), token.call, token.correlation, begin,
                  duration);
  addArgs(work);
  m_recorder.arg(m_keys.timedBy, m_keys.events);
  lanes.release(lane);
}

WorkLanes& HardwareObserver::lanesOf(const DeviceWork& work) {
  if (work.kind == WorkKind::Copy) return *m_copies[static_cast<std::size_t>(work.direction)];
  return kernelLanes(work.stream);
}

void HardwareObserver::addArgs(const DeviceWork& work) {
  if (work.kind == WorkKind::Copy) {
    copyArgs(work);
  } else {
    kernelArgs(work);
  }
}

WorkLanes& HardwareObserver::kernelLanes(std::uint32_t stream) {
  const std::size_t slot = stream % kMaxStreams;
  if (WorkLanes* lanes = m_streams[slot].load(std::memory_order_acquire)) return *lanes;
  const std::scoped_lock lock(m_mutex);
  if (WorkLanes* lanes = m_streams[slot].load(std::memory_order_acquire)) return *lanes;
  m_owned.push_back(
      std::make_unique<WorkLanes>(m_recorder, "stream " + std::to_string(stream), TrackKind::Queue, stream));
  m_streams[slot].store(m_owned.back().get(), std::memory_order_release);
  return *m_owned.back();
}

void HardwareObserver::kernelArgs(const DeviceWork& work) {
  const auto add = [this](NameId key, std::uint64_t value) { m_recorder.arg(key, static_cast<std::int64_t>(value)); };
  if (work.shape.grid.count() * work.shape.block.count() <= 1) return;  // a library's host function has no launch shape
  add(m_keys.gridX, work.shape.grid.x);
  add(m_keys.gridY, work.shape.grid.y);
  add(m_keys.gridZ, work.shape.grid.z);
  add(m_keys.blockX, work.shape.block.x);
  add(m_keys.blockY, work.shape.block.y);
  add(m_keys.blockZ, work.shape.block.z);
  add(m_keys.sharedBytes, work.shape.sharedBytes);
}

void HardwareObserver::copyArgs(const DeviceWork& work) {
  m_recorder.arg(m_keys.bytes, static_cast<std::int64_t>(work.bytes));
  m_recorder.arg(m_keys.direction, m_directions[static_cast<std::size_t>(work.direction)]);
  if (work.direction == CopyDirection::DeviceToDevice) return;
  m_recorder.arg(m_keys.hostMemory, work.pinned ? m_keys.pinned : m_keys.pageable);
}

}  // namespace strata
