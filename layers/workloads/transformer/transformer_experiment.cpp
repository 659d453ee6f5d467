#include "layers/workloads/transformer/transformer_experiment.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace strata::inline workloads {
namespace {

constexpr double kMostTokens = 1 << 20, kMostSeeds = 9007199254740991.0;

ParameterInfo modelParameter() {
  ParameterInfo info = withFiles(
      "*.gguf *.bin *.safetensors config.json",
      fileParameter("model", "Model", "Strata's own",
                    "A llama2.c .bin, a GGUF file (F32, F16, BF16, Q8_0, Q4_0 to Q5_1, Q4_K to Q6_K) or a Hugging Face "
                    "folder, of a Llama or GPT-2; empty: the model that comes with Strata."));
  info.isModel = true;
  return info;
}

/// What is written, and by which model.
std::vector<ParameterInfo> parametersOfWork() {
  return {
      usedWith("prompt_ids", {""}, textParameter("prompt", "Prompt", "Once upon a time", "The text to continue.")),
      integerParameter("tokens", "Tokens", 128, 0, kMostTokens, "The most tokens to write; the text may end earlier."),
      numberParameter("temperature", "Temperature", 0, 0, 100,
                      "0: always the most likely token; the higher, the more often others."),
      numberParameter(
          "top_p", "Top p", 0.9, 0, 1,
          "Choose among the most likely tokens that together have this share of what top k leaves; 0 or 1: among all."),
      withNothing(integerParameter("top_k", "Top k", 0, 0, kMostTokens,
                                   "Choose among this many of the most likely tokens; 0: among all."),
                  "all"),
      integerParameter("seed", "Seed", 1, 1, kMostSeeds, "The same seed chooses the same tokens."),
      modelParameter(),
      withFiles("*.bin *.gguf tokenizer.json",
                fileParameter("tokenizer", "Tokenizer", "the model's",
                              "A tokenizer.bin, GGUF file or tokenizer.json; empty: the model's own.")),
      withNothing(textParameter("prompt_ids", "Prompt as ids", "",
                                "Token ids instead of the prompt, for models without a tokenizer: \"11 48 85\"."),
                  "none"),
      withNothing(integerParameter("context", "Context", 0, 0, kMostTokens,
                                   "Tokens the cache has room for; 0: as many as the model was trained for."),
                  "the model's"),
  };
}

/// How it is computed and watched.
std::vector<ParameterInfo> parametersOfRun() {
  std::vector<ParameterInfo> all;
  all.push_back(
      choiceParameter("kernels", "Kernels", {"auto", "own", "library"},
                      "auto: the fastest for each shape; own: Strata's only; library: the vendor's matrix products."));
  all.push_back(choiceParameter(
      "graph", "Graph", {"off", "on"},
      "on: a token's launches are captured once and replayed as one graph for each token that follows."));
  all.push_back(choiceParameter("overlap", "Overlap", {"off", "on"},
                                "on: each kernel of a token begins before the one before it has ended and waits by "
                                "itself (programmatic dependent launch; NVIDIA, from Hopper on)."));
  all.push_back(choiceParameter("ahead", "Ahead", {"off", "on"},
                                "on: if temperature is 0 and nothing is watched, the device chooses each token and "
                                "goes on without waiting for the host."));
  all.push_back(choiceParameter("watch", "Watch", {"on", "off"},
                                "on: records for each token the 20 likeliest next ones, the residual stream's lengths "
                                "and one head's attention."));
  for (const auto& [name, title] : {std::pair{"watch_layer", "Watched layer"}, {"watch_head", "Watched head"}}) {
    all.push_back(integerParameter(name, title, 0, 0, 1023, "Whose attention is shown, from 0."));
  }
  all.push_back(choiceParameter("profile", "Operation times", {"on", "off"},
                                "on: afterwards the last token runs again with an event around each operation."));
  for (ParameterInfo& parameter : all) parameter.ofRun = true;
  return all;
}

std::vector<ParameterInfo> parameters() {
  std::vector<ParameterInfo> all = parametersOfWork();
  std::ranges::move(parametersOfRun(), std::back_inserter(all));
  return all;
}

}  // namespace

ExperimentInfo transformerExperiment() {
  return {"transformer",
          "Transformer",
          "A language model with real weights reads a prompt all at once and then writes token after token.",
          parameters(),
          {},
          "tokens"};
}

std::vector<ExperimentInfo> transformerExperiments() {
  return {transformerExperiment()};
}

}  // namespace strata::inline workloads
