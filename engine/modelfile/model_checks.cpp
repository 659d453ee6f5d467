#include "engine/modelfile/model_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <optional>

#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

constexpr std::int64_t kMostLayers = 1024;

Error refused(const std::string& file, std::string_view what) {
  return {ErrorCode::Usage, fmt::format("{}: {}", file, what)};
}

/// Takes the tensors a model needs out of those it has.
class Roll {
 public:
  Roll(const std::string& file, const ModelParts& parts) : m_file(file), m_names(parts.names) {
    for (const StoredTensor& tensor : parts.tensors)
      if (!m_present.emplace(tensor.name, &tensor).second) m_twice = tensor.name;
  }

  void need(const std::string& name, const std::vector<std::int64_t>& shape) {
    if (!take(name, shape) && !m_problem)
      m_problem = refused(m_file, fmt::format("tensor {} is missing", nameInFile(m_names, name)));
  }

  bool take(const std::string& name, const std::vector<std::int64_t>& shape) {
    const auto found = m_present.find(name);
    if (found == m_present.end()) return false;
    const StoredTensor& tensor = *found->second;
    if (tensor.shape != shape && !m_problem)
      m_problem = refused(
          m_file, fmt::format("tensor {} has the shape [{}] where the configuration asks for [{}]",
                              nameInFile(m_names, name), fmt::join(tensor.shape, ", "), fmt::join(shape, ", ")));
    m_present.erase(found);
    return true;
  }

  bool failed() const { return m_problem.has_value(); }

  Result<void> close() const {
    if (m_problem) return *m_problem;
    if (!m_twice.empty()) return refused(m_file, fmt::format("tensor {} occurs twice", nameInFile(m_names, m_twice)));
    if (m_present.empty()) return {};
    return Error{ErrorCode::Unsupported,
                 fmt::format("{}: tensor {} does not belong in such a model; leaving it out could change the result",
                             m_file, nameInFile(m_names, m_present.begin()->first))};
  }

 private:
  const std::string& m_file;
  const TensorNames& m_names;
  std::map<std::string_view, const StoredTensor*> m_present;
  std::string m_twice;
  std::optional<Error> m_problem;
};

void callLinear(Roll& roll, const ModelConfig& config, const std::string& name, std::int64_t out, std::int64_t in) {
  roll.need(name, {out, in});
  if (config.family == ModelFamily::Gpt2)
    roll.need(name + ".bias", {out});
  else
    roll.take(name + ".bias", {out});
}

void callNorm(Roll& roll, const ModelConfig& config, const std::string& name) {
  roll.need(name, {config.dim});
  if (config.family == ModelFamily::Gpt2) roll.need(name + ".bias", {config.dim});
}

void callLayer(Roll& roll, const ModelConfig& config, std::int64_t layer) {
  const std::string at = fmt::format("layers.{}.", layer);
  callNorm(roll, config, at + "attention_norm");
  callLinear(roll, config, at + "attention.query", config.queryWidth(), config.dim);
  callLinear(roll, config, at + "attention.key", config.kvWidth(), config.dim);
  callLinear(roll, config, at + "attention.value", config.kvWidth(), config.dim);
  callLinear(roll, config, at + "attention.output", config.dim, config.queryWidth());
  callNorm(roll, config, at + "ffn_norm");
  if (config.family == ModelFamily::Llama) callLinear(roll, config, at + "ffn.gate", config.hidden, config.dim);
  callLinear(roll, config, at + "ffn.up", config.hidden, config.dim);
  callLinear(roll, config, at + "ffn.down", config.dim, config.hidden);
}

}  // namespace

