#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/base/result.h"
#include "layers/runtime/rocprofiler_api.h"
#include "layers/runtime/rocprofiler_trace.h"

namespace strata::rocprofiler {

/// Records as the library's buffer held them, one after another; the buffer itself is used again.
class RecordBatch {
 public:
  void append(const RecordHead& record);
  std::vector<const RecordHead*> records() const;
  std::size_t size() const { return m_offsets.size(); }

 private:
  std::vector<std::uint64_t> m_words;
  std::vector<std::size_t> m_offsets;
};

/// This process as a tool of rocprofiler-sdk: registered once, before the process's first HIP call, because HIP and HSA
/// hand over their functions when they start. Collects from then on; a Session takes what was collected. The library
/// may call until the process ends, so a Tool lives as long. Once registered it is for any thread; the library has
/// threads of its own.
class Tool {
 public:
  /// Registers with the library that the first of `files` is. Unavailable says why not.
  static Result<Tool*> registerWith(const std::vector<std::string>& files);

  const Api& api() const { return *m_api; }
  /// HIP has handed its functions over: without it the library would be silent.
  bool hipRegistered() const { return m_hipRegistered; }
  const std::set<std::uint64_t>& gpus() const { return m_gpus; }
  Kernel kernel(std::uint64_t id) const;

  Result<void> start() { return check("rocprofiler_start_context", m_api->start_context(m_context)); }
  void stop() { m_api->stop_context(m_context); }
  void callChanges(CallId before, CallId now);
  /// What the library has buffered is in the next take() when this returns.
  void flush() { m_api->flush_buffer(m_buffer); }

  struct Collected {
    RecordBatch batch;
    std::uint64_t dropped = 0;  ///< since the last time
  };
  Collected take();
  /// Dispatches and copies that were put on queues, and those that were told or lost since: both only grow.
  std::uint64_t enqueued() const { return m_enqueued; }
  std::uint64_t told() const { return m_told; }

 private:
  explicit Tool(std::unique_ptr<Api> api) : m_api(std::move(api)) {}
  Result<void> registerSelf();
  Result<void> configure();
  Result<void> configureServices();
  Result<void> check(const char* function, Status status) const;
  void receive(std::span<BufferEntry* const> entries, std::uint64_t dropped);
  void hear(const CallbackRecord& record);
  static ToolConfiguration* onConfigure(std::uint32_t, const char*, std::uint32_t, ClientId* client);

  std::unique_ptr<Api> m_api;
  Handle m_context, m_buffer;
  std::optional<Result<void>> m_configured;  ///< empty until the library asked
  std::set<std::uint64_t> m_gpus;
  std::atomic<bool> m_hipRegistered = false;
  std::atomic<std::uint64_t> m_enqueued = 0, m_told = 0;
  mutable Mutex m_mutex;
  std::unordered_map<std::uint64_t, Kernel> m_kernels STRATA_GUARDED_BY(m_mutex);
  Collected m_collected STRATA_GUARDED_BY(m_mutex);
  std::uint64_t m_droppedSoFar STRATA_GUARDED_BY(m_mutex) = 0;
};

}  // namespace strata::rocprofiler
