#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/kernels/operation_conformance.h"

// The bytes that have to be moved, "if each moved once", against the truth: an element of an input counts where another
// value changes the result, one of the result where the reference writes it.

namespace strata::needed_bytes {
namespace {

using Inputs = std::vector<std::vector<float>>;

float modulo(std::int64_t value, const TensorInfo& tensor) {
  return static_cast<float>(value % static_cast<std::int64_t>(tensor.range));
}

/// Indices all differ as long as there are enough, and a first query is the last that there can be.
std::vector<float> valuesOf(const TensorInfo& tensor, std::mt19937& random) {
  std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
  std::uniform_real_distribution<float> uniform(0.1f, static_cast<float>(tensor.range));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto index = static_cast<std::int64_t>(i);
    if (tensor.formula)
      values[i] = tensor.formula(index);
    else if (tensor.fill == TensorInfo::Fill::Indices)
      values[i] = static_cast<float>(tensor.range) - 1 - modulo(index, tensor);
    else
      values[i] = tensor.fill == TensorInfo::Fill::Uniform && random() % 2 ? -uniform(random) : uniform(random);
  }
  return values;
}

std::vector<float> otherValues(const TensorInfo& tensor, float value) {
  if (tensor.fill == TensorInfo::Fill::Indices) return {modulo(static_cast<std::int64_t>(value) + 1, tensor)};
  return {value + 1000, value - 1000};
}

class Truth {
 public:
  Truth(const Operation& operation, const Problem& problem)
      : m_operation(operation), m_problem(problem), m_tensors(operation.tensors(problem)) {
    std::mt19937 random(7);
    for (std::size_t i = 0; i + 1 < m_tensors.size(); ++i) m_inputs.push_back(valuesOf(m_tensors[i], random));
  }

  double bytesOfInput(std::size_t tensor) {
    const std::vector<double> plain = result(0.5);
    double bytes = 0;
    for (float& value : m_inputs[tensor]) {
      const float before = value;
      bool counts = false;
      for (const float other : otherValues(m_tensors[tensor], before)) {
        value = other;
        counts = counts || result(0.5) != plain;
      }
      value = before;
      if (counts) bytes += static_cast<double>(bytesOf(m_tensors[tensor].type));
    }
    return bytes;
  }

  double bytesOfResult() const {
    const std::vector<double> one = result(0.5), other = result(-7.25);
    double bytes = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
      if (one[i] == other[i]) bytes += static_cast<double>(bytesOf(m_tensors.back().type));
    return bytes;
  }

  double bytes() {
    double all = bytesOfResult();
    for (std::size_t i = 0; i < m_inputs.size(); ++i) all += bytesOfInput(i);
    return all;
  }

 private:
  std::vector<double> result(double untouched) const {
    std::vector<double> out(static_cast<std::size_t>(m_tensors.back().elements()), untouched);
    const std::vector<TensorValues> inputs(m_inputs.begin(), m_inputs.end());
    m_operation.reference(m_problem, inputs, 0, m_operation.units(m_problem), out);
    return out;
  }

