#include "layers/framework/framework_layer.h"

namespace strata::inline framework {
namespace {

constexpr std::string_view kWho = "Strata's own ops, where others have PyTorch, JAX or ONNX Runtime.";

constexpr StackLayer kLayer{
    .storey = Storey::Framework,
    .teaching =
        "A framework knows tensors and ops. For each op it checks that the shapes fit, chooses the routine that "
        "computes it on this device, and hands it down; a graph of ops can be fused or reordered first. The choice "
        "costs a microsecond or two on the host. That shows only when the work below is just as short, as in a small "
        "model that writes one token at a time.",
    .cuda = kWho,
    .rocm = kWho,
    .cpu = kWho,
};

}  // namespace

const StackLayer& frameworkLayer() {
  return kLayer;
}

StoreyState probeFramework() {
  StoreyState state;
  state.storey = Storey::Framework;
  state.available = true;
  state.name = "Strata ops";
  state.version = "0.1";
  state.reason = "observed: every op, with its shapes, the variant chosen and why";
  return state;
}

}  // namespace strata::inline framework
