#pragma once

// The part of rocprofiler-sdk's binary interface that Strata relies on, declared by ourselves because its headers are
// on few machines: names are ours, values and layouts are those of rocprofiler-sdk 1.0 (ROCm 7; headers fwd.h,
// buffer_tracing.h, callback_tracing.h, registration.h, agent.h). Records begin with their size, and grow only at the
// end. 0.x (ROCm 6) had no ancestors and so other offsets: it is refused.

#include <cstddef>
#include <cstdint>

namespace strata::rocprofiler {

using Status = int;
inline constexpr Status kSuccess = 0;
inline constexpr Status kConfigurationLocked = 16;

/// Contexts, buffers, agents, queues: handles, passed by value.
struct Handle {
  std::uint64_t value = 0;
};
union UserData {
  std::uint64_t value;
  void* pointer;
};
struct Dim {
  std::uint32_t x = 0, y = 0, z = 0;
};

enum class BufferKind : std::uint32_t {
  HsaCore = 1,
  HsaAmdExt = 2,
  HipRuntime = 5,
  MemoryCopy = 10,
  KernelDispatch = 11,
  ScratchMemory = 12,
  MemoryAllocation = 16,
};
enum class CallbackKind : std::uint32_t {
  CodeObject = 10,
  KernelDispatch = 12,
  MemoryCopy = 13,
  RuntimeInitialization = 17,
};
enum class Phase : std::uint32_t { None = 0, Enter = 1, Exit = 2 };
inline constexpr std::uint32_t kTracingCategory = 1;
inline constexpr int kLossless = 2;
inline constexpr int kAgentInfoVersion = 1;
inline constexpr std::uint32_t kGpuAgent = 2;

namespace operation {
inline constexpr std::int32_t kDeviceSymbol = 2;  ///< of CodeObject
inline constexpr std::int32_t kEnqueue = 1;       ///< of KernelDispatch
inline constexpr std::int32_t kHip = 2;           ///< of RuntimeInitialization
enum Copy : std::int32_t { HostToHost = 1, HostToDevice, DeviceToHost, DeviceToDevice };
enum Allocation : std::int32_t { Allocate = 1, VirtualAllocate, Free, VirtualFree };
enum Scratch : std::int32_t { ScratchAllocate = 1, ScratchFree, ScratchReclaim };
}  // namespace operation

/// Which call a record is of. `external` is what was pushed on its thread: Strata's call id.
struct AsyncCorrelation {
  std::uint64_t internal = 0;
  UserData external{};
};
struct Correlation {
  std::uint64_t internal = 0;
  UserData external{};
  std::uint64_t ancestor = 0;  ///< the call that made this call; 0 for none
};

/// What every record in a buffer begins with.
struct RecordHead {
  std::uint64_t size = 0;
  BufferKind kind{};
  std::int32_t operation = 0;
};

/// A HIP or HSA call.
struct ApiRecord {
  RecordHead head;
  Correlation correlation;
  std::uint64_t start = 0, end = 0;
  std::uint64_t thread = 0;  ///< as gettid() counts
};

struct DispatchInfo {
  std::uint64_t size = 0;
  Handle agent, queue;
  std::uint64_t kernel = 0, dispatch = 0;
  std::uint32_t privateBytes = 0;  ///< of each work-item
  std::uint32_t groupBytes = 0;    ///< of each work-group
  Dim workgroup;
  Dim grid;  ///< in work-items, not in work-groups
  std::uint8_t reserved[56] = {};
};

struct DispatchRecord {
  RecordHead head;
  AsyncCorrelation correlation;
  std::uint64_t thread = 0;
  std::uint64_t start = 0, end = 0;
  DispatchInfo info;
};

struct CopyRecord {
  RecordHead head;
  AsyncCorrelation correlation;
  std::uint64_t thread = 0;
  std::uint64_t start = 0, end = 0;
  Handle destination, source;  ///< agents
  std::uint64_t bytes = 0;
};

struct AllocationRecord {
  RecordHead head;
  Correlation correlation;
  std::uint64_t thread = 0;
  std::uint64_t start = 0, end = 0;
  Handle agent;  ///< none for a release
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;  ///< 0 for a release
};

struct ScratchRecord {
  RecordHead head;
  Correlation correlation;
  Handle agent, queue;
  std::uint64_t thread = 0;
  std::uint64_t start = 0, end = 0;
  std::uint32_t flags = 0;
  std::uint64_t bytes = 0;
};

/// One entry of the array a buffer callback receives.
struct BufferEntry {
  std::uint32_t category = 0;
  std::uint32_t kind = 0;
  void* record = nullptr;
};

/// What a callback receives while the application goes on; `payload` depends on the kind.
struct CallbackRecord {
  Handle context;
  std::uint64_t thread = 0;
  Correlation correlation;
  CallbackKind kind{};
  std::int32_t operation = 0;
  Phase phase{};
  void* payload = nullptr;
};

/// Payload of CodeObject, operation kDeviceSymbol: a kernel that was loaded.
struct KernelSymbol {
  std::uint64_t size = 0;
  std::uint64_t kernel = 0;
  std::uint64_t codeObject = 0;
  const char* name = nullptr;
  std::uint64_t object = 0;
  std::uint32_t argumentBytes = 0, argumentAlignment = 0;
  std::uint32_t groupBytes = 0, privateBytes = 0;
  std::uint32_t scalarRegisters = 0, vectorRegisters = 0, accumulationRegisters = 0;
};

/// The beginning of what is known of an agent: a CPU or a GPU.
struct AgentInfo {
  std::uint64_t size = 0;
  Handle id;
  std::uint32_t type = 0;
};

struct ClientId {
  std::size_t size = 0;
  const char* name = nullptr;
  const std::uint32_t handle = 0;
};
struct ToolConfiguration {
  std::size_t size = 0;
  int (*initialize)(void (*finalizer)(ClientId), void* tool) = nullptr;
  void (*finalize)(void* tool) = nullptr;
  void* tool = nullptr;
};

using ConfigureFunction = ToolConfiguration*(std::uint32_t version, const char* text, std::uint32_t priority,
                                             ClientId* client);
using BufferFunction = void(Handle context, Handle buffer, BufferEntry** entries, std::size_t count, void* data,
                            std::uint64_t dropped);
using CallbackFunction = void(CallbackRecord record, UserData* user, void* data);
using AgentsFunction = Status(int version, const void** agents, std::size_t count, void* data);

static_assert(sizeof(RecordHead) == 16);
static_assert(sizeof(ApiRecord) == 64 && offsetof(ApiRecord, correlation) == 16 && offsetof(ApiRecord, start) == 40 &&
              offsetof(ApiRecord, thread) == 56);
static_assert(sizeof(DispatchInfo) == 128 && offsetof(DispatchInfo, privateBytes) == 40 &&
              offsetof(DispatchInfo, workgroup) == 48 && offsetof(DispatchInfo, grid) == 60);
static_assert(sizeof(DispatchRecord) == 184 && offsetof(DispatchRecord, thread) == 32 &&
              offsetof(DispatchRecord, start) == 40 && offsetof(DispatchRecord, info) == 56);
static_assert(sizeof(CopyRecord) == 80 && offsetof(CopyRecord, destination) == 56 && offsetof(CopyRecord, bytes) == 72);
static_assert(sizeof(AllocationRecord) == 88 && offsetof(AllocationRecord, thread) == 40 &&
              offsetof(AllocationRecord, agent) == 64 && offsetof(AllocationRecord, bytes) == 80);
static_assert(sizeof(ScratchRecord) == 96 && offsetof(ScratchRecord, agent) == 40 &&
              offsetof(ScratchRecord, start) == 64 && offsetof(ScratchRecord, bytes) == 88);
static_assert(sizeof(BufferEntry) == 16 && offsetof(BufferEntry, record) == 8);
static_assert(sizeof(CallbackRecord) == 64 && offsetof(CallbackRecord, kind) == 40 &&
              offsetof(CallbackRecord, payload) == 56);
static_assert(offsetof(KernelSymbol, name) == 24 && offsetof(KernelSymbol, groupBytes) == 48 &&
              offsetof(KernelSymbol, vectorRegisters) == 60);
static_assert(offsetof(AgentInfo, type) == 16);
static_assert(sizeof(ClientId) == 24 && sizeof(ToolConfiguration) == 32);

}  // namespace strata::rocprofiler
