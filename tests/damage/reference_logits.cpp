#include "tests/damage/reference_logits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace strata::test {
namespace {

using Row = std::vector<double>;

class Forward {
 public:
  explicit Forward(const ModelFile& model) : m_model(model), m_config(model.config()) {}

  ReferenceLogits of(std::span<const int> tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) m_rows.push_back(embedding(tokens[i], i));
    for (std::int64_t layer = 0; layer < m_config.layers; ++layer) {
      const std::string at = fmt::format("layers.{}.", layer);
      attention(at);
      for (Row& row : m_rows) addTo(row, feedForward(at, norm(at + "ffn_norm", row)));
    }
    const Row logits = linear("head", norm("final_norm", m_rows.back()));
    return {logits, m_largest};
  }

 private:
  Row weight(const std::string& name) const {
    const StoredTensor* const tensor = m_model.find(name);
    if (!tensor) return {};
    const std::vector<float> values = dequantised(*tensor);
    return {values.begin(), values.end()};
  }

  Row seen(Row row) {
    for (const double value : row)
      if (!(std::abs(value) <= m_largest) && !std::isnan(m_largest)) m_largest = std::abs(value);
    return row;
  }

  static void addTo(Row& row, const Row& other) { std::ranges::transform(row, other, row.begin(), std::plus()); }

  Row embedding(int token, std::size_t position) {
    const auto row = [&](const Row& table, std::size_t index) {
      const auto dim = static_cast<std::size_t>(m_config.dim);
      return Row(table.begin() + static_cast<std::ptrdiff_t>(index * dim),
                 table.begin() + static_cast<std::ptrdiff_t>((index + 1) * dim));
    };
    Row sum = row(weight("token_embedding"), static_cast<std::size_t>(token));
    if (m_config.family == ModelFamily::Gpt2) addTo(sum, row(weight("position_embedding"), position));
    return seen(sum);
  }

  Row linear(const std::string& name, const Row& in) {
    const Row matrix = weight(name), bias = weight(name + ".bias");
    Row out(matrix.size() / in.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      for (std::size_t j = 0; j < in.size(); ++j) out[i] += matrix[i * in.size() + j] * in[j];
      if (!bias.empty()) out[i] += bias[i];
    }
    return seen(out);
  }

  Row norm(const std::string& name, const Row& in) {
    const Row scale = weight(name), bias = weight(name + ".bias");
    const auto count = static_cast<double>(in.size());
    double mean = 0, squares = 0;
    if (m_config.family == ModelFamily::Gpt2)
      for (const double value : in) mean += value / count;
    for (const double value : in) squares += (value - mean) * (value - mean) / count;
    Row out = in;
    for (std::size_t i = 0; i < out.size(); ++i)
      out[i] = (in[i] - mean) / std::sqrt(squares + static_cast<double>(m_config.normEpsilon)) * scale[i] +
               (bias.empty() ? 0 : bias[i]);
    return seen(out);
  }

  Row feedForward(const std::string& at, const Row& in) {
    Row up = linear(at + "ffn.up", in);
    if (m_config.family == ModelFamily::Llama) {
      const Row gate = linear(at + "ffn.gate", in);
      for (std::size_t i = 0; i < up.size(); ++i) up[i] *= gate[i] / (1 + std::exp(-gate[i]));
    } else {
      for (double& x : up)
        x *= m_config.activation == Activation::GeluErf
                 ? 0.5 * (1 + std::erf(x / std::sqrt(2.0)))
                 : 0.5 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
    }
    return linear(at + "ffn.down", up);
  }

  Row rotated(Row row, std::size_t position) const {
    if (m_config.family == ModelFamily::Gpt2) return row;
    const auto size = static_cast<std::size_t>(m_config.headSize);
    for (std::size_t begin = 0; begin < row.size(); begin += size)
      for (std::size_t pair = 0; pair < size / 2; ++pair) {
        const double angle =
            static_cast<double>(position) * std::pow(static_cast<double>(m_config.ropeTheta),
                                                     -2 * static_cast<double>(pair) / static_cast<double>(size));
        const bool adjacent = m_config.ropePairs == RopePairs::Adjacent;
        double& a = row[begin + (adjacent ? 2 * pair : pair)];
        double& b = row[begin + (adjacent ? 2 * pair + 1 : pair + size / 2)];
        const double x = a, y = b;
        a = x * std::cos(angle) - y * std::sin(angle);
        b = x * std::sin(angle) + y * std::cos(angle);
      }
    return row;
  }

  void attention(const std::string& at) {
    std::vector<Row> queries, keys, values;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      const Row in = norm(at + "attention_norm", m_rows[i]);
      queries.push_back(rotated(linear(at + "attention.query", in), i));
      keys.push_back(rotated(linear(at + "attention.key", in), i));
      values.push_back(linear(at + "attention.value", in));
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
      Row all;
      for (std::int64_t head = 0; head < m_config.heads; ++head) {
        const Row one = headOf(head, queries[i], std::span(keys).first(i + 1), values);
        all.insert(all.end(), one.begin(), one.end());
      }
      addTo(m_rows[i], linear(at + "attention.output", all));
      seen(m_rows[i]);
    }
  }

  Row headOf(std::int64_t head, const Row& query, std::span<const Row> keys, const std::vector<Row>& values) {
    const auto size = static_cast<std::size_t>(m_config.headSize), own = static_cast<std::size_t>(head) * size;
    const std::size_t shared = static_cast<std::size_t>(head / (m_config.heads / m_config.kvHeads)) * size;
    Row scores;
    for (const Row& key : keys) {
      double sum = 0;
      for (std::size_t d = 0; d < size; ++d) sum += query[own + d] * key[shared + d];
      scores.push_back(sum / std::sqrt(static_cast<double>(size)));
    }
    seen(scores);
    const double greatest = *std::ranges::max_element(scores);
    double total = 0;
    for (double& score : scores) total += score = std::exp(score - greatest);
    Row out(size);
    for (std::size_t t = 0; t < scores.size(); ++t)
      for (std::size_t d = 0; d < size; ++d) out[d] += scores[t] / total * values[t][shared + d];
    return out;
  }

  const ModelFile& m_model;
  const ModelConfig& m_config;
  std::vector<Row> m_rows;  ///< the residual stream
  double m_largest = 0;
};

}  // namespace

ReferenceLogits referenceLogits(const ModelFile& model, std::span<const int> tokens) {
  return Forward(model).of(tokens);
}

}  // namespace strata::test
