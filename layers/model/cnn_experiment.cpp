#include "layers/model/cnn_experiment.h"

#include "kernels/conv2d/conv2d_ladder.h"
#include "layers/model/experiments.h"

namespace strata {
namespace {

ParameterInfo path(std::string name, std::string title, std::string help, std::string nothing) {
  ParameterInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.type = ParameterInfo::Type::Text;
  info.defaultValue = "";
  info.help = std::move(help);
  info.nothing = std::move(nothing);
  return info;
}

ParameterInfo repeats() {
  constexpr std::int64_t kRepeats = 5;
  ParameterInfo info;
  info.name = "repeat";
  info.title = "Repeats";
  info.type = ParameterInfo::Type::Integer;
  info.defaultValue = kRepeats;
  info.min = 1;
  info.max = 1000;
  info.help = "Timed walks of the picture with each variant, after one that warms up.";
  info.ofRun = true;
  return info;
}

}  // namespace

ExperimentInfo cnnExperiment() {
  return {"cnn",
          "Digit reader",
          "A convolutional network reads a handwritten digit, with its real weights, stage by stage; variants are ways "
          "to compute its convolutions.",
          {path("model", "Model", "An ONNX file of a digit classifier; empty: the one that comes with Strata.",
                "Strata's own"),
           path("image", "Picture",
                "A PGM, white on black, of the model's size; empty: a seven that comes with Strata.", "a seven"),
           repeats()},
          ladderExperiment(conv2dLadder()).variants};
}

}  // namespace strata
