#include "engine/modelfile/hugging_face_config.h"

#include <fmt/format.h>

namespace strata::inline modelfile {
namespace {

Result<Activation> activationOfLlama(const JsonFields& fields) {
  constexpr std::string_view kKey = "hidden_act";
  STRATA_ASSIGN(const auto name, fields.textOr(kKey, "silu"));
  if (name == "silu" || name == "swish") return Activation::Silu;
  return fields.unsupported(kKey, fmt::format("is {}; only silu is supported", name));
}

Result<Activation> activationOfGpt2(const JsonFields& fields) {
  constexpr std::string_view kKey = "activation_function";
  STRATA_ASSIGN(const auto name, fields.textOr(kKey, "gelu_new"));
  if (name == "gelu_new" || name == "gelu_pytorch_tanh") return Activation::GeluTanh;
  if (name == "gelu") return Activation::GeluErf;
  return fields.unsupported(kKey, fmt::format("is {}; only gelu_new, gelu_pytorch_tanh and gelu are supported", name));
}

Result<std::int64_t> headSizeOf(const JsonFields& fields, std::string_view headsKey, const ModelConfig& config) {
  if (config.heads < 1) return fields.damaged(headsKey, "is less than 1");
  if (!fields.find("head_dim") && config.dim % config.heads != 0)
    return fields.damaged(headsKey, fmt::format("is {}, which does not divide the width {}", config.heads, config.dim));
  return fields.integerOr("head_dim", config.dim / config.heads);
}

Result<void> checkTurned(const JsonFields& fields) {
  constexpr std::string_view kPart = "partial_rotary_factor";
  STRATA_ASSIGN(const auto part, fields.numberOr(kPart, 1.0f));
  if (part != 1) return fields.unsupported(kPart, fmt::format("is {}; only RoPE of whole heads is supported", part));
  return {};
}

/// Older files say "rope_theta" and "rope_scaling", newer ones put both under "rope_parameters".
Result<void> readRope(const JsonFields& fields, ModelConfig& config) {
  config.ropePairs = RopePairs::Halves;
  STRATA_ASSIGN(config.ropeTheta, fields.numberOr("rope_theta", 10000.0f));
  STRATA_TRY(checkTurned(fields));
  for (const std::string_view key : {"rope_scaling", "rope_parameters"}) {
    const nlohmann::json* rope = fields.find(key);
    if (!rope) continue;
    if (!rope->is_object()) return fields.damaged(key, "is neither null nor an object");
    const std::string place(key);
    const JsonFields inner(place, *rope);
    STRATA_ASSIGN(const auto older, inner.textOr("type", ""));
    STRATA_ASSIGN(const auto type, inner.textOr("rope_type", older));
    if (!type.empty() && type != "default")
      return fields.unsupported(key, fmt::format("is of type {}; only unscaled RoPE is supported", type));
    STRATA_ASSIGN(const auto factor, inner.numberOr("factor", 1.0f));
    if (type.empty() && factor != 1)
      return fields.unsupported(key, fmt::format("has the factor {}; only unscaled RoPE is supported", factor));
    STRATA_TRY(checkTurned(inner));
    STRATA_ASSIGN(config.ropeTheta, inner.numberOr("rope_theta", config.ropeTheta));
  }
  return {};
}

Result<ModelConfig> readLlama(const JsonFields& fields) {
  ModelConfig config;
  config.family = ModelFamily::Llama;
  STRATA_ASSIGN(config.dim, fields.integer("hidden_size"));
  STRATA_ASSIGN(config.hidden, fields.integer("intermediate_size"));
  STRATA_ASSIGN(config.layers, fields.integer("num_hidden_layers"));
  STRATA_ASSIGN(config.heads, fields.integer("num_attention_heads"));
  STRATA_ASSIGN(config.kvHeads, fields.integerOr("num_key_value_heads", config.heads));
  STRATA_ASSIGN(config.headSize, headSizeOf(fields, "num_attention_heads", config));
  STRATA_ASSIGN(config.vocab, fields.integer("vocab_size"));
  STRATA_ASSIGN(config.context, fields.integerOr("max_position_embeddings", 2048));
  STRATA_ASSIGN(config.normEpsilon, fields.numberOr("rms_norm_eps", 1e-6f));
  STRATA_TRY(readRope(fields, config));
  STRATA_ASSIGN(config.activation, activationOfLlama(fields));
  STRATA_ASSIGN(config.tiedHead, fields.flagOr("tie_word_embeddings", false));
  return config;
}

Result<ModelConfig> readGpt2(const JsonFields& fields) {
  ModelConfig config;
  config.family = ModelFamily::Gpt2;
  STRATA_ASSIGN(config.dim, fields.integer("n_embd"));
  STRATA_ASSIGN(config.layers, fields.integer("n_layer"));
  STRATA_ASSIGN(config.heads, fields.integer("n_head"));
  config.kvHeads = config.heads;
  STRATA_ASSIGN(config.headSize, headSizeOf(fields, "n_head", config));
  if (config.dim < 1 || config.dim > std::int64_t{1} << 32) return fields.damaged("n_embd", "makes no sense");
  STRATA_ASSIGN(config.hidden, fields.integerOr("n_inner", 4 * config.dim));
  STRATA_ASSIGN(config.vocab, fields.integer("vocab_size"));
  STRATA_ASSIGN(config.context, fields.integerOr("n_positions", 1024));
  STRATA_ASSIGN(config.normEpsilon, fields.numberOr("layer_norm_epsilon", 1e-5f));
  STRATA_ASSIGN(config.activation, activationOfGpt2(fields));
  STRATA_ASSIGN(config.tiedHead, fields.flagOr("tie_word_embeddings", true));
  STRATA_ASSIGN(const auto scaled, fields.flagOr("scale_attn_weights", true));
  STRATA_ASSIGN(const auto byLayer, fields.flagOr("scale_attn_by_inverse_layer_idx", false));
  STRATA_ASSIGN(const auto cross, fields.flagOr("add_cross_attention", false));
  if (!scaled || byLayer || cross)
    return fields.unsupported("attention", "is unscaled, scaled by layer or crossed, which cannot be run here");
  return config;
}

}  // namespace

Result<ModelConfig> readHuggingFaceConfig(const JsonFields& fields) {
  STRATA_ASSIGN(const auto type, fields.textOr("model_type", "absent"));
  if (fields.find("quantization_config"))
    return fields.unsupported("quantization_config", "is set; only plain weights can be read from such a folder");
  if (type == "llama") return readLlama(fields);
  if (type == "gpt2") return readGpt2(fields);
  return fields.unsupported("model_type", fmt::format("is {}; only llama and gpt2 can be run", type));
}

Result<std::vector<int>> tokenIdsOf(const JsonFields& fields, std::string_view key) {
  const nlohmann::json* value = fields.find(key);
  if (!value) return std::vector<int>{};
  std::vector<int> ids;
  for (const nlohmann::json& each : value->is_array() ? *value : nlohmann::json::array({*value})) {
    if (each == -1) continue;
    if (!each.is_number_unsigned() || each.get<std::uint64_t>() > 0x7fffffff)
      return fields.damaged(key, "is neither a token's number nor a list of such numbers");
    ids.push_back(each.get<int>());
  }
  return ids;
}

}  // namespace strata::inline modelfile
