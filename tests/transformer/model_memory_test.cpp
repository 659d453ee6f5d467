#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <map>

#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/transformer/engine_fixture.h"

// What a model takes of a device: said before it is loaded, counted while it is there.

namespace strata::test {
namespace {

using Json = nlohmann::json;

class ModelMemory : public EngineFixture {
 protected:
  Result<void> run(TransformerWorkload& workload, int context) {
    const Json request{{"id", 1},       {"run", "transformer"}, {"model", tinyModel("llama-f32.gguf").string()},
                       {"tokens", 4},   {"context", context},   {"prompt_ids", "1 5 9 2 7 7"},
                       {"watch", "off"}};
    return session().run(workload, request.dump());
  }
};

TEST_F(ModelMemory, TheCacheIsOneCounterRunAfterRunAndEmptyWhenItIsGone) {
  {
    TransformerWorkload workload(ownRoutines());
    for (const int context : {12, 14, 16}) ASSERT_TRUE(run(workload, context).ok());
  }
  const auto snapshot = session().read();
  std::map<std::string, std::vector<double>> values;
  for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track) {
    const TrackInfo& info = snapshot->tracks()[track];
    if (info.kind != TrackKind::Counter || !info.name.starts_with("KV cache")) continue;
    EXPECT_FALSE(values.contains(info.name)) << "two of " << info.name;
    const RowView& row = snapshot->row(track, 0);
    for (std::size_t i = 0; i < row.size(); ++i) values[info.name].push_back(row[i].value());
  }
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values["KV cache"], (std::vector<double>{6, 7, 8, 9, 0, 6, 7, 8, 9, 0, 6, 7, 8, 9, 0}));
  EXPECT_EQ(values["KV cache in use"].back(), 0);
}

}  // namespace
}  // namespace strata::test
