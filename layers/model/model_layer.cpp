#include "layers/model/model_layer.h"

namespace strata::inline model {
namespace {

constexpr std::string_view kWho = "Strata's experiments; a training script or a chat elsewhere.";

constexpr StackLayer kLayer{
    .storey = Storey::Model,
    .teaching =
        "At the top somebody wants something: a matrix product, an image recognised, the next word. The model says "
        "what to compute and in which order, and knows nothing of threads or memory. Whatever it asks for goes down "
        "through all the storeys (the levels of the stack) below, and each takes its time.",
    .cuda = kWho,
    .rocm = kWho,
    .cpu = kWho,
};

}  // namespace

const StackLayer& modelLayer() {
  return kLayer;
}

StoreyState probeModel() {
  StoreyState state;
  state.storey = Storey::Model;
  state.available = true;
  state.name = "Strata experiments";
  state.version = "0.1";
  state.reason = "observed: every repeat, with inputs, warm-up and check kept separate";
  return state;
}

}  // namespace strata::inline model
