#include "app/facts/run_time_build.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/facts/own_kernels.h"
#include "engine/trace/compile_args.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

std::vector<std::string_view> kernelsOf(const TraceSnapshot& snapshot, const CallPicture& picture) {
  std::vector<std::string_view> names;
  for (const CallEvent& event : picture.storeys[static_cast<std::size_t>(Storey::Hardware)].events)
    if (event.event.kind == EventKind::Kernel) names.push_back(snapshot.name(event.event.name));
  return names;
}

/// In a list of a compiler's: "matmul_tiled<32>, own_mine", as those of GPUs know a kernel that was brought.
bool lists(std::string_view list, std::string_view kernel) {
  for (std::size_t at = list.find(kernel); at != std::string_view::npos; at = list.find(kernel, at + 1)) {
    const std::string_view before = list.substr(0, at), after = list.substr(at + kernel.size());
    const bool begins = before.empty() || before.ends_with(", ") || before == "own_" || before.ends_with(", own_");
    if (begins && (after.empty() || after.starts_with(", "))) return true;
  }
  return false;
}

std::optional<RunTimeBuild> buildIn(const TraceSnapshot& snapshot, CallId call,
                                    const std::vector<std::string_view>& kernels) {
  for (const EventRef ref : eventsOfCall(snapshot, call)) {
    const TraceEvent& event = snapshot.event(ref);
    if (event.kind != EventKind::Slice || event.storey != Storey::Compiler || event.open()) continue;
    const std::string_view built = snapshot.text(event, arg::kKernels);
    if (std::ranges::none_of(kernels, [&](std::string_view kernel) { return lists(built, kernel); })) continue;
    return RunTimeBuild{std::string(snapshot.text(event, arg::kProvider)), event.end() - event.begin, event.provenance};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RunTimeBuild> runTimeBuildOf(const TraceSnapshot& snapshot, const CallPicture& picture) {
  return runTimeBuildOf(snapshot, picture.id, kernelsOf(snapshot, picture));
}

std::optional<RunTimeBuild> runTimeBuildOf(const TraceSnapshot& snapshot, CallId launchedIn,
                                           const std::vector<std::string_view>& kernels) {
  std::optional<RunTimeBuild> build;
  if (kernels.empty() || snapshot.totals().slicesPerStorey[static_cast<std::size_t>(Storey::Compiler)] == 0)
    return build;
  newestCall(snapshot, static_cast<std::uint32_t>(launchedIn), [&](CallId call) {
    build = buildIn(snapshot, call, kernels);
    return build.has_value();
  });
  return build;
}

}  // namespace strata::inline facts
