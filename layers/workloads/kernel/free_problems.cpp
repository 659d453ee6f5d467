#include "layers/workloads/kernel/free_problems.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "layers/workloads/kernel/free_values.h"

namespace strata::inline workloads {
namespace {

constexpr double kMostThreads = 1 << 15;  ///< of all launches: each does some dozens of accesses
constexpr std::int64_t kSmall = 16;       ///< what is smaller is no size to be cut

ChosenSizes chosenOf(const FreePlan& plan) {
  ChosenSizes sizes;
  for (const FreeKernel::Size& size : plan.kernel->sizes)
    if (size.value) sizes[size.name] = static_cast<std::int64_t>(plan.sizes.at(size.name));
  return sizes;
}

double threadsOf(const FreePlan& plan) {
  double threads = 0;
  for (const KernelLaunch& launch : plan.launches)
    threads += static_cast<double>(launch.shape.grid.count()) * static_cast<double>(launch.shape.block.count());
  return threads;
}

/// The size halved of which the fewest threads follow; nullopt where it makes no difference, or cannot be run.
std::optional<ChosenSizes> smaller(const FreePlan& plan) {
  std::optional<ChosenSizes> best;
  double fewest = threadsOf(plan);
  for (const FreeKernel::Size& size : plan.kernel->sizes) {
    ChosenSizes sizes = chosenOf(plan);
    if (!size.value || sizes[size.name] <= kSmall) continue;
    sizes[size.name] = std::max(size.step, sizes[size.name] / 2 / size.step * size.step);
    const auto half = planFree(plan.kernel, sizes);
    if (!half.ok() || threadsOf(half.value()) >= fewest) continue;
    fewest = threadsOf(half.value());
    best = std::move(sizes);
  }
  return best;
}

/// Each size that may be odd is, and no two alike.
ChosenSizes odd(const FreePlan& plan) {
  ChosenSizes sizes = chosenOf(plan);
  std::int64_t less = 1;
  for (const FreeKernel::Size& size : plan.kernel->sizes) {
    if (!size.value || size.step > 1 || sizes[size.name] < kSmall) continue;
    ChosenSizes changed = sizes;
    changed[size.name] = (sizes[size.name] | 1) - 2 * less;
    if (!planFree(plan.kernel, changed).ok()) continue;
    sizes = std::move(changed);
    ++less;
  }
  return sizes;
}

}  // namespace

std::vector<ChosenSizes> watchedSizes(const FreePlan& plan) {
  ChosenSizes sizes = chosenOf(plan);
  auto at = planFree(plan.kernel, sizes);
  while (at.ok() && threadsOf(at.value()) > kMostThreads) {
    const auto less = smaller(at.value());
    if (!less) break;
    sizes = *less;
    at = planFree(plan.kernel, sizes);
  }
  std::vector<ChosenSizes> all{sizes};
  if (!at.ok()) return all;
  if (ChosenSizes others = odd(at.value()); others != sizes) all.push_back(std::move(others));
  return all;
}

Result<WatchedRun> watchedRunOf(const FreePlan& plan, std::uint64_t seed, const std::stop_token& stop) {
  STRATA_ASSIGN(const auto values, initialValues(plan, seed, stop));
  WatchedRun run{plan.shapeText(), plan.launches, {}};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const TensorInfo& tensor = plan.tensors[i];
    auto& memory =
        run.tensors.emplace_back(WatchedRun::Memory{std::string(tensor.name), tensor.bytes(), bytesOf(tensor.type)});
    if (values[i].empty()) continue;
    memory.content.resize(tensor.bytes());
    encodeElements(tensor.type, values[i], memory.content.data());
  }
  return run;
}

}  // namespace strata::inline workloads
