#include "layers/runtime/cupti_session.h"

#include <unistd.h>

#include <cstdlib>
#include <new>
#include <string_view>

namespace strata::cupti {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kBufferAlignment = 8;

constexpr CUpti_ActivityKind kKinds[] = {
    CUPTI_ACTIVITY_KIND_RUNTIME,  CUPTI_ACTIVITY_KIND_DRIVER,          CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUPTI_ACTIVITY_KIND_MEMCPY,   CUPTI_ACTIVITY_KIND_MEMSET,          CUPTI_ACTIVITY_KIND_MEMORY2,
    CUPTI_ACTIVITY_KIND_OVERHEAD, CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
};

// CUPTI's buffer callbacks carry no pointer of ours: the one session of the process.
Session* g_session = nullptr;

std::string describe(const Api& api, CUptiResult result) {
  const char* text = nullptr;
  api.GetResultString(result, &text);
  return text ? text : "error " + std::to_string(static_cast<int>(result));
}

/// Why CUPTI will not work with us, and what Strata does instead.
Error refusal(const Api& api, const char* function, CUptiResult result) {
  std::string why;
  switch (result) {
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      why = "another tool (nsys, ncu, a debugger) holds CUPTI; close it to see runtime and driver calls";
      break;
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      why = "this user may not profile; see NVIDIA's ERR_NVGPUCTRPERM page (NVreg_RestrictProfilingToAdminUsers=0)";
      break;
    case CUPTI_ERROR_NOT_INITIALIZED: why = "the driver is missing or older than this CUPTI needs"; break;
    default: why = std::string(function) + " answered " + describe(api, result);
  }
  return {ErrorCode::Unavailable, "CUPTI cannot observe: " + why + ". Times come from CUDA events instead.",
          Storey::Driver};
}

void CUPTIAPI ignoreCallback(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

std::string nameOf(const Api& api, CUpti_CallbackDomain domain, std::uint32_t cbid) {
  const char* name = nullptr;
  if (api.GetCallbackName(domain, cbid, &name) != CUPTI_SUCCESS || !name) return "call " + std::to_string(cbid);
  return apiName(name);
}

}  // namespace

std::string apiName(std::string_view name) {
  constexpr std::size_t kShortestVersion = 4;  // "_v3020"; the driver's own "_v2" is part of its name
  const std::size_t at = name.rfind("_v");
  if (at == std::string_view::npos || name.size() - at - 2 < kShortestVersion) return std::string(name);
  const bool digits = name.find_first_not_of("0123456789", at + 2) == std::string_view::npos;
  return std::string(digits ? name.substr(0, at) : name);
}

Result<std::unique_ptr<Session>> Session::start(TraceRecorder& recorder) {
  STRATA_ASSIGN(auto api, openCupti());
  std::unique_ptr<Session> session(new Session(recorder, std::move(api)));
  STRATA_TRY(session->subscribe());
  STRATA_TRY(session->enable());
  session->refreshClock();
  setCallListener(session.get());
  session->m_flush.emplace(recorder, "CUPTI flush", [raw = session.get()] {
    raw->flush();
    raw->refreshClock();
  });
  return session;
}

Session::Session(TraceRecorder& recorder, std::unique_ptr<Api> api)
    : m_recorder(recorder),
      m_api(std::move(api)),
      m_clock([this] { return ticks(); }),
      m_trace(recorder,
              {[this](CUpti_CallbackDomain domain, std::uint32_t cbid) { return nameOf(*m_api, domain, cbid); },
               [this](std::uint64_t ticks) { return m_clock.toHostTime(ticks); },
               [this](std::uint64_t thread, std::uint64_t ticks) { return m_calls.at(thread, ticks); }}) {}

Result<void> Session::subscribe() {
  const CUptiResult result = m_api->Subscribe(&m_subscriber, ignoreCallback, nullptr);
  if (result != CUPTI_SUCCESS) return refusal(*m_api, "cuptiSubscribe", result);
  g_session = this;
  return {};
}

Result<void> Session::enable() {
  m_api->SetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
  CUptiResult result = m_api->ActivityRegisterCallbacks(bufferRequested, bufferCompleted);
  if (result != CUPTI_SUCCESS) return refusal(*m_api, "cuptiActivityRegisterCallbacks", result);
  for (const CUpti_ActivityKind kind : kKinds) {
    result = m_api->ActivityEnable(kind);
    if (result != CUPTI_SUCCESS) return refusal(*m_api, "cuptiActivityEnable", result);
  }
  return {};
}

Session::~Session() {
  m_flush.reset();
  if (!g_session) return;
  setCallListener(nullptr);
  m_api->ActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
  drain();
  for (const CUpti_ActivityKind kind : kKinds) m_api->ActivityDisable(kind);
  m_api->Unsubscribe(m_subscriber);
  g_session = nullptr;
}

// CUPTI's own way, an external correlation id, makes a record of each call it sees: twice the cost of this.
void Session::callChanges(CallId, CallId now) {
  static thread_local const auto s_thread = static_cast<std::uint64_t>(gettid());
  m_calls.changed(s_thread, ticks(), now);
}

std::uint64_t Session::ticks() const {
  std::uint64_t ticks = 0;
  m_api->GetTimestamp(&ticks);
  return ticks;
}

void Session::flush() {
  m_api->ActivityFlushAll(0);
  drain();
}

void Session::refreshClock() {
  m_clock.refresh();
  m_recorder.noteDeviceClockError(m_clock.error().ns);
}

void Session::drain() {
  const Lock drainLock(m_drainMutex);
  std::vector<Filled> filled;
  {
    const Lock lock(m_mutex);
    filled.swap(m_filled);
  }
  std::vector<const CUpti_Activity*> records;
  for (const Filled& buffer : filled) {
    CUpti_Activity* record = nullptr;
    while (m_api->ActivityGetNextRecord(buffer.data, buffer.valid, &record) == CUPTI_SUCCESS) records.push_back(record);
  }
  m_trace.add(records);
  for (const Filled& buffer : filled) std::free(buffer.data);
  std::size_t dropped = 0;
  if (m_api->ActivityGetNumDroppedRecords(nullptr, 0, &dropped) == CUPTI_SUCCESS && dropped > 0)
    m_trace.addDropped(dropped);
}

void Session::bufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kBufferAlignment, kBufferBytes));
  *size = *buffer ? kBufferBytes : 0;
  *maxRecords = 0;
}

void Session::bufferCompleted(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  if (!buffer) return;
  const Lock lock(g_session->m_mutex);
  g_session->m_filled.push_back({buffer, valid});
}

}  // namespace strata::cupti
