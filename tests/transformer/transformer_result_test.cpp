#include "layers/workloads/transformer/transformer_result.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

#include "layers/workloads/common/last_level_cache.h"
#include "layers/workloads/transformer/transformer_cost.h"
#include "tests/transformer/engine_fixture.h"

namespace strata::test {
namespace {

class TransformerFigures : public EngineFixture {
 protected:
  /// Whether the share of so high a roof comes with a note.
  bool noted(double bytesPerSecond) {
    const auto engine = engineOf(tinyModel("llama-f32.gguf"));
    m_cache = lastLevelCacheBytes(engine->device());
    TransformerOutcome outcome;
    outcome.promptIds = {1, 5};
    outcome.ids = {9, 2};
    outcome.steps = {{CallId{1}, Duration{1'000'000}}};
    Roofs roofs;
    roofs.bytesPerSecond = bytesPerSecond;
    return transformerResult(outcome, *engine, roofs).details->contains("share_of_copy_roof_note");
  }

  std::optional<double> m_cache;
};

TEST_F(TransformerFigures, AShareOfMemorysRoofIsExplainedWhereTheModelFitsIntoACache) {
  const bool isNoted = noted(1e18);
  EXPECT_EQ(isNoted, m_cache.has_value());
  EXPECT_TRUE(noted(1)) << "above 100 %";
}

// The token table is looked up in fp32, and the cache is fp32: a file of 16 bits takes more than it says.
TEST_F(TransformerFigures, WhatIsKeptInWhichTypeAddsUpToTheMemoryThatIsTaken) {
  for (const auto& [file, matrices] : {std::pair("llama-f16.gguf", "fp16"), std::pair("llama-bf16.gguf", "bf16")}) {
    const auto engine = engineOf(tinyModel(file), {.capacity = 16});
    ASSERT_NE(engine, nullptr);
    const ModelConfig& c = engine->config();
    std::map<std::string, std::pair<std::string, double>> kept;
    double weights = 0;
    const RunResult result = transformerResult({}, *engine, std::nullopt);
    for (const auto& part : result.details->at("kept")) {
      const auto bytes = part["bytes"].get<double>();
      kept[part["part"].get<std::string>()] = {part["type"].get<std::string>(), bytes};
      if (part["part"] != "KV cache") weights += bytes;
    }
    EXPECT_EQ(kept["token table"], std::pair(std::string("fp32"), static_cast<double>(c.vocab * c.dim * 4))) << file;
    EXPECT_EQ(kept["layers' matrices"].first, matrices);
    EXPECT_EQ(kept["KV cache"],
              std::pair(std::string("fp32"), static_cast<double>(2 * c.layers * c.kvWidth() * 16 * 4)));
    EXPECT_EQ(weights, engine->weights().bytes());
  }
}

}  // namespace
}  // namespace strata::test
