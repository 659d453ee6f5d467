#include "tests/views/sample_digits.h"

#include <nlohmann/json.hpp>
#include <string>

namespace strata {

std::shared_ptr<SessionMessage> sampleStage(const std::string& name, int channels, int side, int perRow) {
  std::vector<float> blob;
  for (int i = 0; i < channels * side * side; ++i) blob.push_back(static_cast<float>(i));
  const nlohmann::json json{
      {"name", name},
      {"rows", channels / perRow * side},
      {"cols", perRow * side},
      {"shape", {1, channels, side, side}},
      {"sheet", {{"channels", channels}, {"height", side}, {"width", side}, {"per_row", perRow}}}};
  return std::make_shared<SessionMessage>(SessionMessage{MessageKind::Tensor, json.dump(), std::move(blob)});
}

ViewState sampleDigits() {
  ViewState state;
  state.session.previews = {
      sampleStage("image", 1, 4, 1), sampleStage("conv1.sum", 4, 4, 2),
      std::make_shared<SessionMessage>(
          SessionMessage{MessageKind::Tensor, R"({"name":"logits","rows":1,"cols":3,"shape":[1,3]})", {1, 5, 2}})};
  RunResult result;
  result.variant = "direct";
  *result.details = {{"digit", 1},
                     {"logits", {1.0, 5.0, 2.0}},
                     {"probabilities", {0.0171, 0.9362, 0.0466}},
                     {"stages", {{{"name", "conv1"}, {"op", "Conv"}, {"tensor", "conv1.sum"}, {"seconds", 2.5e-5}}}}};
  state.session.results = {result};
  return state;
}

}  // namespace strata