  const Operation& m_operation;
  const Problem& m_problem;
  std::vector<TensorInfo> m_tensors;
  Inputs m_inputs;
};

struct Case {
  std::string_view operation;
  LadderCase values;
};

const std::vector<Case> kCases = {
    {"matmul", {{"m", 3}, {"n", 5}, {"k", 2}, {"batch", 2}, {"type", 1}}},
    {"linear", {{"rows", 2}, {"in", 32}, {"out", 3}, {"type", 3}, {"bias", 1}}},
    {"linear", {{"rows", 3}, {"in", 5}, {"out", 2}}},
    {"conv2d", {{"c", 4}, {"h", 5}, {"w", 7}, {"filters", 6}, {"groups", 2}, {"bias", 1}}},
    {"conv2d", {{"c", 1}, {"h", 9}, {"w", 6}, {"filters", 1}, {"r", 1}, {"stride", 4}, {"pad", 0}}},
    {"conv2d", {{"c", 2}, {"h", 3}, {"filters", 1}, {"r", 3}, {"pad", 9}}},
    {"conv2d", {{"n", 2}, {"c", 1}, {"h", 2}, {"w", 8}, {"filters", 2}, {"r", 3}, {"pad", 5}, {"stride", 7}}},
    {"conv2d", {{"c", 1}, {"h", 8}, {"w", 11}, {"filters", 1}, {"r", 2}, {"stride", 5}, {"dilation", 3}}},
    {"pool", {{"planes", 2}, {"h", 8}, {"w", 6}}},
    {"pool", {{"planes", 3}, {"h", 9}, {"w", 13}, {"window", 1}, {"stride", 4}}},
    {"pool", {{"planes", 1}, {"h", 9}, {"w", 10}, {"window", 3}, {"stride", 2}, {"pad", 1}}},
    {"pool", {{"planes", 1}, {"h", 7}, {"w", 11}, {"window", 3}, {"stride", 5}, {"pad", 2}}},
    {"attention", {{"heads", 4}, {"kv_heads", 2}, {"queries", 2}, {"keys", 5}, {"capacity", 9}, {"dim", 3}}},
    {"attention", {{"batch", 2}, {"heads", 1}, {"queries", 3}, {"keys", 4}, {"dim", 2}, {"causal", 1}, {"type", 2}}},
    {"attention",
     {{"heads", 2}, {"queries", 2}, {"keys", 6}, {"capacity", 7}, {"dim", 2}, {"causal", 1}, {"start", 1}}},
    {"softmax", {{"rows", 3}, {"cols", 5}}},
    {"norm", {{"rows", 2}, {"cols", 5}}},
    {"norm", {{"rows", 3}, {"cols", 4}, {"kind", 1}}},
    {"elementwise", {{"rows", 3}, {"cols", 4}}},
    {"elementwise", {{"rows", 3}, {"cols", 4}, {"op", 3}}},
    {"elementwise", {{"rows", 3}, {"cols", 4}, {"op", 4}, {"head_dim", 4}, {"positions", 1}}},
    {"elementwise", {{"rows", 3}, {"cols", 4}, {"op", 5}, {"vocabulary", 9}}},
    {"elementwise", {{"rows", 7}, {"cols", 4}, {"op", 5}, {"vocabulary", 3}}},
    {"elementwise", {{"rows", 3}, {"cols", 4}, {"op", 8}}},
    {"heads", {{"rows", 3}, {"heads", 2}, {"dim", 4}, {"capacity", 5}}},
    {"heads", {{"rows", 3}, {"heads", 2}, {"dim", 4}, {"capacity", 5}, {"positions", 1}, {"sources", 1}}},
    {"heads", {{"rows", 3}, {"heads", 2}, {"dim", 4}, {"way", 1}}},
    {"transpose", {{"rows", 3}, {"cols", 5}}},
    {"reduce", {{"n", 37}}},
    {"scan", {{"n", 37}}},
    {"argmax", {{"rows", 3}, {"cols", 7}}},
    {"copy", {{"n", 11}, {"stride", 3}}},
    {"copy", {{"n", 11}, {"offset", 5}}},
    {"saxpy", {{"n", 11}}},
    {"heat", {{"rows", 5}, {"cols", 4}, {"steps", 2}}},
    {"mandelbrot", {{"rows", 5}, {"cols", 4}, {"iterations", 9}}},
    {"divergence", {{"n", 11}, {"iterations", 3}}},
    {"peak", {{"n", 11}, {"iterations", 3}}},
};

TEST(NeededBytes, AreThoseOfElementsThatCount) {
  for (const Case& each : kCases) {
    const Operation& operation = *findOperation(each.operation);
    const Problem problem = problemOf(operation, each.values);
    ASSERT_TRUE(!operation.misfit || operation.misfit(problem).empty()) << operation.name;
    const double needed = Truth(operation, problem).bytes();
    for (const Step& step : operation.steps) {
      const bool first = &step == &operation.steps.front();
      if (!first && step.refusal && !step.refusal(DeviceInfo{}, problem).empty()) continue;
      EXPECT_EQ(step.cost(problem).minBytes, needed)
          << operation.name << " " << operation.shapeText(problem) << ", " << step.name;
    }
  }
}

// Which colours of its table they are depends on the values: as many as there can be.
TEST(NeededBytes, OfASmallPictureAreThoseItShows) {
  const Operation& operation = *findOperation("colourmap");
  const Problem problem = problemOf(operation, {{"rows", 9}, {"cols", 11}, {"height", 4}, {"width", 5}, {"pitch", 7}});
  Truth truth(operation, problem);
  EXPECT_EQ(truth.bytesOfInput(0), 4 * 4 * 5);
  EXPECT_EQ(truth.bytesOfResult(), 4 * 4 * 7);
  EXPECT_EQ(operation.steps.front().cost(problem).minBytes, 4 * (4 * 5 + 4 * 5 + 4 * 7));
}

TEST(NeededBytes, EveryOperationIsLookedAt) {
  for (const Operation* operation : operations()) {
    const bool looked =
        std::ranges::any_of(kCases, [&](const Case& each) { return each.operation == operation->name; });
    EXPECT_TRUE(looked || operation->name == "colourmap") << operation->name;
  }
}

}  // namespace
}  // namespace strata::needed_bytes
