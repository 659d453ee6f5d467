#pragma once

#include <vector>

#include "engine/backends/cpu/arena.h"
#include "engine/backends/cpu/worker_pool.h"
#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "engine/device/device_info.h"
#include "engine/device/device_observer.h"
#include "engine/device/memory_in_use.h"
#include "engine/device/running_work.h"
#include "engine/device/stream_numbers.h"
#include "engine/device/work_control.h"

namespace strata::cpu {

class CpuStream;

/// What a CPU device, its streams and its buffers share; it lives as long as the last of them. Any thread.
struct CpuCore {
  CpuCore(DeviceInfo deviceInfo, unsigned workers)
      : info(std::move(deviceInfo)), arena(info.memoryBytes), pool(workers) {}

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
  MemoryInUse memory;
  DeviceObserver* observer = nullptr;  ///< set before the first stream is made
  WorkControl* control = nullptr;      ///< the same

 private:
  Mutex m_mutex;
  std::vector<CpuStream*> m_streams STRATA_GUARDED_BY(m_mutex);
};

}  // namespace strata::cpu
