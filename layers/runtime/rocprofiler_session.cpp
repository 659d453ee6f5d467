#include "layers/runtime/rocprofiler_session.h"

#include <chrono>
#include <thread>

namespace strata::rocprofiler {
namespace {

// Work that is done may be told a little later: the library learns of it on a thread of its own.
constexpr auto kSettleLimit = std::chrono::milliseconds(100);

std::string apiName(const Api& api, BufferKind kind, std::int32_t operation) {
  const char* name = nullptr;
  std::uint64_t length = 0;
  if (api.query_buffer_tracing_kind_operation_name(kind, operation, &name, &length) != kSuccess || !name)
    return "call " + std::to_string(operation);
  return {name, length};
}

}  // namespace

Result<std::unique_ptr<Session>> Session::start(TraceRecorder& recorder, Tool& tool) {
  if (!tool.hipRegistered()) {
    tool.stop();
    return Error{
        ErrorCode::Unavailable,
        "rocprofiler-sdk " + tool.api().version +
            " is here, but HIP did not hand its calls over to it: librocprofiler-register, through which it would, is "
            "missing or switched off (ROCPROFILER_REGISTER_ENABLED=0). Times come from HIP events instead.",
        Storey::Driver};
  }
  STRATA_TRY(tool.start());
  std::unique_ptr<Session> session(new Session(recorder, tool));
  session->refreshClock();
  setCallListener(session.get());
  session->m_flush.emplace(recorder, "rocprofiler flush", [raw = session.get()] {
    raw->drain();
    raw->refreshClock();
  });
  return session;
}

Session::Session(TraceRecorder& recorder, Tool& tool)
    : m_recorder(recorder),
      m_tool(tool),
      m_clock([&tool] {
        std::uint64_t now = 0;
        tool.api().get_timestamp(&now);
        return now;
      }),
      m_trace(recorder,
              {[&tool](BufferKind kind, std::int32_t operation) { return apiName(tool.api(), kind, operation); },
               [&tool](std::uint64_t id) { return tool.kernel(id); },
               [this](std::uint64_t ticks) { return m_clock.toHostTime(ticks); }, tool.gpus()}) {}

Session::~Session() {
  m_flush.reset();
  setCallListener(nullptr);
  flush();
  m_tool.stop();
}

void Session::flush() {
  const std::uint64_t asked = m_tool.enqueued();
  const auto limit = std::chrono::steady_clock::now() + kSettleLimit;
  drain();
  while (m_tool.told() < asked && std::chrono::steady_clock::now() < limit) {
    std::this_thread::yield();
    drain();
  }
  const Lock lock(m_drainMutex);
  m_trace.finish();
}

void Session::drain() {
  const Lock lock(m_drainMutex);
  m_tool.flush();
  const Tool::Collected collected = m_tool.take();
  m_trace.add(collected.batch.records());
  if (collected.dropped > 0) m_trace.addDropped(collected.dropped);
}

void Session::refreshClock() {
  m_clock.refresh();
  m_recorder.noteDeviceClockError(m_clock.error().ns);
}

}  // namespace strata::rocprofiler
