#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <numeric>

#include "engine/trace/trace_query.h"
#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/transformer/engine_fixture.h"

// What looking at a head costs where the context has room for far more than the text.

namespace strata::test {
namespace {

using Json = nlohmann::json;

class WatchedScores : public EngineFixture {
 protected:
  /// The attention of each written token.
  std::vector<std::vector<float>> attention(const char* graph) {
    TransformerWorkload workload{ownRoutines()};
    const std::size_t before = session().posted().size();
    const Json request{{"id", 1},        {"run", "transformer"},
                       {"tokens", 300},  {"model", tinyModel("llama-untied.gguf").string()},
                       {"graph", graph}, {"prompt_ids", "1 5 9 2 7 7"},
                       {"context", 4096}};
    const auto done = session().run(workload, request.dump());
    EXPECT_TRUE(done.ok()) << done.error().message;
    std::vector<std::vector<float>> rows;
    for (std::size_t i = before; i < session().posted().size(); ++i) {
      if (session().posted()[i].kind != MessageKind::Token) continue;
      const Json message = Json::parse(session().posted()[i].json);
      for (const Json& token : message["tokens"])
        if (token.contains("attention")) rows.push_back(token["attention"]["weights"]);
    }
    return rows;
  }
};

TEST_F(WatchedScores, CostTheRowsThatAreUsedAndNotTheContext) {
  const auto engine = engineOf(tinyModel("llama-f32.gguf"), {.capacity = 4096, .watch = true});
  for (const std::int64_t position : {0, 1, 255, 256}) step(*engine, 5, position);
  const auto snapshot = session().read();
  std::vector<double> rows;
  for (const TraceEvent& op : eventsWhere(*snapshot, [&](const TraceEvent& event) {
         return event.storey == Storey::Framework && snapshot->text(event, "result") == "scores to look at";
       }))
    rows.push_back(snapshot->number(op, "out").value_or(0));
  EXPECT_THAT(rows, ::testing::ElementsAre(256, 256, 256, 512));
}

TEST_F(WatchedScores, GrowWithTheTextAlsoInAGraph) {
  const auto rows = attention("off");
  ASSERT_EQ(rows.size(), 299u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].size(), 7 + i);
    EXPECT_NEAR(std::accumulate(rows[i].begin(), rows[i].end(), 0.0), 1, 1e-4) << i;
  }
  EXPECT_EQ(attention("on"), rows);
}

}  // namespace
}  // namespace strata::test
