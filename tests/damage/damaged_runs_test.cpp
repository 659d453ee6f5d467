#include "tests/damage/damaged_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/operation/kernel_table.h"
#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/damage/reference_logits.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

using strata::test::RecordedSession;

TEST(ReferenceLogits, AreThoseOfTheScriptThatMadeTheModels) {
  for (const char* name : {"llama-v0.bin", "llama-v1.bin", "llama-f32.gguf", "hf-llama", "gpt2.gguf", "hf-gpt2"}) {
    const auto model = opened(tinyModel(name));
    const auto expected = readJson(tinyModel("expected/" + std::string(name) + ".json"));
    const std::vector<double> logits = expected["logits"];
    const ReferenceLogits ours = referenceLogits(*model, std::vector<int>(expected["prompt"]));
    ASSERT_EQ(ours.values.size(), logits.size()) << name;
    for (std::size_t i = 0; i < logits.size(); ++i) EXPECT_NEAR(ours.values[i], logits[i], 1e-6) << name;
  }
}

/// What opens although it is damaged runs to a result that is right, or says why it cannot.
TEST(DamagedRuns, AreCheckedOrRefused) {
  DamagedRuns runs;
  for (const std::string& file : filesToDamage())
    for (const std::string& problem : damage(file, /*seed=*/5000, /*count=*/8, runs.use()).problems)
      ADD_FAILURE() << problem;
  EXPECT_GT(runs.count().checked, 20) << "hardly any damaged file is run";
}

TEST(DamagedRuns, ARunThatIsWrongIsFound) {
  DamagedRuns runs;
  const auto model = opened(tinyModel("llama-v1.bin"));
  EXPECT_EQ(runs.use().model(tinyModel("llama-v1.bin"), *model), "");
  EXPECT_NE(runs.use().model(tinyModel("llama-q8_0.gguf"), *opened(tinyModel("llama-q4_0.gguf"))), "")
      << "rounded otherwise";
}

TEST(DamagedRuns, AContextBeyondTheDevicesMemoryIsRefusedBeforeItIsTaken) {
  std::string bytes = readFile(tinyModel("llama-v1.bin"));
  const std::int32_t context = 1 << 28;
  std::memcpy(bytes.data() + 32, &context, sizeof(context));  // behind magic, version and six sizes
  const TemporaryFolder folder;
  const auto path = folder.path() / "long.bin";
  writeFile(path, bytes);
  RecordedSession session(openCpuDevice(0, {.memoryBytes = 64 << 20}).value());
  TransformerWorkload workload(std::make_shared<const Routines>(strataRoutines(findKernel)));
  const nlohmann::json request{{"id", 1}, {"run", "transformer"}, {"model", path.string()}, {"prompt_ids", "1 2"}};
  const auto done = session.run(workload, request.dump());
  ASSERT_FALSE(done.ok());
  EXPECT_THAT(done.error().message, ::testing::HasSubstr("268435456 tokens"));
  EXPECT_THAT(done.error().message, ::testing::HasSubstr("set a smaller context"));
}

}  // namespace
}  // namespace strata::test
