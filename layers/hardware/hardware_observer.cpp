#include "layers/hardware/hardware_observer.h"

#include <string>

#include "engine/trace/trace_args.h"
#include "layers/hardware/work_token.h"

namespace strata::inline hardware {
namespace {

/// "H→D" of "copy H→D".
std::string_view arrowOf(CopyDirection direction) {
  const std::string_view name = copyName(direction);
  return name.substr(name.find(' ') + 1);
}

EventKind kindOf(const DeviceWork& work) {
  switch (work.kind) {
    case WorkKind::Copy: return EventKind::Copy;
    case WorkKind::Wait: return EventKind::Wait;
    case WorkKind::Kernel: break;
  }
  return EventKind::Kernel;
}

/// "(1, 2)", or "1" where only x says anything.
std::string indexText(Dim3 at) {
  const std::string x = std::to_string(at.x);
  if (at.y == 0 && at.z == 0) return x;
  return "(" + x + ", " + std::to_string(at.y) + (at.z > 0 ? ", " + std::to_string(at.z) : "") + ")";
}

/// In one line: a blank for each control character. An empty one says so.
std::string lineOf(std::string_view text) {
  std::string line(text.empty() ? "(an empty line)" : text);
  for (char& letter : line)
    if (static_cast<unsigned char>(letter) < ' ' || letter == 0x7f) letter = ' ';
  return line;
}

bool sameShape(const std::optional<LaunchShape>& a, const std::optional<LaunchShape>& b) {
  if (!a || !b) return !a && !b;
  return a->grid == b->grid && a->block == b->block && a->sharedBytes == b->sharedBytes;
}

/// What the calling thread works on; a device thread does one piece at a time.
struct Running {
  WorkQueues* queues = nullptr;
  int slot = WorkQueues::kNone;
};
thread_local Running t_running;

}  // namespace

HardwareObserver::HardwareObserver(TraceRecorder& recorder)
    : m_recorder(recorder),
      m_keys{recorder.intern(arg::kGridX),       recorder.intern(arg::kGridY),     recorder.intern(arg::kGridZ),
             recorder.intern(arg::kBlockX),      recorder.intern(arg::kBlockY),    recorder.intern(arg::kBlockZ),
             recorder.intern(arg::kSharedBytes), recorder.intern(arg::kBytes),     recorder.intern(arg::kDirection),
             recorder.intern(arg::kHostMemory),  recorder.intern("pinned"),        recorder.intern("pageable"),
             recorder.intern("timed_by"),        recorder.intern("device events"), recorder.intern("value"),
             recorder.intern(arg::kOfBlock),     recorder.intern(arg::kOfThread)},
      m_furtherStreams(recorder, "further streams", TrackKind::Queue, 0) {
  for (std::size_t i = 0; i < kDirections; ++i) {
    const auto direction = static_cast<CopyDirection>(i);
    const std::string_view name = copyName(direction);
    m_directions[i] = recorder.intern(arrowOf(direction));
    m_copyNames[i] = recorder.intern(name);
    m_copies[i] = std::make_unique<WorkQueues>(recorder, std::string(name), TrackKind::Copy, 0);
  }
}

void HardwareObserver::workBegin(const DeviceWork& work) {
  WorkQueues& queues = queuesOf(work);
  t_running = {&queues, queues.acquire()};
  if (t_running.slot == WorkQueues::kNone) return queues.drop();
  const WorkToken token = WorkToken::unpack(work.token);
  const QueueId queue = queues.queue(t_running.slot);
  if (work.kind == WorkKind::Kernel) {
    const WorkQueues::KnownKernel& kernel = knownKernel(queues, t_running.slot, work);
    m_recorder.workBegin(queue, EventKind::Kernel, kernel.id, token.call, token.correlation, kernel.args);
    return;
  }
  m_recorder.workBegin(queue, kindOf(work), nameOf(queues, t_running.slot, work), token.call, token.correlation);
  const ArgList args = argsOf(work);
  for (const Arg& arg : args.all()) m_recorder.arg(arg);
}

/// A model starts the same few kernels thousands of times a second.
const WorkQueues::KnownKernel& HardwareObserver::knownKernel(WorkQueues& queues, int slot, const DeviceWork& work) {
  WorkQueues::KnownKernel& kernel = queues.known(slot, work);
  if (kernel.id == NameId::None || kernel.name != work.name || !sameShape(kernel.shape, work.shape))
    kernel = {std::string(work.name), work.shape, m_recorder.intern(work.name),
              m_recorder.internArgs(kernelArgs(work).all())};
  return kernel;
}

NameId HardwareObserver::nameOf(WorkQueues& queues, int slot, const DeviceWork& work) {
  if (work.kind == WorkKind::Kernel) return knownKernel(queues, slot, work).id;
  return work.name == copyName(work.direction) ? m_copyNames[static_cast<std::size_t>(work.direction)]
                                               : m_recorder.intern(work.name);
}

void HardwareObserver::workEnd(WorkEnd how) {
  if (t_running.slot == WorkQueues::kNone) return;
  m_recorder.workEnd(t_running.queues->queue(t_running.slot), how);
  t_running.queues->release(t_running.slot);
  t_running = {};
}

void HardwareObserver::workDone(const DeviceWork& work, HostTime begin, Duration duration) {
  WorkQueues& queues = queuesOf(work);
  const int slot = queues.acquire();
  if (slot == WorkQueues::kNone) return queues.drop();
  const WorkToken token = WorkToken::unpack(work.token);
  ArgList args = argsOf(work);
  args.add(m_keys.timedBy, m_keys.events);
  m_recorder.work(queues.queue(slot), kindOf(work), nameOf(queues, slot, work), token.call, token.correlation, begin,
                  duration, args.all());
  queues.release(slot);
}

void HardwareObserver::printed(const PrintedLine& line) {
  const CallId call = WorkToken::unpack(line.token).call;
  if (line.leftOut > 0) {
    const std::string more = std::to_string(line.leftOut) + " more lines printed";
    return m_recorder.instant(Storey::Hardware, m_recorder.intern(more), call);
  }
  const std::uint64_t number = m_printed.fetch_add(1, std::memory_order_relaxed);
  if (number > kMaxPrinted) return;
  if (number == kMaxPrinted)
    return m_recorder.instant(Storey::Hardware, m_recorder.intern("further lines printed are not kept"), call);
  ArgList args;
  args.add(m_keys.ofBlock, m_recorder.intern(indexText(line.block)));
  args.add(m_keys.ofThread, m_recorder.intern(indexText(line.thread)));
  m_recorder.instant(Storey::Hardware, m_recorder.intern(lineOf(line.text)), call, args.all());
}

WorkQueues& HardwareObserver::queuesOf(const DeviceWork& work) {
  if (work.kind == WorkKind::Copy) return *m_copies[static_cast<std::size_t>(work.direction)];
  return kernelQueues(work.stream);
}

HardwareObserver::ArgList HardwareObserver::argsOf(const DeviceWork& work) const {
  if (work.kind == WorkKind::Kernel) return kernelArgs(work);
  if (work.kind == WorkKind::Copy) return copyArgs(work);
  ArgList args;
  args.add(m_keys.value, work.value);
  return args;
}

WorkQueues& HardwareObserver::kernelQueues(std::uint32_t stream) {
  if (stream >= kMaxStreams) return m_furtherStreams;
  if (WorkQueues* queues = m_streams[stream].load(std::memory_order_acquire)) return *queues;
  const Lock lock(m_mutex);
  if (WorkQueues* queues = m_streams[stream].load(std::memory_order_acquire)) return *queues;
  m_owned.push_back(
      std::make_unique<WorkQueues>(m_recorder, "stream " + std::to_string(stream), TrackKind::Queue, stream));
  m_streams[stream].store(m_owned.back().get(), std::memory_order_release);
  return *m_owned.back();
}

HardwareObserver::ArgList HardwareObserver::kernelArgs(const DeviceWork& work) const {
  ArgList args;
  if (!work.shape) return args;
  const LaunchShape& shape = *work.shape;
  args.add(m_keys.gridX, shape.grid.x);
  args.add(m_keys.gridY, shape.grid.y);
  args.add(m_keys.gridZ, shape.grid.z);
  args.add(m_keys.blockX, shape.block.x);
  args.add(m_keys.blockY, shape.block.y);
  args.add(m_keys.blockZ, shape.block.z);
  args.add(m_keys.sharedBytes, shape.sharedBytes);
  return args;
}

HardwareObserver::ArgList HardwareObserver::copyArgs(const DeviceWork& work) const {
  ArgList args;
  args.add(m_keys.bytes, work.bytes);
  args.add(m_keys.direction, m_directions[static_cast<std::size_t>(work.direction)]);
  if (work.direction != CopyDirection::DeviceToDevice)
    args.add(m_keys.hostMemory, work.pinned ? m_keys.pinned : m_keys.pageable);
  return args;
}

}  // namespace strata::inline hardware
