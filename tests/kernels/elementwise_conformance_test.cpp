#include "kernels/elementwise/elementwise_operation.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/kernels/operation_conformance.h"

namespace strata::elementwise_conformance {
namespace {

LadderCase of(ElementwiseOp op, std::int64_t rows, std::int64_t cols, LadderCase more = {}) {
  LadderCase all{{"op", static_cast<std::int64_t>(op)}, {"rows", rows}, {"cols", cols}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

LadderCase rope(std::int64_t rows, std::int64_t cols, std::int64_t headDim, RotaryPairs pairs,
                std::int64_t position = 0) {
  return of(ElementwiseOp::Rope, rows, cols,
            {{"head_dim", headDim}, {"pairs", static_cast<std::int64_t>(pairs)}, {"position", position}});
}

LadderCase embedding(std::int64_t rows, std::int64_t cols, std::int64_t vocabulary) {
  return of(ElementwiseOp::Embedding, rows, cols, {{"vocabulary", vocabulary}});
}

std::vector<LadderCase> cases() {
  std::vector<LadderCase> all;
  for (const ElementwiseOp op :
       {ElementwiseOp::Gelu, ElementwiseOp::Silu, ElementwiseOp::Swiglu, ElementwiseOp::Add, ElementwiseOp::GeluErf,
        ElementwiseOp::Relu, ElementwiseOp::AddToRows, ElementwiseOp::Sigmoid, ElementwiseOp::Tanh,
        ElementwiseOp::Multiply, ElementwiseOp::Minimum, ElementwiseOp::Maximum})
    for (const auto& [rows, cols] : std::vector<std::pair<int, int>>{
             {1, 1}, {1, 2}, {3, 1}, {5, 7}, {1, 255}, {1, 1023}, {2, 512}, {17, 61}, {33, 129}, {1, 1025}})
      all.push_back(of(op, rows, cols));
  for (const RotaryPairs pairs : {RotaryPairs::Neighbours, RotaryPairs::Halves})
    for (const LadderCase& each : {rope(1, 2, 2, pairs), rope(3, 6, 2, pairs, 9), rope(5, 8, 8, pairs),
                                   rope(7, 30, 10, pairs, 3), rope(11, 48, 16, pairs, 1), rope(2, 192, 64, pairs, 2047),
                                   rope(65, 24, 24, pairs), rope(13, 320, 80, pairs, 100000)})
      for (const std::int64_t given : {0, 1}) {
        all.push_back(each);
        all.back().emplace_back("positions", given);
      }
  for (const LadderCase& each : {embedding(1, 1, 1), embedding(3, 5, 2), embedding(7, 4, 13), embedding(65, 36, 1000),
                                 embedding(33, 129, 17), embedding(257, 8, 31)})
    all.push_back(each);
  return all;
}

const bool kRegistered = registerConformanceTests(elementwiseOperation(), cases());

std::vector<double> referenceOf(const LadderCase& values, const std::vector<std::vector<float>>& inputs,
                                std::int64_t begin, std::int64_t end) {
  const Problem problem = problemOf(elementwiseOperation(), values);
  const std::vector<TensorValues> views(inputs.begin(), inputs.end());
  std::vector<double> out(static_cast<std::size_t>((end - begin) * problem["cols"]), -99);
  elementwiseReference(problem, views, begin, end, out);
  return out;
}

void expectNear(const std::vector<double>& values, const std::vector<double>& truth) {
  ASSERT_EQ(values.size(), truth.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], truth[i], 1e-14) << i;
}

// The numbers of the next three were computed with mpmath, at 30 digits, from the published formulas.
TEST(Elementwise, ReferenceOfActivations) {
  const std::vector<float> x{1, -1, 2.5f, -3.75f};
  expectNear(referenceOf(of(ElementwiseOp::Gelu, 2, 2), {x}, 0, 2),
             {0.841191990608276705, -0.158808009391723295, 2.48491573391000142, -0.000219252072441657404});
  expectNear(referenceOf(of(ElementwiseOp::Silu, 4, 1), {x}, 1, 4),
             {-0.268941421369995121, 2.31035454994689112, -0.0861651371625960561});
  expectNear(referenceOf(of(ElementwiseOp::Swiglu, 1, 1), {{1}, {-2}}, 0, 1), {-1.46211715726000976});
}

// From Python's math.erf.
TEST(Elementwise, ReferenceOfTheExactGelu) {
  expectNear(referenceOf(of(ElementwiseOp::GeluErf, 1, 3), {{1, -1, 2.5f}}, 0, 1),
             {0.841344746068542949, -0.158655253931457051, 2.48447583668555970});
}

// Rows that are given the positions of others turn like those.
TEST(Elementwise, ReferenceOfRopeAtGivenPositions) {
  LadderCase given = rope(2, 4, 4, RotaryPairs::Halves);
  given.emplace_back("positions", 1);
  const std::vector<float> x{1, 2, 3, 4, 1, 2, 3, 4};
  const auto both = referenceOf(given, {x, {5, 0}}, 0, 2),
             fifth = referenceOf(rope(1, 4, 4, RotaryPairs::Halves, 5), {x}, 0, 1);
  expectNear({both.begin(), both.begin() + 4}, fifth);
  expectNear({both.begin() + 4, both.end()}, {1, 2, 3, 4});
}

TEST(Elementwise, ReferenceOfRopeTurnsNeighbours) {
  LadderCase values = rope(2, 4, 4, RotaryPairs::Neighbours, 4);
  values.emplace_back("base", 100);
  expectNear(referenceOf(values, {{0, 0, 0, 0, 1, 2, 3, 4}}, 1, 2),
             {2.2015107347895032, -0.39159990373668594, 0.715045531254306147, 4.94860686337409987});
}

TEST(Elementwise, ReferenceOfRopeTurnsHalves) {
  LadderCase values = rope(2, 4, 4, RotaryPairs::Halves, 4);
  values.emplace_back("base", 100);
  expectNear(referenceOf(values, {{0, 0, 0, 0, 1, 2, 3, 4}}, 1, 2),
             {3.16043500945264167, -0.162537030636066569, -0.107937718273459675, 4.46918132476989687});
}

TEST(Elementwise, ReferenceOfReluAndSumsWithRows) {
  expectNear(referenceOf(of(ElementwiseOp::Relu, 1, 4), {{-1, 0, 2.5f, -1e-30f}}, 0, 1), {0, 0, 2.5, 0});
  expectNear(referenceOf(of(ElementwiseOp::AddToRows, 3, 2), {{1, 2, 3, 4, 5, 6}, {10, 20, 30}}, 1, 3),
             {23, 24, 35, 36});
}

TEST(Elementwise, ReferenceOfSumsAndEmbeddings) {
  expectNear(referenceOf(of(ElementwiseOp::Multiply, 1, 3), {{-1, 2, 0.5f}, {4, 0.25f, -3}}, 0, 1), {-4, 0.5, -1.5});
  expectNear(referenceOf(of(ElementwiseOp::Minimum, 1, 2), {{-1, 2}, {4, 0.25f}}, 0, 1), {-1, 0.25});
  expectNear(referenceOf(of(ElementwiseOp::Maximum, 1, 2), {{-1, 2}, {4, 0.25f}}, 0, 1), {4, 2});
  expectNear(referenceOf(of(ElementwiseOp::Sigmoid, 1, 2), {{0, 2}}, 0, 1), {0.5, 0.880797077977882444});
  expectNear(referenceOf(of(ElementwiseOp::Tanh, 1, 2), {{0, -1}}, 0, 1), {0, -0.761594155955764888});
  expectNear(referenceOf(of(ElementwiseOp::Add, 2, 2), {{1, 2, 3, 4}, {10, 20, 30, 40}}, 1, 2), {33, 44});
  expectNear(referenceOf(embedding(3, 2, 3), {{2, 0, 2}, {1, 2, 3, 4, 5, 6}}, 0, 3), {5, 6, 1, 2, 5, 6});
}

// What an embedding loads: an index for each thread, the element, and it stores that.
TEST(Elementwise, CostsAreExact) {
  const Step &scalar = *findStep(elementwiseOperation(), "scalar"),
             &vectorised = *findStep(elementwiseOperation(), "vectorised");
  const auto cost = [](const Step& step, const LadderCase& values) {
    return step.cost(problemOf(elementwiseOperation(), values));
  };
  EXPECT_EQ(cost(scalar, of(ElementwiseOp::Gelu, 3, 5)).globalBytes, 15 * 8);
  EXPECT_EQ(cost(vectorised, of(ElementwiseOp::Add, 3, 5)).globalBytes, 15 * 12);
  EXPECT_EQ(cost(vectorised, of(ElementwiseOp::Add, 3, 5)).flop, 15);
  EXPECT_EQ(cost(scalar, of(ElementwiseOp::AddToRows, 3, 8)).globalBytes, 24 * 12);
  EXPECT_EQ(cost(vectorised, of(ElementwiseOp::AddToRows, 3, 8)).globalBytes, 24 * 8 + 6 * 4);
  EXPECT_EQ(cost(scalar, rope(3, 8, 8, RotaryPairs::Halves)).flop, 3 * 4 * 6);
  EXPECT_EQ(cost(scalar, embedding(3, 8, 100)).globalBytes, 24 * 12);
  EXPECT_EQ(cost(vectorised, embedding(3, 8, 100)).globalBytes, 24 * 8 + 6 * 4);
  EXPECT_EQ(cost(vectorised, embedding(3, 8, 100)).minBytes, 24 * 8 + 3 * 4);
}

TEST(Elementwise, HeadsFillRows) {
  const auto misfit = [](const LadderCase& values) {
    return elementwiseOperation().misfit(problemOf(elementwiseOperation(), values));
  };
  EXPECT_EQ(misfit(rope(1, 128, 64, RotaryPairs::Halves)), "");
  EXPECT_NE(misfit(rope(1, 100, 64, RotaryPairs::Halves)), "");
  EXPECT_NE(misfit(rope(1, 9, 3, RotaryPairs::Halves)), "");
  EXPECT_EQ(misfit(of(ElementwiseOp::Gelu, 1, 100)), "");
  EXPECT_NE(misfit(of(ElementwiseOp::Gelu, 1 << 20, 1025)), "");
}

}  // namespace
}  // namespace strata::elementwise_conformance
