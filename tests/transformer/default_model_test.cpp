#include <gmock/gmock.h>

#include <cmath>

#include "tests/transformer/engine_fixture.h"

// The model that Strata ships, against what an independent script computed in float64 from the very file
// (assets/models/train/check_tales.py).

namespace strata::test {
namespace {

using Json = nlohmann::json;

class DefaultModel : public EngineFixture {
 protected:
  void prepare() override {
    m_engine = engineOf(projectFile("assets/models/" + m_golden["model"].get<std::string>()));
    ASSERT_NE(m_engine, nullptr);
  }

  const Json m_golden = readJson(projectFile("tests/transformer/golden/default_model.json"));
  std::unique_ptr<TransformerEngine> m_engine;
};

TEST_F(DefaultModel, ReadsAndWritesWhatFloat64Does) {
  for (const Json& each : m_golden["cases"]) {
    const std::string text = each["prompt"];
    SCOPED_TRACE(text);
    const std::vector<int> prompt = each["prompt_ids"], written = each["greedy_ids"];
    EXPECT_EQ(m_engine->model().tokenizer()->encode(text, true), prompt);
    read(*m_engine, prompt);
    for (const Json& best : each["top5"])
      EXPECT_NEAR(m_engine->logits()[best["id"].get<std::size_t>()], best["logit"].get<double>(), 1e-4);
    std::vector<int> all = prompt;
    all.insert(all.end(), written.begin(), written.end());
    EXPECT_EQ(greedy(*m_engine, prompt, written.size()), all);
  }
}

// Where kernels can overlap they write the same text, launched one by one and as a graph; elsewhere it is said.
TEST_F(DefaultModel, KernelsThatOverlapWriteTheSame) {
  const std::vector<int> prompt = m_golden["cases"][0]["prompt_ids"];
  const std::size_t count = 24;
  const std::vector<int> expected = greedy(*m_engine, prompt, count);
  const std::vector<float> logits(m_engine->logits().begin(), m_engine->logits().end());
  if (const auto overlap = m_engine->setOverlap(true); !overlap.ok()) {
    EXPECT_NE(session().device().info().backend, "cuda") << overlap.error().message;
    EXPECT_THAT(overlap.error().message, ::testing::HasSubstr("Set overlap=off"));
    GTEST_SKIP() << overlap.error().message;
  }
  EXPECT_EQ(greedy(*m_engine, prompt, count), expected);
  EXPECT_EQ(std::vector<float>(m_engine->logits().begin(), m_engine->logits().end()), logits) << "bit for bit";
  EXPECT_EQ(greedyAhead(*m_engine, prompt, count), expected);
}

}  // namespace
}  // namespace strata::test
