#include "engine/modelfile/hugging_face_model.h"

#include <fmt/format.h>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/file_kind.h"
#include "engine/modelfile/hugging_face_config.h"
#include "engine/modelfile/hugging_face_tokenizer.h"
#include "engine/modelfile/made_tokenizer.h"
#include "engine/modelfile/model_checks.h"
#include "engine/modelfile/safetensors.h"
#include "engine/modelfile/stored_layout.h"
#include "engine/modelfile/tensor_names.h"

namespace strata::inline modelfile {
namespace {

using Name = std::pair<std::string_view, std::string_view>;

constexpr Name kLlamaLayer[] = {{"input_layernorm", "attention_norm"},
                                {"self_attn.q_proj", "attention.query"},
                                {"self_attn.k_proj", "attention.key"},
                                {"self_attn.v_proj", "attention.value"},
                                {"self_attn.o_proj", "attention.output"},
                                {"post_attention_layernorm", "ffn_norm"},
                                {"mlp.gate_proj", "ffn.gate"},
                                {"mlp.up_proj", "ffn.up"},
                                {"mlp.down_proj", "ffn.down"}};
constexpr Name kLlamaOutside[] = {{"embed_tokens", "token_embedding"}, {"norm", "final_norm"}, {"lm_head", "head"}};
constexpr Name kGpt2Layer[] = {{"ln_1", "attention_norm"},
                               {"attn.c_attn", "attention.fused"},
                               {"attn.c_proj", "attention.output"},
                               {"ln_2", "ffn_norm"},
                               {"mlp.c_fc", "ffn.up"},
                               {"mlp.c_proj", "ffn.down"}};
constexpr Name kGpt2Outside[] = {
    {"wte", "token_embedding"}, {"wpe", "position_embedding"}, {"ln_f", "final_norm"}, {"lm_head", "head"}};

/// What is in such folders and takes no part in the result: causal masks and RoPE frequencies, both constants.
constexpr std::string_view kConstants[] = {".attn.bias", ".attn.masked_bias", ".self_attn.rotary_emb.inv_freq"};

bool isConstant(std::string_view name) {
  for (const std::string_view ending : kConstants)
    if (name.ends_with(ending)) return true;
  return false;
}

std::optional<StoredType> storedType(std::string_view type) {
  if (type == "F32") return StoredType::F32;
  if (type == "F16") return StoredType::F16;
  if (type == "BF16") return StoredType::BF16;
  return std::nullopt;
}

/// GPT-2's Conv1D has its weights as [in, out].
void transpose(StoredTensor& tensor) {
  std::swap(tensor.shape[0], tensor.shape[1]);
  tensor.transposed = true;
  tensor.pitch = tensor.shape[0];
}

Result<StoredTensor> tensorOf(const SafetensorsFile& shard, const SafetensorsEntry& entry, std::string canonical,
                              ModelFamily family) {
  const auto refused = [&](ErrorCode code, const std::string& what) {
    return fieldError(code, shard.file->name(), "tensor " + entry.name, entry.offset, what);
  };
  const auto type = storedType(entry.type);
  if (!type)
    return refused(ErrorCode::Unsupported, fmt::format("is {}; only F32, F16 and BF16 can be read", entry.type));
  StoredTensor tensor{.name = std::move(canonical), .shape = entry.shape, .type = *type, .data = entry.data};
  if (tensor.shape.empty() || tensor.shape.size() > 2)
    return refused(ErrorCode::Usage, fmt::format("has {} dimensions; it must have 1 or 2", tensor.shape.size()));
  if (tensor.elements() < 1) return refused(ErrorCode::Usage, "is empty");
  if (static_cast<std::uint64_t>(bytesOf(*type, tensor.elements())) != entry.data.size())
    return refused(ErrorCode::Usage,
                   fmt::format("has {} bytes, which is not what its shape asks for", entry.data.size()));
  const bool linear = tensor.name.starts_with("layers.") && tensor.shape.size() == 2;
  if (family == ModelFamily::Gpt2 && linear) transpose(tensor);
  return tensor;
}

class TensorReader {
 public:
  explicit TensorReader(const ModelConfig& config)
      : m_config(config),
        m_names(config.family == ModelFamily::Llama ? TensorNames{"layers.", kLlamaLayer, kLlamaOutside, "model."}
                                                    : TensorNames{"h.", kGpt2Layer, kGpt2Outside, "transformer."}) {}

