#include "engine/modelfile/gguf_model.h"

#include <fmt/format.h>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/gguf_file.h"
#include "engine/modelfile/gguf_tokenizer.h"
#include "engine/modelfile/made_tokenizer.h"
#include "engine/modelfile/stored_layout.h"
#include "engine/modelfile/tensor_names.h"

namespace strata::inline modelfile {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

constexpr Name kInLayer[] = {
    {"attn_norm", "attention_norm"}, {"attn_q", "attention.query"},   {"attn_k", "attention.key"},
    {"attn_v", "attention.value"},   {"attn_qkv", "attention.fused"}, {"attn_output", "attention.output"},
    {"ffn_norm", "ffn_norm"},        {"ffn_gate", "ffn.gate"},        {"ffn_up", "ffn.up"},
    {"ffn_down", "ffn.down"}};
constexpr Name kOutside[] = {{"token_embd", "token_embedding"},
                             {"position_embd", "position_embedding"},
                             {"output_norm", "final_norm"},
                             {"output", "head"}};
constexpr TensorNames kGgufNames = {"blk.", kInLayer, kOutside};

/// Reads keys of the file's own architecture.
class ConfigReader {
 public:
  ConfigReader(const GgufFile& gguf, std::string architecture)
      : m_gguf(gguf), m_architecture(std::move(architecture)) {}

  Result<ModelConfig> read() {
    ModelConfig config;
    const bool llama = m_architecture == "llama";
    config.family = llama ? ModelFamily::Llama : ModelFamily::Gpt2;
    config.activation = llama ? Activation::Silu : Activation::GeluTanh;
    STRATA_ASSIGN(config.layers, count("block_count"));
    STRATA_ASSIGN(config.dim, count("embedding_length"));
    STRATA_ASSIGN(config.hidden, count("feed_forward_length"));
    STRATA_ASSIGN(config.context, count("context_length"));
    const std::string epsilon = key(llama ? "attention.layer_norm_rms_epsilon" : "attention.layer_norm_epsilon");
    STRATA_ASSIGN(config.normEpsilon, m_gguf.numberOr(epsilon, 1e-5f));
    STRATA_TRY(readHeads(config));
    if (llama) STRATA_TRY(readRope(config));
    STRATA_ASSIGN(const auto causal, m_gguf.flagOr(key("attention.causal"), true));
    if (!causal)
      return m_gguf.unsupported(key("attention.causal"),
                                "is false: only models that write from left to right can be run");
    STRATA_ASSIGN(const auto experts, m_gguf.integerOr(key("expert_count"), 0));
    if (experts > 0) return m_gguf.unsupported(key("expert_count"), "is not 0: mixtures of experts cannot be run here");
    return config;
  }

 private:
  std::string key(std::string_view name) const { return fmt::format("{}.{}", m_architecture, name); }

  Result<std::int64_t> count(std::string_view name) const {
    STRATA_ASSIGN(const auto number, m_gguf.integer(key(name)));
    if (number < 1 || number > kLargestCount)
      return m_gguf.damaged(key(name), fmt::format("is {}; it must be between 1 and {}", number, kLargestCount));
    return number;
  }

  Result<void> readHeads(ModelConfig& config) {
    STRATA_ASSIGN(config.heads, count("attention.head_count"));
    const bool grouped = m_gguf.has(key("attention.head_count_kv"));
    STRATA_ASSIGN(config.kvHeads, grouped ? count("attention.head_count_kv") : config.heads);
    const std::string keyLength = key("attention.key_length");
    if (!m_gguf.has(keyLength) && config.dim % config.heads != 0)
      return m_gguf.damaged(
          key("attention.head_count"),
          fmt::format("is {}, which does not divide {} of {}", config.heads, key("embedding_length"), config.dim));
    STRATA_ASSIGN(config.headSize, m_gguf.integerOr(keyLength, config.dim / config.heads));
    STRATA_ASSIGN(const auto valueSize, m_gguf.integerOr(key("attention.value_length"), config.headSize));
    if (valueSize != config.headSize)
      return m_gguf.unsupported(key("attention.value_length"),
                                fmt::format("is {} where keys have {}", valueSize, config.headSize));
    return {};
  }

