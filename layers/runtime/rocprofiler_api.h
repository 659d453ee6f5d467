#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "layers/runtime/rocprofiler_types.h"

namespace strata::rocprofiler {

// clang-format off
#define STRATA_ROCPROFILER_FUNCTIONS(X)                                                                              \
  X(get_version, Status(std::uint32_t*, std::uint32_t*, std::uint32_t*))                                             \
  X(get_status_string, const char*(Status))                                                                          \
  X(get_timestamp, Status(std::uint64_t*))                                                                           \
  X(get_thread_id, Status(std::uint64_t*))                                                                           \
  X(force_configure, Status(ConfigureFunction*))                                                                     \
  X(create_context, Status(Handle*))                                                                                 \
  X(start_context, Status(Handle))                                                                                   \
  X(stop_context, Status(Handle))                                                                                    \
  X(create_buffer, Status(Handle, std::size_t, std::size_t, int, BufferFunction*, void*, Handle*))                   \
  X(flush_buffer, Status(Handle))                                                                                    \
  X(configure_buffer_tracing_service, Status(Handle, BufferKind, const std::int32_t*, std::size_t, Handle))          \
  X(configure_callback_tracing_service,                                                                              \
    Status(Handle, CallbackKind, const std::int32_t*, std::size_t, CallbackFunction*, void*))                        \
  X(query_buffer_tracing_kind_operation_name, Status(BufferKind, std::int32_t, const char**, std::uint64_t*))        \
  X(query_available_agents, Status(int, AgentsFunction*, std::size_t, void*))                                        \
  X(push_external_correlation_id, Status(Handle, std::uint64_t, UserData))                                           \
  X(pop_external_correlation_id, Status(Handle, std::uint64_t, UserData*))
// clang-format on

/// The functions of rocprofiler-sdk this build calls, found in the library at run time: without it everything else
/// still works.
struct Api {
#define STRATA_ROCPROFILER_POINTER(name, ...) \
  using name##_function = __VA_ARGS__;        \
  name##_function* name = nullptr;
  STRATA_ROCPROFILER_FUNCTIONS(STRATA_ROCPROFILER_POINTER)
#undef STRATA_ROCPROFILER_POINTER
  std::string version;

  std::string describe(Status status) const;
};

/// Where rocprofiler-sdk 1.x is looked for.
std::vector<std::string> libraryFiles();

/// Opens the first of `files`. Unavailable says what is missing, and what it would add.
Result<std::unique_ptr<Api>> openApi(const std::vector<std::string>& files);

}  // namespace strata::rocprofiler
