#include "layers/workloads/cnn/cnn_experiment.h"

#include "kernels/conv2d/conv2d_operation.h"
#include "layers/workloads/cnn/cnn_picture.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline workloads {
namespace {

ParameterInfo pixels() {
  return choiceParameter(
      "pixels", "Pixels", {kCnnPixels.begin(), kCnnPixels.end()},
      "What the network was trained on, which its file does not say: grey values as they are, divided by 255, or after "
      "that normalised with MNIST's mean 0.1307 and deviation 0.3081, as in PyTorch's example.");
}

ParameterInfo repeats() {
  ParameterInfo info = integerParameter("repeat", "Repeats", 5, 1, 1000,
                                        "Timed passes of the picture with each variant, after a warm-up.");
  info.ofRun = true;
  return info;
}

}  // namespace

ExperimentInfo cnnExperiment() {
  return {
      "cnn",
      "Digit reader",
      "A convolutional network with real weights reads a handwritten digit, stage by stage; variants are ways to "
      "compute its convolutions.",
      {withFiles("*.onnx", fileParameter("model", "Model", "Strata's own",
                                         "An ONNX file of a digit classifier; empty: the one that comes with Strata.")),
       pictureParameter("image", "Picture", std::string(kCnnPicture), "a seven",
                        "A PGM, white on black, of the model's size; empty: a seven that comes with Strata."),
       pixels(), repeats()},
      ladderExperiment(conv2dOperation()).variants,
      "features"};
}

std::vector<ExperimentInfo> cnnExperiments() {
  return {cnnExperiment()};
}

}  // namespace strata::inline workloads
