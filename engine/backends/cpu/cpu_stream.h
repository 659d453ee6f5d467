#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "engine/backends/cpu/captured_work.h"
#include "engine/backends/cpu/cpu_copy.h"
#include "engine/backends/cpu/cpu_core.h"
#include "engine/backends/cpu/cpu_timeline.h"
#include "engine/backends/cpu/work_queue.h"
#include "engine/base/mutex.h"
#include "engine/device/device.h"

namespace strata::cpu {

/// A queue of operations, filled by one thread, and the thread that works them off in order.
class CpuStream final : public Stream {
 public:
  explicit CpuStream(std::shared_ptr<CpuCore> core);
  /// Waits for what is queued.
  ~CpuStream() override;

  Result<void> launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) override;
  Result<void> launchHost(std::string_view name, std::function<void()> work) override;
  Result<void> copy(Buffer& to, const Buffer& from, std::size_t bytes) override;
  Result<void> record(Event& event) override;
  Result<void> wait(Event& event) override;
  Result<void> hold(std::shared_ptr<StreamGate> gate) override;
  Result<void> synchronize() override;
  Result<std::unique_ptr<Graph>> capture(const std::function<Result<void>()>& enqueue) override;

  /// What is queued after it waits until the counter has reached the low 32 bits of `value`, or work is abandoned.
  Result<void> wait(std::shared_ptr<SharedCounter> counter, std::uint64_t value);
  /// Sets the counter to the low 32 bits of `value` when what is queued before is done, unless work is abandoned.
  Result<void> signal(std::shared_ptr<SharedCounter> counter, std::uint64_t value);
  /// Returns when all that is queued has been done.
  void drain();
  /// The first thing that went wrong since the last call.
  Result<void> takeError();
  /// Queues all that a graph of this stream holds as one operation.
  Result<void> launch(const std::shared_ptr<CapturedWork>& graph);

 private:
  /// Where the next operation goes: into the queue, or into what is captured.
  QueuedWork& place();
  void push();
  void enqueue(std::uint64_t token, std::function<void(std::uint64_t)> work);
  void threadMain();
  void run(QueuedWork& operation, BlockExecutor& executor);
  void runGraph(CapturedWork& graph, std::uint64_t token, BlockExecutor& executor);
  void runLaunch(PreparedLaunch& launch, std::uint64_t token, BlockExecutor& executor);
  /// An observer is told of it; what it, or the observer, throws is the stream's error.
  template <class Doing>
  void carryOut(const DeviceWork& work, const Doing& doing);
  void fail(std::string_view what, const std::exception_ptr& error);

  std::shared_ptr<CpuCore> m_core;
  StagingBuffer m_staging;

  WorkQueue m_queue;
  std::shared_ptr<CapturedWork> m_capture;  ///< while the stream captures
  Mutex m_mutex;
  std::optional<Error> m_error STRATA_GUARDED_BY(m_mutex);
  std::thread m_thread;
};

}  // namespace strata::cpu
