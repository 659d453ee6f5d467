#include "engine/backends/null/null_stream.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/device/device_checks.h"

namespace strata::null {
namespace {

constexpr Duration kDefaultDuration{1000};

}  // namespace

NullStream::NullStream(std::shared_ptr<NullCore> core) : Stream(core->streamNumbers.take()), m_core(std::move(core)) {
  m_core->streams.push_back(this);
}

NullStream::~NullStream() {
  NullCall call(*m_core, "strataStreamDestroy");
  std::erase(m_core->streams, this);
  m_core->streamNumbers.give(number());
}

Result<void> NullCore::ask(std::string_view call) const {
  if (script.fail)
    if (std::optional<Error> error = script.fail(call)) return *error;
  return {};
}

void NullCore::awaitStop() const {
  Mutex mutex;
  Condition stopped;
  Lock lock(mutex);
  while (stopped.wait(lock, script.stop)) continue;
}

Duration NullCore::durationOf(const DeviceWork& work) const {
  return script.duration ? script.duration(work) : kDefaultDuration;
}

NullCall::NullCall(const NullCore& core, const char* name) : m_observer(core.observer) {
  if (m_observer) m_token = m_observer->apiBegin(ApiDomain::Runtime, name);
}

NullCall::~NullCall() {
  if (m_observer) m_observer->apiEnd(ApiDomain::Runtime);
}

Result<void> NullEvent::synchronize() {
  NullCall call(*m_core, "strataEventSynchronize");
  STRATA_TRY(m_core->ask("strataEventSynchronize"));
  if (m_state != State::Pending) return {};
  m_core->awaitStop();
  return Error{ErrorCode::Stopped, "The wait for an event was stopped.", Storey::Hardware};
}

Result<Duration> NullEvent::since(Event& start) {
  STRATA_ASSIGN(NullEvent* const begin, ownEvent<NullEvent>(start));
  if (begin->m_state != State::Resolved || m_state != State::Resolved)
    return Error{ErrorCode::Usage, "The time between two events was requested before both were reached.",
                 Storey::Runtime};
  return m_clock - begin->m_clock;
}

void NullEvent::resolve(Duration clock) {
  m_state = State::Resolved;
  m_clock = clock;
}

Result<void> NullStream::launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) {
  NullCall call(*m_core, "strataLaunchKernel");
  STRATA_TRY(m_core->ask("strataLaunchKernel"));
  DeviceWork work;
  work.name = kernel.name;
  work.token = call.token();
  work.shape = shape;
  run(work, [&] {
    if (m_core->script.kernel) m_core->script.kernel(kernel, shape, arguments);
  });
  return {};
}

Result<void> NullStream::launchHost(std::string_view name, std::function<void()> effect) {
  NullCall call(*m_core, "strataLaunchHostFunc");
  STRATA_TRY(m_core->ask("strataLaunchHostFunc"));
  DeviceWork work;
  work.name = name;
  work.token = call.token();
  run(work, effect);
  return {};
}

bool NullStream::canHold() const {
  return m_core->script.holds;
}

Result<void> NullStream::copy(Buffer& to, const Buffer& from, std::size_t bytes) {
  NullCall call(*m_core, "strataMemcpyAsync");
  STRATA_TRY(m_core->ask("strataMemcpyAsync"));
  if (bytes > to.bytes() || bytes > from.bytes())
    return Error{ErrorCode::Usage, "A copy does not fit its buffers.", Storey::Runtime};
  DeviceWork work;
  work.kind = WorkKind::Copy;
  work.token = call.token();
  work.direction = copyDirection(to.kind(), from.kind());
  work.name = copyName(work.direction);
  work.pinned = to.kind() == MemoryKind::Pinned || from.kind() == MemoryKind::Pinned;
  work.bytes = bytes;
  run(work, [&] { std::memmove(to.data(), from.data(), bytes); });
  return {};
}

void NullStream::run(DeviceWork work, const std::function<void()>& effect) {
  if (m_blocked) return;
  work.stream = number();
  m_core->running.began(number(), work.name);
  if (m_core->observer) m_core->observer->workBegin(work);
  if (m_core->script.hangs && m_core->script.hangs(work)) {
    m_hungName = work.name;
    work.name = m_hungName;
    m_hung = work;
    m_blocked = true;
    return;
  }
  effect();
  m_clock += m_core->durationOf(work);
  if (m_core->observer) m_core->observer->workEnd(work);
  m_core->running.ended(number());
}

Result<void> NullStream::record(Event& event) {
  NullCall call(*m_core, "strataEventRecord");
  STRATA_TRY(m_core->ask("strataEventRecord"));
  STRATA_ASSIGN(NullEvent* const own, ownEvent<NullEvent>(event));
  if (m_blocked) {
    own->pend();
  } else {
    m_clock += m_core->script.event;
    own->resolve(m_clock);
  }
  return {};
}

Result<void> NullStream::wait(Event& event) {
  NullCall call(*m_core, "strataStreamWaitEvent");
  STRATA_TRY(m_core->ask("strataStreamWaitEvent"));
  STRATA_ASSIGN(NullEvent* const own, ownEvent<NullEvent>(event));
  if (own->poll() == Event::State::Pending) m_blocked = true;
  if (own->poll() == Event::State::Resolved) m_clock = std::max(m_clock, own->clock());
  return {};
}

Result<void> NullStream::waitFor(std::uint64_t value) {
  NullCall call(*m_core, "strataStreamWaitValue32");
  STRATA_TRY(m_core->ask("strataStreamWaitValue32"));
  DeviceWork work;
  work.kind = WorkKind::Wait;
  work.name = kWaitName;
  work.token = call.token();
  work.value = value;
  run(work, [] {});
  return {};
}

Result<void> NullStream::synchronize() {
  NullCall call(*m_core, "strataStreamSynchronize");
  STRATA_TRY(m_core->ask("strataStreamSynchronize"));
  return finish();
}

Result<std::unique_ptr<Graph>> NullStream::capture(const std::function<Result<void>()>&) {
  return Error{ErrorCode::Unsupported, "The scripted device has no graphs; launch one by one.", Storey::Runtime};
}

Result<void> NullStream::finish() {
  if (!m_blocked) return {};
  m_core->awaitStop();
  if (m_hung && m_core->observer) m_core->observer->workEnd(*m_hung);
  m_core->running.ended(number());
  m_hung.reset();
  m_blocked = false;
  return Error{ErrorCode::Stopped, "The work on stream " + std::to_string(number()) + " was stopped.",
               Storey::Hardware};
}

}  // namespace strata::null
