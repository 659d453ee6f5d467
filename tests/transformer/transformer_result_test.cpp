#include "layers/workloads/transformer/transformer_result.h"

#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace strata::test