  Result<void> add(const SafetensorsFile& shard) {
    for (const SafetensorsEntry& entry : shard.entries) {
      if (isConstant(entry.name)) continue;
      std::string_view name = entry.name;
      if (name.starts_with(m_names.prefix)) name.remove_prefix(m_names.prefix.size());
      auto canonical = canonicalName(m_names, name);
      if (!canonical)
        return fieldError(ErrorCode::Unsupported, shard.file->name(), "tensor " + entry.name, entry.offset,
                          "does not belong in such a model; leaving it out could change the result");
      if (m_config.tiedHead && *canonical == "head") continue;
      STRATA_ASSIGN(StoredTensor tensor, tensorOf(shard, entry, std::move(*canonical), m_config.family));
      m_tensors.push_back(std::move(tensor));
    }
    return {};
  }

  std::vector<StoredTensor>& tensors() { return m_tensors; }
  const TensorNames& names() const { return m_names; }

 private:
  const ModelConfig& m_config;
  TensorNames m_names;
  std::vector<StoredTensor> m_tensors;
};

/// transformers ends a text as generation_config.json says, where there is one that says so.
Result<std::vector<int>> endsOf(const std::filesystem::path& folder, const JsonFields& config) {
  constexpr std::string_view kEnds = "eos_token_id";
  const auto path = folder / "generation_config.json";
  if (isThere(path)) {
    STRATA_ASSIGN(const auto file, MappedFile::open(path));
    const std::string name = file->name();
    STRATA_ASSIGN(const auto json, parseJson(name, file->text()));
    STRATA_ASSIGN(auto ends, tokenIdsOf(JsonFields(name, json), kEnds));
    if (!ends.empty()) return ends;
  }
  return tokenIdsOf(config, kEnds);
}

std::optional<std::int64_t> firstOf(const std::vector<int>& ids) {
  return ids.empty() ? std::nullopt : std::optional<std::int64_t>(ids.front());
}

/// Configurations are copied from model to model with ids that only the first one had.
void tellOfStrangers(std::string_view key, const std::vector<int>& ids, ModelParts& parts) {
  for (const int id : ids)
    if (static_cast<std::size_t>(id) >= parts.tokenizer->size())
      parts.description.push_back(
          fmt::format("{} {} is none of the tokenizer's {} tokens", key, id, parts.tokenizer->size()));
}

Result<void> addTokenizer(const std::filesystem::path& folder, const JsonFields& config, ModelParts& parts) {
  const auto path = folder / "tokenizer.json";
  if (!isThere(path)) {
    lackTokenizer("tokenizer.json is not in the folder", parts);
    return {};
  }
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  STRATA_ASSIGN(const auto begins, tokenIdsOf(config, "bos_token_id"));
  STRATA_TRY(takeTokenizer(readHuggingFaceTokenizer(*file, firstOf(begins), firstOf(parts.ends)), parts));
  if (!parts.tokenizer) return {};
  tellOfStrangers("bos_token_id", begins, parts);
  tellOfStrangers("eos_token_id", parts.ends, parts);
  return {};
}

}  // namespace

Result<ModelParts> readHuggingFaceModel(const std::filesystem::path& folder,
                                        std::shared_ptr<const Tokenizer> tokenizer) {
  STRATA_ASSIGN(const auto configFile, MappedFile::open(folder / "config.json"));
  const std::string configName = configFile->name();
  STRATA_ASSIGN(const auto json, parseJson(configName, configFile->text()));
  const JsonFields fields(configName, json);
  ModelParts parts{.tokenizer = std::move(tokenizer)};
  STRATA_ASSIGN(parts.config, readHuggingFaceConfig(fields));
  STRATA_TRY(checkConfig(configName, parts.config));
  if (const auto elsewhere = weightsElsewhere(folder)) return *elsewhere;
  STRATA_ASSIGN(const auto shards, readSafetensorsFolder(folder));
  TensorReader reader(parts.config);
  std::uint64_t bytes = 0;
  for (const SafetensorsFile& shard : shards) {
    STRATA_TRY(reader.add(shard));
    parts.keepAlive.push_back(shard.file);
    bytes += shard.file->bytes().size();
  }
  parts.tensors = std::move(reader.tensors());
  parts.names = reader.names();
  STRATA_TRY(splitFused(folder.filename().string(), parts.config.dim, parts.tensors));
  parts.description = {fmt::format("Hugging Face folder, {} bytes in {} safetensors file{}", bytes, shards.size(),
                                   shards.size() == 1 ? "" : "s")};
  STRATA_ASSIGN(parts.ends, endsOf(folder, fields));
  if (!parts.tokenizer) STRATA_TRY(addTokenizer(folder, fields, parts));
  return parts;
}

}  // namespace strata::inline modelfile
