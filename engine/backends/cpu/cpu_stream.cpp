#include "engine/backends/cpu/cpu_stream.h"

#include <fmt/format.h>
#include <pthread.h>

#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/backends/cpu/cpu_event.h"
#include "engine/backends/cpu/cpu_graph.h"
#include "engine/backends/cpu/cpu_launch.h"
#include "engine/backends/cpu/signal_stack.h"
#include "engine/base/exception_error.h"
#include "engine/device/device_checks.h"
#include "engine/device/stream_gate.h"

namespace strata::cpu {
namespace {

/// A piece of work lasts as long as this object; an observer is told, if there is one. It counts as running until the
/// next one, or until the stream has nothing left.
class WorkScope {
 public:
  WorkScope(CpuCore& core, const DeviceWork& work) : m_core(core), m_work(work) {
    m_core.running.began(m_work.stream, m_work.name);
    if (m_core.observer) m_core.observer->workBegin(m_work);
  }
  ~WorkScope() {
    if (!m_core.observer) return;
    if (m_work.shape.has_value() && m_core.abandoned())
      m_core.observer->workAbandoned(m_work);
    else
      m_core.observer->workEnd(m_work);
  }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  CpuCore& m_core;
  const DeviceWork& m_work;
};

DeviceWork kernelWork(std::string_view name, std::optional<LaunchShape> shape, std::uint32_t stream,
                      std::uint64_t token) {
  DeviceWork work;
  work.name = name;
  work.stream = stream;
  work.token = token;
  work.shape = shape;
  return work;
}

void runObserved(const Grid& grid, BlockObserver& observer, const CpuCore& core, BlockExecutor& executor) {
  Grid watched = grid;
  watched.observer = &observer;
  std::uint64_t from = 0;
  while (!core.abandoned()) {
    const auto block = observer.nextBlock(from);
    if (!block) return;
    from = *block + 1;
    executor.run(watched, *block, from);
    observer.blockEnds();
  }
}

std::exception_ptr runObserved(std::string_view kernel, const Grid& grid, LaunchObserver& observer, CpuCore& core,
                               BlockExecutor& executor) {
  const std::vector<BlockObserver*> observers = observer.launchBegins(
      {kernel, grid.shape, core.info.waveSize, core.arena.inUse(), grid.control}, core.pool.threads());
  std::exception_ptr error = core.pool.run(
      observers.size(),
      [&](BlockExecutor& runs, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) runObserved(grid, *observers[i], core, runs);
      },
      executor);
  observer.launchEnds();
  return error;
}

/// Looks again now and then: nobody rings when work is abandoned, nor may a device of another that counts.
void await(std::atomic<std::uint32_t>& counter, std::uint32_t value, const CpuCore& core) {
  constexpr Duration kLook{5'000'000};
  std::uint32_t seen = counter.load(std::memory_order_acquire);
  while (!hasReached(seen, value) && !core.abandoned()) {
    systemCall(core.observer, "futex(FUTEX_WAIT)", [&] { return waitForChange(counter, seen, kLook); });
    seen = counter.load(std::memory_order_acquire);
  }
}

Error failure(std::string_view what, const std::exception_ptr& thrown) {
  const auto because = [&](std::string_view why) {
    return Error{ErrorCode::Internal, fmt::format("\"{}\" failed on the CPU device: {}.", what, why), Storey::Hardware};
  };
  try {
    std::rethrow_exception(thrown);
  } catch (const cpu::Misuse& misuse) {
    return because(misuse.words);
  } catch (const std::bad_alloc& none) {
    Error error = exceptionError(fmt::format("\"{}\" on the CPU device", what), none);
    error.storey = Storey::Hardware;
    return error;
  } catch (const std::exception& e) {
    return because(e.what());
  } catch (...) {
    return because("an exception without a message");
  }
}

}  // namespace

template <class Doing>
void CpuStream::carryOut(const DeviceWork& work, const Doing& doing) {
  try {
    const WorkScope scope(*m_core, work);
    doing();
  } catch (...) {
    fail(work.name, std::current_exception());
  }
}

