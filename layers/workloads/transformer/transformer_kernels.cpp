#include "layers/workloads/transformer/transformer_kernels.h"

#include <string>

namespace strata::inline workloads {
namespace {

/// Fewer rows than this make a matrix product a walk through the weights, which linear layers do better.
constexpr std::int64_t kFewestRows = 9;
/// No more weights than this stay in a processor's cache while its linear layer walks through them for many rows; a
/// library's product would take longer to wake its own threads than it gains.
constexpr std::int64_t kWeightsInCache = 1 << 20;

struct Choice {
  std::string_view variant;
  std::string reason;
};

Choice wished(const Ops& ops, const DeviceInfo& device, KernelWish wish, const Operation& operation,
              const Problem& problem) {
  if (wish == KernelWish::Library)
    for (const auto& library : operation.library)
      if (const Routine* routine = ops.find(operation, library.name);
          routine && routine->supports(device, problem).ok())
        return {library.name, "the library was asked for"};
  if (wish == KernelWish::Own)
    if (const auto best = ops.best(operation, problem, Ops::Among::OwnSteps))
      return {best->routine->variant(), "Strata's own were asked for: " + best->reason};
  return {};
}

}  // namespace

Result<PreparedOp> prepareWished(Ops& ops, const DeviceInfo& device, KernelWish wish, const Operation& operation,
                                 const Problem& problem, std::span<const TensorPlace> tensors) {
  const Choice choice = wished(ops, device, wish, operation, problem);
  return ops.prepare(operation, problem, tensors, choice.variant, choice.reason);
}

bool throughMatmul(KernelWish wish, const DeviceInfo& device, std::int64_t rows, std::int64_t in, std::int64_t out,
                   bool plain) {
  if (!plain) return false;
  if (wish == KernelWish::Library) return true;
  if (device.isProcessor() && in * out <= kWeightsInCache) return false;
  return rows >= kFewestRows;
}

}  // namespace strata::inline workloads
