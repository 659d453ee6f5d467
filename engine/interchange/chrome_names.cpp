#include "engine/interchange/chrome_names.h"

namespace strata {

namespace {

constexpr std::string_view kArrow = "→";

/// "H→D" from the event's direction or, failing that, from its track's name; empty if neither says it.
std::string_view directionOf(const TraceSnapshot& snapshot, const TraceEvent& event) {
  std::string_view text = snapshot.text(event, arg::kDirection);
  if (text.find(kArrow) == std::string_view::npos) text = snapshot.tracks()[event.track].name;
  const std::size_t arrow = text.find(kArrow);
  if (arrow == std::string_view::npos || arrow == 0 || arrow + kArrow.size() >= text.size()) return {};
  return text.substr(arrow - 1, kArrow.size() + 2);
}

std::string_view memoryOf(char side, std::string_view host) {
  if (side == 'D') return "Device";
  return host == "pinned" ? "Pinned" : "Pageable";
}

}  // namespace

std::string_view chromeCategory(const TraceEvent& event) {
  switch (event.kind) {
    case EventKind::Kernel: return "kernel";
    case EventKind::Copy: return "gpu_memcpy";
    case EventKind::TracingCost: return "overhead";
    case EventKind::Instant: return "cpu_instant_event";
    default: break;
  }
  switch (event.storey) {
    case Storey::Model: return "user_annotation";
    case Storey::Runtime: return "cuda_runtime";
    case Storey::Driver: return "cuda_driver";
    default: return "cpu_op";
  }
}

std::string chromeCopyName(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const std::string_view direction = directionOf(snapshot, event);
  if (direction.empty()) return std::string(snapshot.name(event.name));
  const char from = direction.front(), to = direction.back();
  const std::string_view host = snapshot.text(event, arg::kHostMemory);
  std::string name = "Memcpy ";
  name.append(1, from).append("to").append(1, to).append(" (");
  name.append(memoryOf(from, host)).append(" -> ").append(memoryOf(to, host)).append(")");
  return name;
}

std::string chromeStepName(std::uint32_t step, std::string_view name) {
  std::string text(kChromeStep);
  text += std::to_string(step);
  if (!name.empty()) text.append(" ").append(name);
  return text;
}

}  // namespace strata
