#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/device/memory_kind.h"
#include "engine/trace/trace_recorder.h"
#include "layers/common/static_names.h"

namespace strata::inline runtime {

/// "pinned memory": the counter of what is in use of a kind.
std::string_view memoryCounterName(MemoryKind kind);

/// The runtime storey: each runtime call as a slice, and the memory in use by kind as counters.
class RuntimeObserver {
 public:
  explicit RuntimeObserver(TraceRecorder& recorder);

  /// Returns the token of the work this call may start; calls that start work get a correlation id of their own.
  /// `name` has static storage.
  std::uint64_t begin(const char* name);
  void end();
  /// A piece at `data` came or went; `total` bytes of that kind are in use now.
  void memory(MemoryKind kind, const void* data, std::uint64_t total);

 private:
  TraceRecorder& m_recorder;
  StaticNames m_names;
  std::array<CounterId, 3> m_memory;
  NameId m_address;
};

}  // namespace strata::inline runtime