CpuStream::CpuStream(std::shared_ptr<CpuCore> core)
    : Stream(core->streamNumbers.take()),
      m_core(std::move(core)),
      m_queue(m_core->pool.alone() ? Doorbell::kAlone : Doorbell::kEager),
      m_thread([this] { threadMain(); }) {
  m_core->addStream(this);
}

CpuStream::~CpuStream() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamDestroy");
  drain();
  m_core->removeStream(this);
  m_queue.stop(m_core->observer);
  m_thread.join();
  m_core->streamNumbers.give(number());
}

Result<void> CpuStream::launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataLaunchKernel");
  QueuedWork& operation = place();
  STRATA_TRY(operation.launch.prepare(m_core->info, kernel, shape, arguments));
  operation.token = call.token();
  push();
  return {};
}

Result<void> CpuStream::launchHost(std::string_view name, std::function<void()> work) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataLaunchHostFunc");
  enqueue(call.token(), [this, name = std::string(name), work = std::move(work)](std::uint64_t token) {
    if (m_core->abandoned()) return;
    carryOut(kernelWork(name, std::nullopt, number(), token), work);
  });
  return {};
}

Result<void> CpuStream::copy(Buffer& to, const Buffer& from, std::size_t bytes) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataMemcpyAsync");
  STRATA_ASSIGN(const CopyPlan plan, planCopy(to, from, bytes, number()));
  if (m_capture && plan.staged) return notCapturable("A copy of pageable memory");
  enqueue(call.token(), [this, plan](std::uint64_t token) {
    DeviceWork work = plan.work;
    work.token = token;
    carryOut(work, [&] {
      if (plan.staged) {
        m_staging.copyThrough(plan.to, plan.from, plan.work.bytes);
      } else {
        std::memmove(plan.to, plan.from, plan.work.bytes);
      }
    });
  });
  if (!plan.staged) return {};
  drain();
  return m_core->whole();
}

Result<void> CpuStream::record(Event& event) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataEventRecord");
  if (m_capture) return notCapturable("An event");
  STRATA_ASSIGN(CpuEvent* const own, ownEvent<CpuEvent>(event));
  enqueue(call.token(),
          [state = own->state(), number = own->state()->ask()](std::uint64_t) { state->resolve(number); });
  return {};
}

Result<void> CpuStream::wait(Event& event) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamWaitEvent");
  if (m_capture) return notCapturable("A wait for an event");
  STRATA_ASSIGN(CpuEvent* const own, ownEvent<CpuEvent>(event));
  enqueue(call.token(),
          [state = own->state(), number = own->state()->asked()](std::uint64_t) { state->await(number); });
  return {};
}

Result<void> CpuStream::wait(std::shared_ptr<SharedCounter> counter, std::uint64_t value) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamWaitValue32");
  if (m_capture) return notCapturable("A wait for a timeline");
  enqueue(call.token(), [this, counter = std::move(counter), value](std::uint64_t token) {
    DeviceWork work;
    work.kind = WorkKind::Wait;
    work.name = kWaitName;
    work.stream = number();
    work.token = token;
    work.value = value;
    carryOut(work, [&] { await(**counter, static_cast<std::uint32_t>(value), *m_core); });
  });
  return {};
}

Result<void> CpuStream::signal(std::shared_ptr<SharedCounter> counter, std::uint64_t value) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamWriteValue32");
  if (m_capture) return notCapturable("A signal of a timeline");
  enqueue(call.token(), [this, counter = std::move(counter), value](std::uint64_t) {
    if (m_core->abandoned()) return;
    systemCall(m_core->observer, "futex(FUTEX_WAKE)",
               [&] { strata::signal(**counter, static_cast<std::uint32_t>(value)); });
  });
  return {};
}