Result<void> checkConfig(const std::string& file, const ModelConfig& config) {
  const std::pair<const char*, std::int64_t> counts[] = {{"dim", config.dim},         {"hidden", config.hidden},
                                                         {"layers", config.layers},   {"heads", config.heads},
                                                         {"kvHeads", config.kvHeads}, {"headSize", config.headSize},
                                                         {"vocab", config.vocab},     {"context", config.context}};
  for (const auto& [name, count] : counts)
    if (count < 1 || count > kLargestCount)
      return refused(file, fmt::format("{} is {}; it must be between 1 and {}", name, count, kLargestCount));
  if (config.layers > kMostLayers)
    return refused(file, fmt::format("layers is {}; at most {} can be read", config.layers, kMostLayers));
  if (config.heads % config.kvHeads != 0)
    return refused(file, fmt::format("heads ({}) is not a multiple of kvHeads ({})", config.heads, config.kvHeads));
  if (config.queryWidth() > kLargestCount)
    return refused(file, fmt::format("{} heads of {} are too many", config.heads, config.headSize));
  if (config.family == ModelFamily::Llama && config.headSize % 2 != 0)
    return refused(file, fmt::format("headSize is {}; RoPE needs an even one", config.headSize));
  if (!(config.normEpsilon >= 0 && config.normEpsilon < 1))
    return refused(file, fmt::format("normEpsilon is {}; it must be small and not negative", config.normEpsilon));
  if (!(config.ropeTheta > 0 && std::isfinite(config.ropeTheta)))
    return refused(file, fmt::format("ropeTheta is {}; it must be positive", config.ropeTheta));
  if (config.ropeTheta != std::floor(config.ropeTheta))
    return Error{ErrorCode::Unsupported,
                 fmt::format("{}: ropeTheta is {}; only whole numbers can be run", file, config.ropeTheta)};
  return {};
}

Result<void> checkTensors(const std::string& file, const ModelParts& parts) {
  const ModelConfig& config = parts.config;
  for (const StoredTensor& tensor : parts.tensors)
    if (tensor.shape.size() == 1 && blockOf(tensor.type) != 1)
      return Error{ErrorCode::Unsupported,
                   fmt::format("{}: tensor {} is a vector stored as {}; only floats can be read", file,
                               nameInFile(parts.names, tensor.name), nameOf(tensor.type))};
  Roll roll(file, parts);
  roll.need("token_embedding", {config.vocab, config.dim});
  if (config.family == ModelFamily::Gpt2) roll.need("position_embedding", {config.context, config.dim});
  for (std::int64_t layer = 0; layer < config.layers && !roll.failed(); ++layer) callLayer(roll, config, layer);
  callNorm(roll, config, "final_norm");
  if (!config.tiedHead) roll.need("head", {config.vocab, config.dim});
  return roll.close();
}

Result<void> checkVocabulary(const std::string& file, std::int64_t rows, std::int64_t entries) {
  const auto filledTo = [&](std::int64_t multiple) { return (entries + multiple - 1) / multiple * multiple == rows; };
  if (entries >= rows || filledTo(64) || filledTo(128) || rows - entries <= rows / 32) return {};
  return refused(file, fmt::format("the model knows {} tokens and the tokenizer only {}: they do not belong together. "
                                   "Name the model's own: tokenizer=PATH",
                                   rows, entries));
}

void describe(ModelParts& parts) {
  const ModelConfig& c = parts.config;
  parts.description.push_back(fmt::format(
      "{} layers, dim {}, feed-forward {}, {} heads over {} of {}, vocabulary {}, context {}, {} head", c.layers, c.dim,
      c.hidden, c.heads, c.kvHeads, c.headSize, c.vocab, c.context, c.tiedHead ? "tied" : "untied"));
  std::map<std::string_view, std::pair<int, std::int64_t>> types;
  for (const StoredTensor& tensor : parts.tensors) {
    auto& [count, elements] = types[nameOf(tensor.type)];
    ++count;
    elements += tensor.elements();
  }
  for (const auto& [type, sums] : types)
    parts.description.push_back(fmt::format("{} tensors {}: {} values", sums.first, type, sums.second));
  if (parts.tokenizer && parts.tokenizer->size() != static_cast<std::size_t>(c.vocab))
    parts.description.push_back(
        fmt::format("the tokenizer knows {} tokens, the model {}", parts.tokenizer->size(), c.vocab));
}

}  // namespace strata::inline modelfile
