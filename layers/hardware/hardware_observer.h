#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/device/device_observer.h"
#include "engine/trace/trace_recorder.h"
#include "layers/hardware/work_queues.h"

namespace strata::inline hardware {

/// The hardware storey: kernels, copies and waits as the device runs them, each on a queue, with the ids of the call
/// that asked for them. Any thread; workBegin and workEnd come in pairs, on the one that does the work.
class HardwareObserver {
 public:
  explicit HardwareObserver(TraceRecorder& recorder);

  void workBegin(const DeviceWork& work);
  void workEnd(WorkEnd how);
  /// Work that the device's own events timed; it says so.
  void workDone(const DeviceWork& work, HostTime begin, Duration duration);
  /// A line that a kernel printed: an instant on the thread that ran the block.
  void printed(const PrintedLine& line);

 private:
  static constexpr std::size_t kMaxStreams = 64, kDirections = 4, kMaxArgs = 8;
  static constexpr std::uint64_t kMaxPrinted = 100'000;  ///< lines whose texts are kept
  /// A few arguments, without a heap.
  struct ArgList {
    std::array<Arg, kMaxArgs> items;
    std::size_t size = 0;
    void add(NameId key, std::uint64_t value) { add({key, static_cast<std::int64_t>(value)}); }
    void add(NameId key, NameId value) { add({key, value}); }
    void add(const Arg& arg) {
      assert(size < kMaxArgs);
      items[size++] = arg;
    }
    std::span<const Arg> all() const { return {items.data(), size}; }
  };
  struct Keys {
    NameId gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes, bytes, direction, hostMemory, pinned, pageable,
        timedBy, events, value, ofBlock, ofThread;
  };

  WorkQueues& queuesOf(const DeviceWork& work);
  ArgList argsOf(const DeviceWork& work) const;
  WorkQueues& kernelQueues(std::uint32_t stream);
  const WorkQueues::KnownKernel& knownKernel(WorkQueues& queues, int slot, const DeviceWork& work);
  NameId nameOf(WorkQueues& queues, int slot, const DeviceWork& work);
  ArgList kernelArgs(const DeviceWork& work) const;
  ArgList copyArgs(const DeviceWork& work) const;

  TraceRecorder& m_recorder;
  Keys m_keys;
  std::array<NameId, kDirections> m_directions, m_copyNames;
  std::array<std::unique_ptr<WorkQueues>, kDirections> m_copies;
  WorkQueues m_furtherStreams;  ///< those beyond kMaxStreams
  Mutex m_mutex;
  std::vector<std::unique_ptr<WorkQueues>> m_owned STRATA_GUARDED_BY(m_mutex);
  std::array<std::atomic<WorkQueues*>, kMaxStreams> m_streams{};
  std::atomic<std::uint64_t> m_printed{0};
};

}  // namespace strata::inline hardware