Result<void> CpuStream::hold(std::shared_ptr<StreamGate> gate) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamWaitValue32");
  if (m_capture) return notCapturable("A wait for the host");
  enqueue(call.token(), [gate = std::move(gate)](std::uint64_t) { gate->pass(); });
  return {};
}

Result<void> CpuStream::synchronize() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamSynchronize");
  if (m_capture) return notCapturable("A wait for the stream");
  drain();
  STRATA_TRY(m_core->whole());
  return takeError();
}

Result<std::unique_ptr<Graph>> CpuStream::capture(const std::function<Result<void>()>& enqueue) {
  if (m_capture) return notCapturable("Another capture");
  {
    ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamBeginCapture");
    m_capture = std::make_shared<CapturedWork>();
  }
  Result<void> enqueued = enqueue();
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamEndCapture");
  std::shared_ptr<CapturedWork> captured = std::exchange(m_capture, nullptr);
  STRATA_TRY(std::move(enqueued));
  if (captured->size() == 0) return emptyCapture();
  return std::unique_ptr<Graph>(std::make_unique<CpuGraph>(m_core, *this, std::move(captured)));
}

Result<void> CpuStream::launch(const std::shared_ptr<CapturedWork>& graph) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataGraphLaunch");
  if (m_capture) return notCapturable("A graph");
  QueuedWork& operation = place();
  operation.graph = graph;
  operation.token = call.token();
  push();
  return {};
}

void CpuStream::drain() {
  m_queue.drain(m_core->observer);
}

Result<void> CpuStream::takeError() {
  const Lock lock(m_mutex);
  if (!m_error) return {};
  return *std::exchange(m_error, std::nullopt);
}

QueuedWork& CpuStream::place() {
  return m_capture ? m_capture->place() : m_queue.place(m_core->observer);
}

void CpuStream::push() {
  m_capture ? m_capture->push() : m_queue.push(m_core->observer);
}

void CpuStream::enqueue(std::uint64_t token, std::function<void(std::uint64_t)> work) {
  QueuedWork& operation = place();
  operation.token = token;
  operation.other = std::move(work);
  push();
}

void CpuStream::threadMain() {
  pthread_setname_np(pthread_self(), fmt::format("strata stream {}", number()).c_str());
  const SignalStack signals;
  BlockExecutor executor;
  while (QueuedWork* operation = m_queue.next()) {
    run(*operation, executor);
    if (m_queue.isLast()) m_core->running.ended(number());
    m_queue.done();
  }
}

void CpuStream::run(QueuedWork& operation, BlockExecutor& executor) {
  if (operation.graph) {
    runGraph(*operation.graph, operation.token, executor);
    operation.graph.reset();
  } else if (operation.other) {
    operation.other(operation.token);
    operation.other = nullptr;
  } else {
    runLaunch(operation.launch, operation.token, executor);
  }
}

/// All of it belongs to the call that launched the graph.
void CpuStream::runGraph(CapturedWork& graph, std::uint64_t token, BlockExecutor& executor) {
  for (std::size_t i = 0; i < graph.size(); ++i) {
    QueuedWork& each = graph[i];
    each.other ? each.other(token) : runLaunch(each.launch, token, executor);
  }
}

void CpuStream::runLaunch(PreparedLaunch& launch, std::uint64_t token, BlockExecutor& executor) {
  if (m_core->abandoned()) return;
  carryOut(kernelWork(launch.name(), launch.shape(), number(), token), [&] {
    PrintedLines printed(m_core->observer, token);
    const std::exception_ptr error = launch.withGrid(m_core->control, printed, [&](const Grid& grid) {
      return launch.observer() ? runObserved(launch.name(), grid, *launch.observer(), *m_core, executor)
                               : m_core->pool.run(grid, executor);
    });
    if (error) std::rethrow_exception(error);
  });
}

void CpuStream::fail(std::string_view what, const std::exception_ptr& error) {
  const Lock lock(m_mutex);
  if (m_error) return;
  m_error = failure(what, error);
}

}  // namespace strata::cpu
