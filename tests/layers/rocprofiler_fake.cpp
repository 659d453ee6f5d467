// A library with the functions of rocprofiler-sdk that Strata calls, which does what the real one documents and tells
// what a test says. Configuring is allowed only while the tool initialises, records need a started context and a
// configured kind, and buffers are told on a thread of the library's own.

#include "tests/layers/rocprofiler_fake.h"

#include <time.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

using namespace strata::rocprofiler;
using strata::rocprofiler::test::Fake;
using strata::rocprofiler::test::FakeControls;

namespace {

constexpr Status kError = 1, kNotFound = 3;

struct Callback {
  CallbackFunction* function = nullptr;
  void* data = nullptr;
};

struct State {
  Fake fake;
  bool initialising = false, configured = false;
  BufferFunction* onBuffer = nullptr;
  void* bufferData = nullptr;
  std::map<CallbackKind, Callback> callbacks;
  std::map<std::uint64_t, std::vector<UserData>> external;
  std::vector<std::vector<std::uint64_t>> records;
  std::uint64_t dropped = 0;
  int heldFlushes = 0;
};

State g_state;
std::mutex g_mutex;

Status answer(const char* function) {
  return g_state.fake.failing == function ? kError : kSuccess;
}

Status configuring(const char* function) {
  return g_state.initialising ? answer(function) : kConfigurationLocked;
}

void call(CallbackKind kind, std::int32_t operation, void* payload) {
  const auto callback = g_state.callbacks.find(kind);
  if (!g_state.fake.active || callback == g_state.callbacks.end()) return;
  CallbackRecord record;
  record.kind = kind;
  record.operation = operation;
  record.phase = Phase::Enter;
  record.payload = payload;
  UserData user{};
  callback->second.function(record, &user, callback->second.data);
}

void reset() {
  const std::lock_guard lock(g_mutex);
  g_state = {};
}

void emit(const RecordHead& record) {
  const std::lock_guard lock(g_mutex);
  if (!g_state.fake.active || !g_state.fake.bufferKinds.contains(record.kind)) return;
  auto& words = g_state.records.emplace_back((record.size + 7) / 8);
  std::memcpy(words.data(), &record, record.size);
  const auto& stack = g_state.external[static_cast<std::uint64_t>(gettid())];
  constexpr std::size_t kExternal = offsetof(ApiRecord, correlation) + offsetof(Correlation, external);
  if (!stack.empty()) words[kExternal / 8] = stack.back().value;
}

std::uint64_t now() {
  timespec time{};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec) +
         g_state.fake.clockAhead;
}

void tell() {
  std::vector<BufferEntry> entries;
  std::vector<BufferEntry*> pointers;
  for (auto& words : g_state.records) {
    auto* record = reinterpret_cast<RecordHead*>(words.data());
    entries.push_back({kTracingCategory, static_cast<std::uint32_t>(record->kind), record});
  }
  for (BufferEntry& entry : entries) pointers.push_back(&entry);
  g_state.onBuffer({1}, {2}, pointers.data(), pointers.size(), g_state.bufferData, g_state.dropped);
  g_state.records.assign(g_state.records.size(), {~0ull, ~0ull});  // a buffer is used again
  g_state.records.clear();
}

}  // namespace

#define STRATA_EXPORT extern "C" __attribute__((visibility("default")))

STRATA_EXPORT FakeControls strataFakeControls;
FakeControls strataFakeControls = {&g_state.fake,
                                   reset,
                                   [] { call(CallbackKind::RuntimeInitialization, operation::kHip, nullptr); },
                                   [](const KernelSymbol& kernel) {
                                     call(CallbackKind::CodeObject, operation::kDeviceSymbol,
                                          const_cast<KernelSymbol*>(&kernel));
                                   },
                                   [](CallbackKind kind) { call(kind, operation::kEnqueue, nullptr); },
                                   emit,
                                   [](std::uint64_t count) {
                                     const std::lock_guard lock(g_mutex);
                                     g_state.dropped += count;
                                   },
                                   [](int flushes) {
                                     const std::lock_guard lock(g_mutex);
                                     g_state.heldFlushes = flushes;
                                   },
                                   now};

