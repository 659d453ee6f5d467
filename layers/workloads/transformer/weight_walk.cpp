#include "layers/workloads/transformer/weight_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace strata::inline workloads {

/// How matrices of this storage lie on the device.
LinearType WeightWalk::deviceType(const StoredTensor& tensor) const {
  const auto blocked = [&] { return tensor.columns() % kLinearBlockSize == 0 ? LinearType::Q8 : LinearType::F32; };
  if (m_matricesAs) return *m_matricesAs == LinearType::Q8 ? blocked() : *m_matricesAs;
  if (tensor.transposed) return LinearType::F32;
  switch (tensor.type) {
    case StoredType::F16: return LinearType::F16;
    case StoredType::BF16: return LinearType::BF16;
    case StoredType::Q8_0: return blocked();
    default: return LinearType::F32;
  }
}

Result<void> WeightWalk::all() {
  STRATA_ASSIGN(m_weights.tokenEmbedding, floats("token_embedding"));
  if (m_model.find("position_embedding")) {
    STRATA_ASSIGN(m_weights.positionEmbedding, floats("position_embedding"));
  }
  for (std::int64_t i = 0; i < m_model.config().layers; ++i) {
    STRATA_ASSIGN(TransformerLayer one, layer(fmt::format("layers.{}.", i)));
    m_weights.layers.push_back(one);
  }
  STRATA_ASSIGN(m_weights.finalNorm, norm("final_norm"));
  STRATA_ASSIGN(m_weights.head, head());
  return {};
}

Result<TransformerLayer> WeightWalk::layer(const std::string& prefix) {
  TransformerLayer one;
  STRATA_ASSIGN(one.attentionNorm, norm(prefix + "attention_norm"));
  STRATA_ASSIGN(one.queryKeyValue,
                stacked({prefix + "attention.query", prefix + "attention.key", prefix + "attention.value"}));
  STRATA_ASSIGN(one.output, stacked({prefix + "attention.output"}));
  STRATA_ASSIGN(one.ffnNorm, norm(prefix + "ffn_norm"));
  std::vector<std::string> up{prefix + "ffn.up"};
  if (m_model.config().family == ModelFamily::Llama) up.insert(up.begin(), prefix + "ffn.gate");
  STRATA_ASSIGN(one.up, stacked(up));
  STRATA_ASSIGN(one.down, stacked({prefix + "ffn.down"}));
  return one;
}

/// A tied head is the embedding itself, unless that is stored in fewer bytes.
Result<LinearWeight> WeightWalk::head() {
  const ModelConfig& c = m_model.config();
  const std::string name = c.tiedHead ? "token_embedding" : "head";
  const StoredTensor* stored = m_model.find(name);
  if (c.tiedHead && stored && deviceType(*stored) == LinearType::F32)
    return LinearWeight{.in = c.dim, .out = c.vocab, .weight = m_weights.tokenEmbedding, .scales = {}, .bias = {}};
  return stacked({name});
}

Result<NormWeight> WeightWalk::norm(const std::string& name) {
  NormWeight norm;
  STRATA_ASSIGN(norm.weight, floats(name));
  if (m_model.find(name + ".bias")) {
    STRATA_ASSIGN(norm.bias, floats(name + ".bias"));
  }
  return norm;
}

Result<const StoredTensor*> WeightWalk::stored(const std::string& name) const {
  if (const StoredTensor* tensor = m_model.find(name)) return tensor;
  return Error{ErrorCode::Usage, fmt::format("The model has no tensor {}.", name), Storey::Model};
}

Result<TensorPlace> WeightWalk::floats(const std::string& name) {
  STRATA_ASSIGN(const StoredTensor* const tensor, stored(name));
  return put({.name = "weights", .shape = tensor->shape}, {tensor},
             [&](WeightReader& reader, std::byte* to) { reader.floats(*tensor, to); });
}

/// Matrices of the same width below each other, with their biases.
Result<LinearWeight> WeightWalk::stacked(const std::vector<std::string>& names) {
  Sources parts;
  parts.reserve(names.size());
  for (const std::string& name : names) {
    STRATA_ASSIGN(const StoredTensor* const part, stored(name));
    parts.push_back(part);
  }
  LinearWeight weight{.type = deviceType(*parts[0]), .in = parts[0]->columns(), .weight = {}, .scales = {}, .bias = {}};
  for (const StoredTensor* part : parts) {
    weight.out += part->rows();
    if (deviceType(*part) != weight.type) weight.type = LinearType::F32;
  }
  STRATA_TRY(putMatrix(weight, parts));
  STRATA_TRY(putBias(weight, names, parts));
  return weight;
}

Result<void> WeightWalk::putMatrix(LinearWeight& weight, const Sources& parts) {
  const std::int64_t blocks = weight.in / kLinearBlockSize;
  std::vector<std::byte> scales;
  const auto fill = [&](WeightReader& reader, std::byte* to) {
    scales.resize(weight.scaleBytesOf(weight.out));
    std::byte* scalesTo = scales.data();
    for (const StoredTensor* part : parts) {
      reader.matrix(weight.type, *part, to, scalesTo);
      to += weight.bytesOf(part->rows());
      scalesTo += weight.scaleBytesOf(part->rows());
    }
  };
  STRATA_ASSIGN(
      weight.weight,
      put({.name = "weights", .shape = {weight.out, weight.in}, .type = elementType(weight.type)}, parts, fill));
  if (weight.type != LinearType::Q8) return {};
  STRATA_ASSIGN(weight.scales,
                put({.name = "scales", .shape = {weight.out, blocks}, .type = DataType::F16}, parts,
                    [&](WeightReader&, std::byte* to) { std::memcpy(to, scales.data(), scales.size()); }));
  return {};
}

Result<void> WeightWalk::putBias(LinearWeight& weight, const std::vector<std::string>& names, const Sources& parts) {
  Sources biases;
  biases.reserve(names.size());
  for (const std::string& name : names) biases.push_back(m_model.find(name + ".bias"));
  if (std::ranges::all_of(biases, [](const StoredTensor* bias) { return bias == nullptr; })) return {};
  const auto fill = [&](WeightReader& reader, std::byte* to) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t bytes = static_cast<std::size_t>(parts[i]->rows()) * sizeof(float);
      if (biases[i])
        reader.floats(*biases[i], to);
      else
        std::memset(to, 0, bytes);
      to += bytes;
    }
  };
  Sources present = biases;
  std::erase(present, nullptr);
  STRATA_ASSIGN(weight.bias, put({.name = "bias", .shape = {weight.out}}, present, fill));
  return {};
}

}  // namespace strata::inline workloads
