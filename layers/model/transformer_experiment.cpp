#include "layers/model/transformer_experiment.h"

namespace strata {
namespace {

using Type = ParameterInfo::Type;

ParameterInfo parameter(std::string name, std::string title, Type type, nlohmann::json defaultValue, std::string help) {
  ParameterInfo info;
  info.name = std::move(name);
  info.title = std::move(title);
  info.type = type;
  info.defaultValue = std::move(defaultValue);
  info.help = std::move(help);
  return info;
}

ParameterInfo number(std::string name, std::string title, Type type, double defaultValue, double min, double max,
                     std::string help) {
  const nlohmann::json value =
      type == Type::Integer ? nlohmann::json(static_cast<std::int64_t>(defaultValue)) : nlohmann::json(defaultValue);
  ParameterInfo info = parameter(std::move(name), std::move(title), type, value, std::move(help));
  info.min = min;
  info.max = max;
  return info;
}

ParameterInfo withNothing(ParameterInfo info, std::string nothing) {
  info.nothing = std::move(nothing);
  return info;
}

ParameterInfo choice(std::string name, std::string title, std::vector<std::string> choices, std::string help) {
  ParameterInfo info = parameter(std::move(name), std::move(title), Type::Choice, choices.front(), std::move(help));
  info.choices = std::move(choices);
  info.ofRun = true;
  return info;
}

std::vector<ParameterInfo> parameters() {
  constexpr double kMostTokens = 1 << 20, kMostSeeds = 9007199254740991.0;
  std::vector<ParameterInfo> all{
      parameter("prompt", "Prompt", Type::Text, "Once upon a time", "The text to go on from."),
      number("tokens", "Tokens", Type::Integer, 128, 0, kMostTokens,
             "How many tokens to write at most; the text may end earlier."),
      number("temperature", "Temperature", Type::Number, 0, 0, 100,
             "0: always the most likely token; the higher, the more of the others."),
      number("top_p", "Top p", Type::Number, 0.9, 0, 1,
             "Choose among the most likely tokens that together are this likely; 0 or 1: among all."),
      withNothing(number("top_k", "Top k", Type::Integer, 0, 0, kMostTokens,
                         "Choose among so many of the most likely tokens; 0: among all."),
                  "all"),
      number("seed", "Seed", Type::Integer, 1, 1, kMostSeeds, "The same seed chooses the same tokens."),
      withNothing(
          parameter("model", "Model", Type::Text, "",
                    "A llama2.c .bin, a GGUF file or a Hugging Face folder; empty: the model that comes with Strata."),
          "Strata's own"),
      withNothing(parameter("tokenizer", "Tokenizer", Type::Text, "",
                            "A tokenizer.bin, GGUF file or tokenizer.json; empty: the model's own."),
                  "the model's"),
      withNothing(parameter("prompt_ids", "Prompt as ids", Type::Text, "",
                            "Numbers of tokens instead of the prompt, for models without a tokenizer: \"11 48 85\"."),
                  "none"),
      withNothing(number("context", "Context", Type::Integer, 0, 0, kMostTokens,
                         "Tokens the cache has room for; 0: as many as the model was made for."),
                  "the model's"),
  };
  all.push_back(
      choice("kernels", "Kernels", {"auto", "own", "library"},
             "auto: what is fastest for each shape; own: Strata's only; library: the vendor's matrix products."));
  all.push_back(
      choice("graph", "Graph", {"off", "on"},
             "on: the launches of a token are captured once and started as one graph for each that follows."));
  all.push_back(choice("ahead", "Ahead", {"off", "on"},
                       "on: where temperature is 0 and nothing is watched, the device chooses each token and goes on "
                       "with it, and the host is told meanwhile."));
  all.push_back(
      choice("watch", "Watch", {"on", "off"},
             "on: of each token the 20 best next ones, the residual stream's lengths and one head's attention."));
  for (const auto& [name, title] : {std::pair{"watch_layer", "Watched layer"}, {"watch_head", "Watched head"}}) {
    all.push_back(number(name, title, Type::Integer, 0, 0, 1023, "Whose attention is shown, from 0."));
    all.back().ofRun = true;
  }
  all.push_back(choice("profile", "Operation times", {"on", "off"},
                       "on: afterwards the last token runs again with a mark around each operation."));
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

}  // namespace strata
