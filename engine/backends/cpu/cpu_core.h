#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/backends/cpu/arena.h"
#include "engine/backends/cpu/worker_pool.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/device_observer.h"
#include "engine/device/running_work.h"
#include "engine/device/stream_numbers.h"
#include "engine/device/work_control.h"

namespace strata::cpu {

class CpuStream;

/// What a CPU device, its streams and its buffers share; it lives as long as the last of them. Any thread.
struct CpuCore {
  CpuCore(DeviceInfo deviceInfo, unsigned workers)
      : info(std::move(deviceInfo)), arena(info.memoryBytes), pool(workers) {}

  /// Counts and reports that memory of a kind grew or shrank by the piece at `data`.
  void countMemory(MemoryKind kind, const void* data, std::int64_t bytes);
  void addStream(CpuStream* stream);
  void removeStream(CpuStream* stream);
  std::vector<CpuStream*> streams();
  /// Waits until all streams are idle; what went wrong stays for their synchronize.
  void drain();
  bool abandoned() const { return control && control->abandoned(); }
  /// Error Stopped while kernels are abandoned.
  Result<void> whole() const;

  const DeviceInfo info;
  Arena arena;
  WorkerPool pool;
  RunningWork running;
  StreamNumbers streamNumbers;
  DeviceObserver* observer = nullptr;  ///< set before the first stream is made
  WorkControl* control = nullptr;      ///< the same

 private:
  std::array<std::atomic<std::uint64_t>, 3> m_memory{};
  Mutex m_mutex;
  std::vector<CpuStream*> m_streams STRATA_GUARDED_BY(m_mutex);
};

}  // namespace strata::cpu
