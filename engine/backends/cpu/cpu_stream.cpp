#include "engine/backends/cpu/cpu_stream.h"

#include <fmt/format.h>
#include <pthread.h>

#include <cstring>
#include <string>
#include <utility>

#include "engine/backends/cpu/api_call.h"
#include "engine/backends/cpu/cpu_event.h"
#include "engine/backends/cpu/cpu_launch.h"
#include "engine/device/block_observer.h"

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
    if (m_core.observer) m_core.observer->workEnd(m_work);
  }
  WorkScope(const WorkScope&) = delete;
  WorkScope& operator=(const WorkScope&) = delete;

 private:
  CpuCore& m_core;
  const DeviceWork& m_work;
};

DeviceWork kernelWork(std::string_view name, const LaunchShape& shape, std::uint32_t stream, std::uint64_t token) {
  DeviceWork work;
  work.name = name;
  work.stream = stream;
  work.token = token;
  work.shape = shape;
  return work;
}

/// One block after the other, on this thread.
std::exception_ptr runObserved(const Grid& grid, BlockObserver& observer, const CpuCore& core,
                               BlockExecutor& executor) {
  observer.launchBegins({grid.shape, core.info.waveSize, core.arena.inUse()});
  for (std::uint64_t block = 0; block < grid.shape.grid.count(); ++block) {
    observer.blockBegins();
    executor.run(grid, block);
    observer.blockEnds();
  }
  return executor.takeError();
}

std::string describe(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& e) {
    return e.what();
  } catch (...) {
    return "an exception that says nothing";
  }
}

Result<std::shared_ptr<EventState>> ownState(Event& event) {
  if (auto* own = dynamic_cast<CpuEvent*>(&event)) return own->state();
  return Error{ErrorCode::Usage, "An event of another device was given to a stream of the CPU device.",
               Storey::Runtime};
}

}  // namespace

CpuStream::CpuStream(std::shared_ptr<CpuCore> core, std::uint32_t number)
    : m_core(std::move(core)), m_number(number), m_thread([this] { threadMain(); }) {
  m_core->addStream(this);
}

CpuStream::~CpuStream() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamDestroy");
  drain();
  m_core->removeStream(this);
  m_queue.stop(m_core->observer);
  m_thread.join();
}

Result<void> CpuStream::launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataLaunchKernel");
  Operation& operation = m_queue.place(m_core->observer);
  STRATA_TRY(operation.launch.prepare(m_core->info, kernel, shape, arguments));
  operation.token = call.token();
  m_queue.push(m_core->observer);
  return {};
}

Result<void> CpuStream::launchHost(std::string_view name, std::function<void()> work) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataLaunchHostFunc");
  enqueue([this, name = std::string(name), work = std::move(work), token = call.token()](BlockExecutor&) {
    const DeviceWork shown = kernelWork(name, {}, m_number, token);
    try {
      WorkScope scope(*m_core, shown);
      work();
    } catch (...) {
      fail(name, std::current_exception());
    }
  });
  return {};
}

Result<void> CpuStream::copy(Buffer& to, const Buffer& from, std::size_t bytes) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataMemcpyAsync");
  STRATA_ASSIGN(CopyPlan plan, planCopy(to, from, bytes, m_number));
  plan.work.token = call.token();
  enqueue([this, plan](BlockExecutor&) {
    WorkScope scope(*m_core, plan.work);
    if (plan.staged) {
      m_staging.copyThrough(plan.to, plan.from, plan.work.bytes);
    } else {
      std::memmove(plan.to, plan.from, plan.work.bytes);
    }
  });
  if (plan.staged) drain();
  return {};
}

Result<void> CpuStream::record(Event& event) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataEventRecord");
  STRATA_ASSIGN(std::shared_ptr<EventState> state, ownState(event));
  enqueue([state, number = state->ask()](BlockExecutor&) { state->resolve(number); });
  return {};
}

Result<void> CpuStream::wait(Event& event) {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamWaitEvent");
  STRATA_ASSIGN(std::shared_ptr<EventState> state, ownState(event));
  enqueue([state, number = state->asked()](BlockExecutor&) { state->await(number); });
  return {};
}

Result<void> CpuStream::synchronize() {
  ApiCall call(m_core->observer, ApiDomain::Runtime, "strataStreamSynchronize");
  drain();
  return takeError();
}

void CpuStream::drain() {
  m_queue.drain(m_core->observer);
}

Result<void> CpuStream::takeError() {
  std::lock_guard lock(m_mutex);
  if (!m_error) return {};
  return *std::exchange(m_error, std::nullopt);
}

void CpuStream::enqueue(std::function<void(BlockExecutor&)> work) {
  m_queue.place(m_core->observer).other = std::move(work);
  m_queue.push(m_core->observer);
}

void CpuStream::threadMain() {
  pthread_setname_np(pthread_self(), fmt::format("strata stream {}", m_number).c_str());
  BlockExecutor executor;
  while (Operation* operation = m_queue.next()) {
    run(*operation, executor);
    if (m_queue.isLast()) m_core->running.ended(m_number);
    m_queue.done();
  }
}

void CpuStream::run(Operation& operation, BlockExecutor& executor) {
  if (!operation.other) return runLaunch(operation.launch, operation.token, executor);
  operation.other(executor);
  operation.other = nullptr;
}

void CpuStream::runLaunch(PreparedLaunch& launch, std::uint64_t token, BlockExecutor& executor) {
  const DeviceWork work = kernelWork(launch.name(), launch.shape(), m_number, token);
  std::exception_ptr error;
  {
    WorkScope scope(*m_core, work);
    error = launch.withGrid([&](const Grid& grid) {
      return launch.blocks() ? runObserved(grid, *launch.blocks(), *m_core, executor)
                             : m_core->pool.run(grid, executor);
    });
  }
  if (error) fail(launch.name(), error);
}

void CpuStream::fail(std::string_view what, std::exception_ptr error) {
  std::lock_guard lock(m_mutex);
  if (m_error) return;
  m_error = Error{ErrorCode::Internal, fmt::format("\"{}\" failed on the CPU device: {}.", what, describe(error)),
                  Storey::Hardware};
}

}  // namespace strata::cpu