STRATA_EXPORT Status rocprofiler_get_version(std::uint32_t* major, std::uint32_t* minor, std::uint32_t* patch) {
  *major = g_state.fake.major;
  *minor = 2;
  *patch = 3;
  return kSuccess;
}

STRATA_EXPORT const char* rocprofiler_get_status_string(Status status) {
  return status == kError ? "Generalized error" : nullptr;
}

STRATA_EXPORT Status rocprofiler_get_timestamp(std::uint64_t* time) {
  *time = now();
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_get_thread_id(std::uint64_t* thread) {
  *thread = static_cast<std::uint64_t>(gettid());
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_force_configure(ConfigureFunction* configure) {
  if (g_state.fake.configuredByOther || g_state.configured) return kConfigurationLocked;
  g_state.initialising = true;
  ClientId client{sizeof(ClientId)};
  const ToolConfiguration* tool = configure(10203, "fake", 0, &client);
  g_state.fake.clientName = client.name;
  tool->initialize([](ClientId) {}, tool->tool);
  g_state.initialising = false;
  g_state.configured = true;
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_create_context(Handle* context) {
  context->value = 1;
  return configuring("create_context");
}

STRATA_EXPORT Status rocprofiler_start_context(Handle) {
  if (const Status status = answer("start_context"); status != kSuccess) return status;
  const std::lock_guard lock(g_mutex);
  g_state.fake.active = true;
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_stop_context(Handle) {
  const std::lock_guard lock(g_mutex);
  g_state.fake.active = false;
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_create_buffer(Handle, std::size_t, std::size_t, int, BufferFunction* function,
                                               void* data, Handle* buffer) {
  g_state.onBuffer = function;
  g_state.bufferData = data;
  buffer->value = 2;
  return configuring("create_buffer");
}

STRATA_EXPORT Status rocprofiler_flush_buffer(Handle buffer) {
  if (buffer.value != 2) return kNotFound;
  const std::lock_guard lock(g_mutex);
  if (g_state.heldFlushes > 0)
    --g_state.heldFlushes;
  else if (!g_state.records.empty())
    std::thread(tell).join();
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_configure_buffer_tracing_service(Handle context, BufferKind kind, const std::int32_t*,
                                                                  std::size_t, Handle) {
  g_state.fake.contexts.insert(context.value);
  g_state.fake.bufferKinds.insert(kind);
  return configuring("configure_buffer_tracing_service");
}

STRATA_EXPORT Status rocprofiler_configure_callback_tracing_service(Handle context, CallbackKind kind,
                                                                    const std::int32_t*, std::size_t,
                                                                    CallbackFunction* function, void* data) {
  g_state.fake.contexts.insert(context.value);
  g_state.fake.callbackKinds.insert(kind);
  g_state.callbacks[kind] = {function, data};
  return configuring("configure_callback_tracing_service");
}

STRATA_EXPORT Status rocprofiler_query_buffer_tracing_kind_operation_name(BufferKind kind, std::int32_t operation,
                                                                          const char** name, std::uint64_t* length) {
  *name = kind == BufferKind::HipRuntime ? "hipLaunchKernel" : "hsa_signal_store_screlease";
  *length = std::strlen(*name);
  return operation == 1 ? kSuccess : kError;
}

STRATA_EXPORT Status rocprofiler_query_available_agents(int version, AgentsFunction* function, std::size_t,
                                                        void* data) {
  const AgentInfo cpu{sizeof(AgentInfo), {76}, 1}, gpu{sizeof(AgentInfo), {77}, kGpuAgent};
  const void* agents[] = {&cpu, &gpu};
  return version == kAgentInfoVersion ? function(version, agents, 2, data) : kError;
}

STRATA_EXPORT Status rocprofiler_push_external_correlation_id(Handle, std::uint64_t thread, UserData id) {
  const std::lock_guard lock(g_mutex);
  g_state.external[thread].push_back(id);
  return kSuccess;
}

STRATA_EXPORT Status rocprofiler_pop_external_correlation_id(Handle, std::uint64_t thread, UserData* id) {
  const std::lock_guard lock(g_mutex);
  auto& stack = g_state.external[thread];
  if (stack.empty()) return kNotFound;
  *id = stack.back();
  stack.pop_back();
  return kSuccess;
}