  Result<void> readRope(ModelConfig& config) {
    STRATA_ASSIGN(config.ropeTheta, m_gguf.numberOr(key("rope.freq_base"), 10000.0f));
    STRATA_ASSIGN(const auto turned, m_gguf.integerOr(key("rope.dimension_count"), config.headSize));
    if (turned != config.headSize)
      return m_gguf.unsupported(key("rope.dimension_count"),
                                fmt::format("is {}, a part of the head's {}", turned, config.headSize));
    STRATA_ASSIGN(const auto scaling, m_gguf.textOr(key("rope.scaling.type"), "none"));
    if (scaling != "none")
      return m_gguf.unsupported(key("rope.scaling.type"), fmt::format("is {}; only none is supported", scaling));
    if (m_gguf.has(key("rope.scaling.type"))) return {};
    for (const char* name : {"rope.scaling.factor", "rope.scale_linear"}) {  // which llama.cpp takes for a linear one
      STRATA_ASSIGN(const auto factor, m_gguf.numberOr(key(name), 1.0f));
      if (factor != 0 && factor != 1)
        return m_gguf.unsupported(key(name), fmt::format("is {}; only unscaled RoPE is supported", factor));
    }
    return {};
  }

  const GgufFile& m_gguf;
  std::string m_architecture;
};

Result<void> checkWhole(const GgufFile& gguf) {
  constexpr std::string_view kParts = "split.count";
  STRATA_ASSIGN(const auto parts, gguf.integerOr(kParts, 1));
  if (parts <= 1) return {};
  STRATA_ASSIGN(const auto part, gguf.integerOr("split.no", 0));
  if (part < 0 || part >= parts)
    return gguf.damaged("split.no", fmt::format("is {}, and there are {} parts", part, parts));
  return gguf.unsupported(kParts,
                          fmt::format("is {0}: this file is part {1} of {0} of a model. Join them with llama.cpp's "
                                      "llama-gguf-split --merge and give the file that it writes",
                                      parts, part + 1));
}

/// By which each pair's angle is divided.
constexpr std::string_view kRopeFactors = "rope_freqs.weight";

Result<std::vector<StoredTensor>> readTensors(const GgufFile& gguf) {
  std::vector<StoredTensor> tensors;
  for (const StoredTensor& tensor : gguf.tensors) {
    if (tensor.name == kRopeFactors)
      return fieldError(ErrorCode::Unsupported, gguf.file->name(), "tensor " + tensor.name,
                        gguf.offsets.at(tensor.name),
                        "scales the frequencies of RoPE, as Llama 3.1 and later have it; only unscaled RoPE is "
                        "supported. Give a Llama 3 or another model without it");
    const auto name = canonicalName(kGgufNames, tensor.name);
    if (!name)
      return fieldError(ErrorCode::Unsupported, gguf.file->name(), "tensor " + tensor.name,
                        gguf.offsets.at(tensor.name),
                        "does not belong in such a model; leaving it out could change the result");
    tensors.push_back(tensor);
    tensors.back().name = *name;
  }
  return tensors;
}

const StoredTensor* find(const std::vector<StoredTensor>& tensors, std::string_view name) {
  for (const StoredTensor& tensor : tensors)
    if (tensor.name == name) return &tensor;
  return nullptr;
}

}  // namespace

Result<ModelParts> readGgufModel(const std::shared_ptr<const MappedFile>& file,
                                 std::shared_ptr<const Tokenizer> tokenizer) {
  STRATA_ASSIGN(const GgufFile gguf, readGguf(file));
  STRATA_TRY(checkWhole(gguf));
  STRATA_ASSIGN(const auto architecture, gguf.textOr("general.architecture", ""));
  if (architecture != "llama" && architecture != "gpt2")
    return gguf.unsupported("general.architecture",
                            fmt::format("is '{}'; only llama and gpt2 can be run", architecture));
  ModelParts parts{.names = kGgufNames, .tokenizer = std::move(tokenizer), .keepAlive = {file}};
  STRATA_ASSIGN(parts.config, ConfigReader(gguf, architecture).read());
  STRATA_ASSIGN(parts.tensors, readTensors(gguf));
  STRATA_TRY(splitFused(file->name(), parts.config.dim, parts.tensors));
  const StoredTensor* embedding = find(parts.tensors, "token_embedding");
  if (!embedding) return gguf.damaged("token_embd.weight", "is missing: there is a vocabulary here, but no model");
  parts.config.vocab = embedding->rows();
  parts.config.tiedHead = !find(parts.tensors, "head");
  parts.description = {fmt::format("GGUF, architecture {}, {} bytes", architecture, file->bytes().size())};
  STRATA_ASSIGN(parts.ends, readGgufEnds(gguf));
  if (!parts.tokenizer) STRATA_TRY(takeTokenizer(makeGgufTokenizer(gguf), parts));
  return parts;
}

Result<std::shared_ptr<const Tokenizer>> readGgufTokenizer(const std::shared_ptr<const MappedFile>& file) {
  STRATA_ASSIGN(const GgufFile gguf, readGguf(file));
  return makeGgufTokenizer(gguf);
}

}  // namespace strata::inline modelfile
