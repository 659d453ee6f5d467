#include "layers/workloads/transformer/transformer_request.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "engine/protocol/workload.h"
#include "layers/workloads/common/shipped_model.h"
#include "layers/workloads/common/usage_error.h"

namespace strata::inline workloads {
namespace {

KernelWish wishOf(const nlohmann::json& value) {
  if (value == "own") return KernelWish::Own;
  return value == "library" ? KernelWish::Library : KernelWish::Auto;
}

Result<std::vector<int>> idsFrom(const std::string& text) {
  std::istringstream words(text);
  std::vector<int> ids;
  for (std::string word; words >> word;) {
    int id = 0;
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (problem == std::errc::result_out_of_range)
      return usage(fmt::format("prompt_ids has the number {}, which no token has.", word));
    if (problem != std::errc{} || end != word.data() + word.size())
      return usage(fmt::format("prompt_ids must be whole numbers with spaces between; \"{}\" is none.", word));
    ids.push_back(id);
  }
  if (ids.empty()) return usage("prompt_ids has only spaces; give it token numbers, such as \"1 2 3\".");
  return ids;
}

}  // namespace

Result<TransformerRequest> transformerRequest(const ExperimentInfo& info, const Request& request) {
  STRATA_ASSIGN(const nlohmann::json values, resolveParameters(info, *request.parameters));
  TransformerRequest asked;
  asked.prompt = values["prompt"];
  asked.promptIds = values["prompt_ids"];
  asked.tokens = values["tokens"];
  asked.sampler = {values["temperature"].get<float>(), values["top_p"].get<float>(), values["top_k"].get<int>(),
                   values["seed"].get<std::uint64_t>()};
  asked.model = values["model"].get<std::string>();
  asked.tokenizer = values["tokenizer"].get<std::string>();
  asked.context = values["context"];
  asked.kernels = wishOf(values["kernels"]);
  asked.graph = values["graph"] == "on";
  asked.overlap = values["overlap"] == "on";
  asked.watch = values["watch"] == "on";
  asked.ahead = values["ahead"] == "on" && asked.sampler.temperature == 0 && !asked.watch;
  asked.profile = values["profile"] == "on";
  asked.watched = {values["watch_layer"], values["watch_head"]};
  if (asked.model.empty()) asked.model = shippedModel(".gguf");
  if (asked.model.empty())
    return usage(
        "No model comes with this build of Strata. Name one as model=PATH: a llama2.c .bin, a GGUF file "
        "or a Hugging Face folder.");
  return asked;
}

Result<std::vector<int>> promptTokens(const TransformerRequest& request, const ModelFile& model) {
  const Tokenizer* const tokenizer = model.tokenizer();
  std::vector<int> ids;
  if (!request.promptIds.empty()) {
    STRATA_ASSIGN(ids, idsFrom(request.promptIds));
  } else if (tokenizer == nullptr) {
    return usage(fmt::format(
        "A prompt needs a tokenizer, and there is none for this model: {}. Name one: tokenizer=PATH, or give "
        "prompt_ids=\"1 2 3\".",
        model.noTokenizer()));
  } else {
    ids = tokenizer->encode(request.prompt, true);
  }
  if (ids.empty())
    return usage("The prompt is empty, and this model has no token that begins a text. Give it a prompt.");
  const std::int64_t vocab = model.config().vocab;
  const auto stranger = std::ranges::find_if(ids, [&](int id) { return id < 0 || id >= vocab; });
  if (stranger == ids.end()) return ids;
  if (!request.promptIds.empty())
    return usage(
        fmt::format("prompt_ids has the token {}, but the tokens of this model are 0 to {}.", *stranger, vocab - 1));
  return usage(fmt::format(
      "The prompt has token {}, but this model knows only {} tokens: tokenizer and model do not belong together.",
      *stranger, vocab));
}

}  // namespace strata::inline workloads
