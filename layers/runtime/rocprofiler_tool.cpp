#include "layers/runtime/rocprofiler_tool.h"

#include <cstring>
#include <utility>

namespace strata::rocprofiler {
namespace {

// The library has two buffers and fills one while the other is told. It blocks where both are full: the other policy,
// to discard, never allocates its second buffer in 1.0 and so loses whatever comes during a flush.
constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
constexpr std::size_t kWatermark = kBufferBytes / 2;

constexpr BufferKind kBufferKinds[] = {
    BufferKind::HipRuntime, BufferKind::HsaCore,          BufferKind::HsaAmdExt,     BufferKind::KernelDispatch,
    BufferKind::MemoryCopy, BufferKind::MemoryAllocation, BufferKind::ScratchMemory,
};

struct CallbackService {
  CallbackKind kind;
  std::int32_t operation;
};
constexpr CallbackService kCallbackServices[] = {
    {CallbackKind::CodeObject, operation::kDeviceSymbol},
    {CallbackKind::RuntimeInitialization, operation::kHip},
    {CallbackKind::KernelDispatch, operation::kEnqueue},
};

// The library asks for a configuration without a pointer of ours: the one tool of the process. It goes after whatever
// the library runs at exit, because it was here first.
std::unique_ptr<Tool> g_tool;

Error refusal(const std::string& why) {
  return {ErrorCode::Unavailable, "rocprofiler-sdk cannot observe: " + why + ". Times come from HIP events instead.",
          Storey::Driver};
}

Status findGpus(int, const void** agents, std::size_t count, void* data) {
  auto& gpus = *static_cast<std::set<std::uint64_t>*>(data);
  for (std::size_t i = 0; i < count; ++i)
    if (const auto* agent = static_cast<const AgentInfo*>(agents[i]); agent->type == kGpuAgent)
      gpus.insert(agent->id.value);
  return kSuccess;
}

}  // namespace

void RecordBatch::append(const RecordHead& record) {
  m_offsets.push_back(m_words.size());
  m_words.resize(m_words.size() + (record.size + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
  std::memcpy(&m_words[m_offsets.back()], &record, record.size);
}

std::vector<const RecordHead*> RecordBatch::records() const {
  std::vector<const RecordHead*> records;
  for (const std::size_t offset : m_offsets) records.push_back(reinterpret_cast<const RecordHead*>(&m_words[offset]));
  return records;
}

Result<Tool*> Tool::registerWith(const std::vector<std::string>& files) {
  STRATA_ASSIGN(auto api, openApi(files));
  g_tool.reset(new Tool(std::move(api)));
  STRATA_TRY(g_tool->registerSelf());
  return g_tool.get();
}

Result<void> Tool::registerSelf() {
  const Status status = m_api->force_configure(&Tool::onConfigure);
  if (status == kConfigurationLocked)
    return refusal("another tool configured it first (rocprofv3, ROCP_TOOL_LIBRARIES); run without that");
  STRATA_TRY(check("rocprofiler_force_configure", status));
  return m_configured ? *m_configured : refusal("it did not let Strata configure it");
}

ToolConfiguration* Tool::onConfigure(std::uint32_t, const char*, std::uint32_t, ClientId* client) {
  client->name = "Strata";
  static ToolConfiguration configuration;
  configuration = {sizeof(ToolConfiguration),
                   [](void (*)(ClientId), void* tool) {
                     auto& self = *static_cast<Tool*>(tool);
                     self.m_configured = self.configure();
                     return self.m_configured->ok() ? 0 : -1;
                   },
                   nullptr, g_tool.get()};
  return &configuration;
}

Result<void> Tool::configure() {
  const auto onBuffer = [](Handle, Handle, BufferEntry** entries, std::size_t count, void* tool,
                           std::uint64_t dropped) {
    static_cast<Tool*>(tool)->receive({entries, count}, dropped);
  };
  STRATA_TRY(check("rocprofiler_create_context", m_api->create_context(&m_context)));
  STRATA_TRY(check("rocprofiler_create_buffer",
                   m_api->create_buffer(m_context, kBufferBytes, kWatermark, kLossless, onBuffer, this, &m_buffer)));
  STRATA_TRY(configureServices());
  STRATA_TRY(check("rocprofiler_query_available_agents",
                   m_api->query_available_agents(kAgentInfoVersion, findGpus, sizeof(AgentInfo), &m_gpus)));
  return start();
}

/// All in one context, so that HIP calls, HSA calls and dispatches count their correlation ids together.
Result<void> Tool::configureServices() {
  for (const BufferKind kind : kBufferKinds)
    STRATA_TRY(check("rocprofiler_configure_buffer_tracing_service",
                     m_api->configure_buffer_tracing_service(m_context, kind, nullptr, 0, m_buffer)));
  const auto onCallback = [](CallbackRecord record, UserData*, void* tool) { static_cast<Tool*>(tool)->hear(record); };
  for (const CallbackService& service : kCallbackServices)
    STRATA_TRY(check(
        "rocprofiler_configure_callback_tracing_service",
        m_api->configure_callback_tracing_service(m_context, service.kind, &service.operation, 1, onCallback, this)));
  return check(
      "rocprofiler_configure_callback_tracing_service",
      m_api->configure_callback_tracing_service(m_context, CallbackKind::MemoryCopy, nullptr, 0, onCallback, this));
}

Result<void> Tool::check(const char* function, Status status) const {
  if (status == kSuccess) return {};
  return refusal(std::string(function) + " answered: " + m_api->describe(status));
}

void Tool::hear(const CallbackRecord& record) {
  if (record.kind == CallbackKind::RuntimeInitialization) m_hipRegistered = true;
  const bool work = record.kind == CallbackKind::KernelDispatch || record.kind == CallbackKind::MemoryCopy;
  if (work && record.phase == Phase::Enter) ++m_enqueued;
  if (record.kind != CallbackKind::CodeObject || record.phase != Phase::Enter) return;
  const auto& symbol = *static_cast<const KernelSymbol*>(record.payload);
  const Lock lock(m_mutex);
  m_kernels[symbol.kernel] = {symbol.name ? symbol.name : "", symbol.vectorRegisters, symbol.scalarRegisters,
                              symbol.groupBytes};
}

void Tool::receive(std::span<BufferEntry* const> entries, std::uint64_t dropped) {
  const Lock lock(m_mutex);
  std::uint64_t told = 0;
  for (const BufferEntry* entry : entries) {
    if (entry->category != kTracingCategory) continue;
    const auto& record = *static_cast<const RecordHead*>(entry->record);
    m_collected.batch.append(record);
    told += record.kind == BufferKind::KernelDispatch || record.kind == BufferKind::MemoryCopy;
  }
  const std::uint64_t lost = dropped - std::exchange(m_droppedSoFar, dropped);  // the library counts from its start
  m_collected.dropped += lost;
  m_told += told + lost;
}

Tool::Collected Tool::take() {
  const Lock lock(m_mutex);
  return std::exchange(m_collected, {});
}

Kernel Tool::kernel(std::uint64_t id) const {
  const Lock lock(m_mutex);
  const auto kernel = m_kernels.find(id);
  return kernel == m_kernels.end() ? Kernel{} : kernel->second;
}

void Tool::callChanges(CallId before, CallId now) {
  std::uint64_t thread = 0;
  UserData popped{};
  m_api->get_thread_id(&thread);
  if (before != CallId::None) m_api->pop_external_correlation_id(m_context, thread, &popped);
  if (now != CallId::None) m_api->push_external_correlation_id(m_context, thread, {static_cast<std::uint64_t>(now)});
}

}  // namespace strata::rocprofiler
