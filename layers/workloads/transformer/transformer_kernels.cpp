#include "layers/workloads/transformer/transformer_kernels.h"

#include <algorithm>

#include "kernels/argmax/argmax_ladder.h"
#include "kernels/attention/attention_ladder.h"
#include "kernels/elementwise/elementwise_ladder.h"
#include "kernels/heads/heads_ladder.h"
#include "kernels/linear/linear_ladder.h"
#include "kernels/norm/norm_ladder.h"

namespace strata {
namespace {

/// Fewer rows than this make a matrix product a walk through the weights, which linear layers do better.
constexpr std::int64_t kFewestRows = 9;
/// No more weights than this stay in a processor's cache while its linear layer walks through them for many rows; a
/// library's product would take longer to wake its own threads than it gains.
constexpr std::int64_t kWeightsInCache = 1 << 20;
/// Fewer queries than this leave a block for each query alone.
constexpr std::int64_t kFewQueries = 16;

struct Choice {
  std::string_view variant, reason;
};

/// What is known to be right for a kind of device where the last step of the ladder is not. Empty: nothing.
Choice knownBest(const DeviceInfo& device, const Ladder& ladder, const Problem& problem) {
  if (device.backend == "cpu") {
    constexpr std::string_view kNobodyWaits = "a processor: no thread waits for another";
    if (&ladder == &linearLadder()) return {"partial_sums", kNobodyWaits};
    if (&ladder == &normLadder() || &ladder == &elementwiseLadder() || &ladder == &argmaxLadder())
      return {"lanes", kNobodyWaits};
    if (&ladder == &headsLadder()) return {"row", kNobodyWaits};
    if (&ladder == &attentionLadder()) return {"streamed", kNobodyWaits};
    return {};
  }
  const bool fewQueries = &ladder == &attentionLadder() && problem["queries"] < kFewQueries;
  if (fewQueries) return {"split", "few queries: the keys are split among blocks"};
  return {};
}

Choice wished(const Ops& ops, const DeviceInfo& device, KernelWish wish, const Ladder& ladder, const Problem& problem) {
  const auto runs = [&](std::string_view variant) {
    const Routine* routine = ops.find(ladder, variant);
    return routine != nullptr && routine->supports(device, problem).ok();
  };
  if (wish == KernelWish::Library)
    for (const auto& library : ladder.library)
      if (runs(library.name)) return {library.name, "the library was asked for"};
  if (const Choice best = knownBest(device, ladder, problem); !best.variant.empty() && runs(best.variant)) return best;
  if (wish == KernelWish::Own)
    for (auto step = ladder.steps.rbegin(); step != ladder.steps.rend(); ++step)
      if (runs(step->name)) return {step->name, "Strata's own were asked for: the last step that can run here"};
  return {};
}

}  // namespace

Result<PreparedOp> prepareWished(Ops& ops, const DeviceInfo& device, KernelWish wish, const Ladder& ladder,
                                 const Problem& problem, std::span<const TensorPlace> tensors) {
  const Choice choice = wished(ops, device, wish, ladder, problem);
  return ops.prepare(ladder, problem, tensors, choice.variant, choice.reason);
}

bool throughMatmul(KernelWish wish, const DeviceInfo& device, std::int64_t rows, std::int64_t in, std::int64_t out,
                   bool plain) {
  if (!plain) return false;
  if (wish == KernelWish::Library) return true;
  if (device.backend == "cpu" && in * out <= kWeightsInCache) return false;
  return rows >= kFewestRows;
}

}  // namespace strata
