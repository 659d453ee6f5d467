#pragma once

#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline trace {

/// What moved where.
struct CopyFacts {
  std::string_view direction;   ///< "H→D", "D→H", "D→D", "P→P" (one GPU to another), "H→H"; empty: not told
  std::string_view hostMemory;  ///< "pinned" or "pageable"; empty: not told, or no host memory took part
};

/// What the name of a copy tells, in the manner of any tool: "Memcpy HtoD (Pageable -> Device)", "MemcpyD2H",
/// "CopyHostToDevice", "MEMORY_COPY_DEVICE_TO_HOST". The texts live for ever.
CopyFacts copyFactsOfName(std::string_view name);

/// "H→D" of a copy in a session: what it says itself, or its track does; empty if neither.
std::string_view copyDirection(const TraceSnapshot& snapshot, const TraceEvent& copy);

}  // namespace strata::inline trace
