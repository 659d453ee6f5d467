#include "layers/workloads/transformer/transformer_experiment.h"

namespace strata {
namespace {

std::vector<ParameterInfo> parameters() {
  constexpr double kMostTokens = 1 << 20, kMostSeeds = 9007199254740991.0;
  std::vector<ParameterInfo> all{
      textParameter("prompt", "Prompt", "Once upon a time", "The text to go on from."),
      integerParameter("tokens", "Tokens", 128, 0, kMostTokens,
                       "How many tokens to write at most; the text may end earlier."),
      numberParameter("temperature", "Temperature", 0, 0, 100,
                      "0: always the most likely token; the higher, the more of the others."),
      numberParameter("top_p", "Top p", 0.9, 0, 1,
                      "Choose among the most likely tokens that together are this likely; 0 or 1: among all."),
      withNothing(integerParameter("top_k", "Top k", 0, 0, kMostTokens,
                                   "Choose among so many of the most likely tokens; 0: among all."),
                  "all"),
      integerParameter("seed", "Seed", 1, 1, kMostSeeds, "The same seed chooses the same tokens."),
      withNothing(
          textParameter(
              "model", "Model", "",
              "A llama2.c .bin, a GGUF file or a Hugging Face folder; empty: the model that comes with Strata."),
          "Strata's own"),
      withNothing(textParameter("tokenizer", "Tokenizer", "",
                                "A tokenizer.bin, GGUF file or tokenizer.json; empty: the model's own."),
                  "the model's"),
      withNothing(
          textParameter("prompt_ids", "Prompt as ids", "",
                        "Numbers of tokens instead of the prompt, for models without a tokenizer: \"11 48 85\"."),
          "none"),
      withNothing(integerParameter("context", "Context", 0, 0, kMostTokens,
                                   "Tokens the cache has room for; 0: as many as the model was made for."),
                  "the model's"),
  };
  const std::size_t ofWork = all.size();
  all.push_back(choiceParameter(
      "kernels", "Kernels", {"auto", "own", "library"},
      "auto: what is fastest for each shape; own: Strata's only; library: the vendor's matrix products."));
  all.push_back(
      choiceParameter("graph", "Graph", {"off", "on"},
                      "on: the launches of a token are captured once and started as one graph for each that follows."));
  all.push_back(
      choiceParameter("ahead", "Ahead", {"off", "on"},
                      "on: where temperature is 0 and nothing is watched, the device chooses each token and goes on "
                      "with it, and the host is told meanwhile."));
  all.push_back(choiceParameter(
      "watch", "Watch", {"on", "off"},
      "on: of each token the 20 best next ones, the residual stream's lengths and one head's attention."));
  for (const auto& [name, title] : {std::pair{"watch_layer", "Watched layer"}, {"watch_head", "Watched head"}}) {
    all.push_back(integerParameter(name, title, 0, 0, 1023, "Whose attention is shown, from 0."));
  }
  all.push_back(choiceParameter("profile", "Operation times", {"on", "off"},
                                "on: afterwards the last token runs again with a mark around each operation."));
  for (std::size_t i = ofWork; i < all.size(); ++i) all[i].ofRun = true;
  return all;
}

}  // namespace

ExperimentInfo transformerExperiment() {
  return {"transformer",
          "Transformer",
          "A language model reads a prompt all at once and then writes token after token, with its real weights.",
          parameters(),
          {}};
}

std::vector<ExperimentInfo> transformerExperiments() {
  return {transformerExperiment()};
}

}  // namespace strata
