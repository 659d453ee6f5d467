#include "engine/interchange/chrome_names.h"

#include "engine/trace/call_levels.h"
#include "engine/trace/copy_facts.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

struct ArgNames {
  std::string_view kineto, own;
};
constexpr ArgNames kArgNames[] = {{"registers per thread", arg::kRegisters}, {"shared memory", arg::kSharedSum}};

std::string_view memoryOf(char side, std::string_view host) {
  if (side == 'D') return "Device";
  if (host.empty()) return "Host";
  return host == "pinned" ? "Pinned" : "Pageable";
}

}  // namespace

std::string_view kinetoArgName(std::string_view own) {
  for (const ArgNames& names : kArgNames)
    if (names.own == own) return names.kineto;
  return own;
}

std::string_view ownArgName(std::string_view kineto) {
  for (const ArgNames& names : kArgNames)
    if (names.kineto == kineto) return names.own;
  return kineto;
}

std::string_view chromeCategory(const TraceSnapshot& snapshot, const TraceEvent& event) {
  switch (event.kind) {
    case EventKind::Kernel:
      if (onlyCounts(snapshot, event)) return kCountingCategory;
      return isKernel(snapshot, event) ? "kernel" : "gpu_memset";
    case EventKind::Copy: return "gpu_memcpy";
    case EventKind::TracingCost: return "overhead";
    case EventKind::Instant: return "cpu_instant_event";
    default: break;
  }
  switch (event.storey) {
    case Storey::Model: return "user_annotation";
    case Storey::Runtime: return "cuda_runtime";
    case Storey::Driver: return "cuda_driver";
    case Storey::Hardware: return "gpu_user_annotation";
    default: return "cpu_op";
  }
}

std::string chromeCopyName(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::string_view direction = copyDirection(snapshot, event);
  if (direction.find("→") == direction.npos) return std::string(snapshot.name(event.name));
  const char from = direction.front(), to = direction.back();
  const std::string_view host = snapshot.text(event, arg::kHostMemory);
  std::string name = "Memcpy ";
  name.append(1, from).append("to").append(1, to).append(" (");
  name.append(memoryOf(from, host)).append(" -> ").append(memoryOf(to, host)).append(")");
  return name;
}

std::string chromeStepName(std::uint32_t step) {
  return std::string(kProfilerStep) + std::to_string(step);
}

}  // namespace strata::inline interchange
