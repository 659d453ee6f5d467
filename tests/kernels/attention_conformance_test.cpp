#include "kernels/attention/attention_operation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "kernels/attention/attention_shape.h"
#include "tests/kernels/operation_conformance.h"

namespace strata::attention_conformance {
namespace {

struct Shape {
  std::int64_t batch, heads, kvHeads, queries, keys, dim, causal, spare = 0;
};

LadderCase caseOf(const Shape& s) {
  return {{"batch", s.batch}, {"heads", s.heads}, {"kv_heads", s.kvHeads},        {"queries", s.queries},
          {"keys", s.keys},   {"dim", s.dim},     {"capacity", s.keys + s.spare}, {"causal", s.causal}};
}

std::vector<LadderCase> casesOf(const std::vector<Shape>& shapes) {
  std::vector<LadderCase> cases;
  for (const Shape& shape : shapes) cases.push_back(caseOf(shape));
  return cases;
}

const bool kRegistered = registerConformanceTests(
    attentionOperation(),
    casesOf({
        {1, 1, 1, 1, 1, 1, 0},       {1, 1, 1, 1, 1, 64, 1},         {1, 2, 1, 3, 5, 7, 0},
        {2, 3, 3, 31, 31, 32, 1},    {1, 4, 2, 33, 65, 24, 1, 3},    {2, 6, 2, 65, 65, 48, 1},
        {1, 1, 1, 64, 96, 64, 0},    {1, 2, 2, 67, 131, 100, 1, 17}, {1, 2, 2, 67, 531, 88, 1, 17},
        {1, 2, 1, 130, 257, 128, 1}, {1, 3, 1, 9, 33, 127, 0},       {3, 2, 1, 40, 7, 20, 0},
        {1, 8, 4, 1, 513, 8, 1},     {2, 6, 6, 1, 256, 48, 1, 100},  {1, 12, 12, 1, 131, 64, 1, 893},
        {1, 2, 1, 1, 1024, 72, 1},   {1, 4, 1, 1, 1999, 128, 0},     {1, 2, 2, 3, 1281, 20, 1},
        {1, 2, 2, 7, 700, 4, 1, 1},  {1, 1, 1, 5, 300, 1, 1},        {1, 1, 1, 4, 6, 200, 1},
    }));

// In the types of the matrix unit: every edge of its tiles of 128 queries and keys, and heads that fill no whole box.
std::vector<LadderCase> narrowCases() {
  std::vector<LadderCase> cases = casesOf({
      {1, 1, 1, 1, 1, 8, 0},
      {1, 2, 1, 65, 129, 64, 1, 7},
      {1, 1, 1, 129, 257, 128, 1},
      {2, 2, 2, 131, 131, 72, 1},
      {1, 2, 2, 67, 515, 40, 0, 17},
      {1, 1, 1, 128, 256, 64, 0},
      {1, 2, 1, 1, 385, 128, 1, 1},
  });
  const std::size_t shapes = cases.size();
  for (std::size_t i = 0; i < shapes; ++i) {
    cases.push_back(cases[i]);
    cases[i].emplace_back("type", 1);
    cases.back().emplace_back("type", 2);
  }
  return cases;
}

const bool kNarrowRegistered = registerConformanceTests(attentionOperation(), narrowCases());

// The kernels learn only from a tensor how many keys there are; caches reach far beyond.
std::vector<LadderCase> growingCases() {
  std::vector<LadderCase> cases = casesOf({
      {1, 1, 1, 1, 1, 1, 1},
      {1, 8, 4, 1, 513, 8, 1},
      {2, 6, 6, 1, 300, 48, 1, 100},
      {1, 3, 1, 1, 1800, 64, 1, 248},
      {1, 3, 1, 1, 1300, 64, 1},
      {1, 2, 2, 7, 700, 4, 1, 1},
      {1, 4, 2, 33, 65, 24, 1, 3},
      {1, 2, 1, 70, 600, 128, 1},
  });
  for (LadderCase& each : cases) each.emplace_back("start", 1);
  return cases;
}

const bool kGrowingRegistered = registerConformanceTests(attentionOperation(), growingCases());

TEST(AttentionReference, TheStartLimitsTheKeys) {
  LadderCase values = caseOf({1, 1, 1, 1, 3, 1, 1});
  values.emplace_back("start", 1);
  const std::vector<float> q{0}, k{1, 1, 1}, v{1, 5, 100}, start{1};
  const std::vector<TensorValues> inputs{q, k, v, start};
  std::vector<double> o(1, -1);
  attentionOperation().reference(problemOf(attentionOperation(), values), inputs, 0, 1, o);
  EXPECT_DOUBLE_EQ(o[0], 3);
}

// With Q and K in −10 … 10 a score spreads by 33. Many are beyond 88, where exp without the maximum is infinite; and
// rounded as the operation's limit says, with 33 in place of 3.
std::vector<TensorInfo> wideTensors(const Problem& problem) {
  std::vector<TensorInfo> tensors = attentionOperation().tensors(problem);
  tensors[0].range = tensors[1].range = 10;
  return tensors;
}

const Operation& wideOperation() {
  static const Operation operation = [] {
    Operation wide = attentionOperation();
    wide.name = "attention_wide";
    wide.tensors = wideTensors;
    wide.limit = [](const Problem& problem) { return 11 * attentionOperation().limit(problem); };
    return wide;
  }();
  return operation;
}

const bool kWideRegistered = registerConformanceTests(wideOperation(), casesOf({
                                                                           {1, 4, 2, 33, 65, 24, 1, 3},
                                                                           {2, 2, 2, 130, 130, 64, 1},
                                                                           {1, 2, 1, 67, 259, 104, 0, 17},
                                                                           {1, 8, 4, 1, 1025, 48, 1},
                                                                           {1, 2, 1, 70, 600, 128, 1},
                                                                       }));

// Scores of −3.24e38: a running maximum that begins above them finds no key.
const Operation& lowestOperation() {
  static const Operation operation = [] {
    Operation lowest = attentionOperation();
    lowest.name = "attention_lowest";
    lowest.tensors = [](const Problem& problem) {
      std::vector<TensorInfo> tensors = attentionOperation().tensors(problem);
      tensors[0].formula = [](std::int64_t) { return 1.8e19f; };
      tensors[1].formula = [](std::int64_t) { return -1.8e19f; };
      return tensors;
    };
    return lowest;
  }();
  return operation;
}

const bool kLowestRegistered =
    registerConformanceTests(lowestOperation(), casesOf({{1, 1, 1, 1, 3, 1, 0}, {1, 2, 2, 9, 130, 1, 1}}));

// All scores lie far below zero, so whatever a step takes for a score beyond the keys outweighs them. A tile of 128
// keys but for one, and more than one.
const Operation& belowOperation() {
  static const Operation operation = [] {
    Operation below = attentionOperation();
    below.name = "attention_below";
    below.tensors = [](const Problem& problem) {
      std::vector<TensorInfo> tensors = attentionOperation().tensors(problem);
      tensors[0].fill = tensors[1].fill = TensorInfo::Fill::Positive;
      tensors[0].range = 2;
      tensors[1].range = -2;
      return tensors;
    };
    return below;
  }();
  return operation;
}

std::vector<LadderCase> belowCases() {
  std::vector<LadderCase> cases;
  for (const int type : {0, 1, 2})
    for (const Shape& shape : {Shape{1, 1, 1, 3, 127, 64, 0, 9}, Shape{1, 2, 1, 65, 255, 128, 1, 7}})
      cases.emplace_back(caseOf(shape)).emplace_back("type", type);
  return cases;
}

const bool kBelowRegistered = registerConformanceTests(belowOperation(), belowCases());

TEST(AttentionReference, WorkedByHand) {
  // dim 1, so the scores are the products: 0 and ln 3 give weights 1/4 and 3/4; the second query sees both the same.
  const std::vector<float> q{1, 0}, k{0, std::log(3.0f)}, v{8, 4};
  std::vector<double> o(2, -1);
  attentionReference({.queries = 2, .keys = 2, .capacity = 2}, q, k, v, 0, 2, o);
  EXPECT_NEAR(o[0], 0.25 * 8 + 0.75 * 4, 1e-6);
  EXPECT_DOUBLE_EQ(o[1], 6);
  attentionReference({.queries = 2, .keys = 2, .capacity = 2, .causal = true}, q, k, v, 0, 2, o);
  EXPECT_DOUBLE_EQ(o[0], 8);  // sees itself only
  EXPECT_DOUBLE_EQ(o[1], 6);
}

TEST(AttentionReference, ScoresAreDividedByTheRootOfDim) {
  // q · k = 4 · ln 3 / 2 with dim 4: a score of ln 3 against 0.
  const float half = std::log(3.0f) / 2;
  const std::vector<float> q{1, 1, 1, 1}, k{half, half, half, half, 0, 0, 0, 0}, v{1, 2, 3, 4, 5, 6, 7, 8};
  std::vector<double> o(4, -1);
  attentionReference({.keys = 2, .capacity = 2, .dim = 4}, q, k, v, 0, 1, o);
  for (std::size_t d = 0; d < 4; ++d) EXPECT_NEAR(o[d], static_cast<double>(d) + 2, 1e-6);
}

TEST(AttentionReference, GroupedHeadsShareKeysAndTheLastQueriesSeeMost) {
  // Equal scores: each output is the mean of the values seen. Batch 2, heads 4 over 2, keys 1 … 3 of 4 rows each.
  const AttentionShape shape{
      .batch = 2, .heads = 4, .kvHeads = 2, .queries = 2, .keys = 3, .capacity = 4, .dim = 1, .causal = true};
  const std::vector<float> q(16, 0), k(16, 1);
  std::vector<float> v;
  for (const float base : {0.0f, 100.0f, 200.0f, 300.0f})  // batch 0: K/V heads 0, 1; batch 1 the same
    for (const float more : {1.0f, 3.0f, 8.0f, 1e9f}) v.push_back(base + more);
  std::vector<double> o(16, -1);
  attentionReference(shape, q, k, v, 0, 16, o);
  for (std::size_t row = 0; row < 16; ++row) {
    const double base = 100.0 * static_cast<double>(row / 4);
    EXPECT_DOUBLE_EQ(o[row], base + (row % 2 == 0 ? 2 : 4)) << row;
  }
}

std::string misfitOf(const LadderCase& values) {
  return attentionOperation().misfit(problemOf(attentionOperation(), values));
}

TEST(AttentionLadder, SaysWhatFitsNoOperation) {
  EXPECT_EQ(misfitOf({}), "");
  EXPECT_EQ(misfitOf({{"heads", 8}, {"kv_heads", 2}}), "");
  EXPECT_NE(misfitOf({{"heads", 8}, {"kv_heads", 3}}), "");
  EXPECT_NE(misfitOf({{"heads", 2}, {"kv_heads", 4}}), "");
  EXPECT_NE(misfitOf({{"keys", 10}, {"capacity", 9}}), "");
  EXPECT_NE(misfitOf({{"queries", 10}, {"keys", 9}, {"causal", 1}}), "");
  EXPECT_EQ(misfitOf({{"queries", 10}, {"keys", 9}, {"causal", 0}}), "");
}

// Counts from the kernels' launch shapes and loops, one query and key after the other.
TEST(AttentionLadder, CountsByHand) {
  const Problem problem = problemOf(attentionOperation(), caseOf({2, 4, 2, 70, 300, 12, 1, 5}));
  double pairs = 0, fused = 0, tiled = 0;
  for (int head = 0; head < 8; ++head) {
    for (int query = 0; query < 70; ++query) {
      const int visible = query + 231;
      pairs += visible;
      if (query % 8 == 7 || query == 69) fused += visible;
      if (query % 64 == 63 || query == 69) tiled += visible;
    }
  }
  const double rows = 8 * 70;
  const auto cost = [&](std::string_view step) { return findStep(attentionOperation(), step)->cost(problem); };
  EXPECT_EQ(cost("naive").flop, 4 * 12 * pairs);
  EXPECT_EQ(cost("naive").globalBytes, 4 * (pairs * (24 + 1 + 4 + 24) + rows * 12));
  EXPECT_EQ(cost("fused").globalBytes, 4 * 24 * (rows + fused));
  EXPECT_EQ(cost("registers").globalBytes, 4 * 24 * (rows + tiled));
  EXPECT_EQ(cost("split").globalBytes, 4 * (256 * 12 * rows + 24 * pairs + 12 * rows)) << "256 teams of one lane";
  EXPECT_EQ(cost("split").minBytes, 4.0 * 12 * (2 * rows + 2 * 4 * 300)) << "not the room behind the keys";
}

// Two queries of 40 elements, for teams of four lanes, see 1024 and 1025 keys: 4 blocks, and 5.
TEST(AttentionLadder, CountsOfManyKeysByHand) {
  const Problem problem = problemOf(attentionOperation(), caseOf({1, 1, 1, 2, 1025, 40, 1}));
  const Cost cost = findStep(attentionOperation(), "split")->cost(problem);
  const double parts = 9, teams = 64;
  EXPECT_EQ(cost.globalBytes, 4 * 40 * (parts * teams + 2 * 2049 + 2) + 4 * parts * (40 + 2 + 4 * 40));
  EXPECT_EQ(cost.sharedBytes, 4 * parts * (8 * 257 + teams * (41 + 80)));
}

// Two blocks a head. With the mask their last queries see 198 and 200 of 200 keys: two tiles each, of 200 keys.
TEST(AttentionLadder, CountsOfWarpgroupsByHand) {
  LadderCase values = caseOf({1, 3, 1, 130, 200, 72, 1, 5});
  values.emplace_back("type", 2);
  const Cost cost = findStep(attentionOperation(), "specialised")->cost(problemOf(attentionOperation(), values));
  const double queries = 3 * 130, box = 64 * 64;
  EXPECT_EQ(cost.globalBytes, 2 * 72 * (2 * queries + 2 * 3 * 2 * 200));
  // Q is four boxes; a tile of K or V is four. Of these each warpgroup reads half of Q's and all of K's and V's.
  EXPECT_EQ(cost.sharedBytes, 2 * box * 3 * 2 * (4 + 2 * (8 + 2 * (2 + 4 + 4))));
}

TEST(AttentionLadder, WarpgroupsRefuseWhatTheyCannot) {
  DeviceInfo cpu, cuda;
  cpu.backend = "cpu";
  cuda.backend = "cuda";
  const auto refused = [](const DeviceInfo& device, const LadderCase& values) {
    return !findStep(attentionOperation(), "specialised")
                ->refusal(device, problemOf(attentionOperation(), values))
                .empty();
  };
  EXPECT_TRUE(refused(cpu, {}));
  EXPECT_FALSE(refused(cpu, {{"type", 1}}));
  EXPECT_FALSE(refused(cpu, {{"type", 2}, {"dim", 128}, {"causal", 1}, {"capacity", 1000}}));
  EXPECT_TRUE(refused(cpu, {{"type", 2}, {"dim", 136}}));
  EXPECT_TRUE(refused(cpu, {{"type", 2}, {"dim", 60}}));
  EXPECT_TRUE(refused(cpu, {{"type", 2}, {"causal", 1}, {"start", 1}}));
  for (const auto& [architecture, refuses] :
       std::map<std::string, bool>{{"sm_80", true}, {"sm_90", false}, {"sm_100", true}}) {
    cuda.architecture = architecture;
    EXPECT_EQ(refused(cuda, {{"type", 2}}), refuses) << architecture;
  }
}

}  // namespace
}  // namespace strata::attention_conformance
