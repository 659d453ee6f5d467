#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "engine/backends/cpu/cpu_device.h"
#include "layers/workloads/transformer/model_fit.h"
#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/transformer/engine_fixture.h"

// What a model takes of a device: said before it is loaded, counted while it is there.

namespace strata::test {
namespace {

using Json = nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST_F(ModelMemory, WhatTheHeaderPromisesIsWhatIsTaken) {
  for (const char* name : {"llama-f32.gguf", "llama-f16.gguf", "llama-bf16.gguf", "llama-q8_0.gguf", "llama-q4_0.gguf",
                           "llama-untied.gguf", "llama-v2.bin", "gpt2.gguf", "hf-gpt2"}) {
    const auto engine = engineOf(tinyModel(name));
    const auto need = weightNeed(engine->model());
    ASSERT_TRUE(need.ok()) << need.error().message;
    EXPECT_EQ(need.value().bytes, engine->weights().bytes()) << name;
    double kinds = 0;
    for (const WeightNeed::Kind& kind : need.value().kinds) kinds += kind.bytes;
    EXPECT_NEAR(kinds, need.value().bytes, 1) << name;
  }
}

TEST_F(ModelMemory, AModelThatDoesNotFitIsRefusedBeforeAnyOfItIsTaken) {
  RecordedSession small(openCpuDevice(0, {.memoryBytes = 4096}).value());
  TransformerWorkload workload(ownRoutines());
  const Json request{
      {"id", 1}, {"run", "transformer"}, {"model", tinyModel("llama-q4_0.gguf").string()}, {"prompt_ids", "1 2"}};
  const auto done = small.run(workload, request.dump());
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::OutOfMemory);
  EXPECT_THAT(done.error().message,
              AllOf(HasSubstr("device cpu, which has 4.1 kB free of 4.1 kB"),
                    HasSubstr("Q4_0 in the file, kept as fp32"), HasSubstr("Keys and values of")));
  EXPECT_EQ(small.device().freeMemory(), 4096u);
}

TEST_F(ModelMemory, WhileItIsLoadedEachTensorIsASignOfLife) {
  std::size_t told = 0;
  session().onProgress = [&](std::string_view message) { told += message.starts_with("model"); };
  TransformerWorkload workload(ownRoutines());
  ASSERT_TRUE(run(workload, 16).ok());
  EXPECT_GE(told, opened(tinyModel("llama-f32.gguf"))->config().layers * 6u);
  ASSERT_LE(told, session().fractions().size());
  const auto parts = std::span(session().fractions()).first(told);
  EXPECT_TRUE(std::ranges::is_sorted(parts));
  EXPECT_GT(std::ranges::count_if(parts, [](double part) { return part > 0 && part < 1.0 / 3; }), 8);
}

/// A 7B model of Q4_0, as Strata keeps it.
ModelNeed large() {
  ModelNeed need;
  need.weights.kinds = {{"Q4_0", "fp32", false, 26.4e9}, {"F32", "fp32", true, 0.5e9}};
  need.weights.bytes = 26.9e9;
  need.weights.peakWithCopies = 27.4e9;
  need.cachePerToken = 1e6;
  need.tokens = 2048;
  need.others = {{"F16", 13.6e9}, {"Q8_0", 7.5e9}};
  return need;
}

std::string refusalOf(const ModelNeed& need, double free, double all, bool holdsCopies = false) {
  const auto fits = checkFit(need, {.device = "cuda", .free = free, .all = all, .holdsCopies = holdsCopies});
  return fits.ok() ? "" : fits.error().message;
}

TEST(ModelFit, WhatFitsIsNotRefused) {
  EXPECT_EQ(refusalOf(large(), 29e9, 80e9), "");
  EXPECT_NE(refusalOf(large(), 28.9e9, 80e9), "") << "the cache counts";
  ModelNeed shortText = large();
  shortText.tokens = 64;
  EXPECT_EQ(refusalOf(shortText, 27.2e9, 80e9), "");
  EXPECT_THAT(refusalOf(shortText, 27.2e9, 80e9, true), HasSubstr("a copy of those on their way 500.0 MB more"));
}

TEST(ModelFit, TheRefusalNamesWhatTakesHowMuch) {
  EXPECT_EQ(
      refusalOf(large(), 18e9, 18e9),
      "The model does not fit: it needs 28.9 GB of the memory of the device cuda, which has 18.0 GB free of 18.0 "
      "GB. Its weights take 26.9 GB (26.4 GB of Q4_0 in the file, kept as fp32; 500.0 MB of F32, kept as it is): "
      "matrices in F32, F16, BF16 and Q8_0 stay so, all else and the table of tokens become fp32. Keys and values "
      "of 2048 tokens take 2.0 GB. As a GGUF file in F16 the same weights would take 13.6 GB and fit.");
}

TEST(ModelFit, ASmallerContextIsAdvisedOnlyWhereItSuffices) {
  EXPECT_THAT(refusalOf(large(), 28.9e9, 28.9e9), HasSubstr("set a smaller context: 193 tokens fit."));
  EXPECT_THAT(refusalOf(large(), 26e9, 26e9), Not(HasSubstr("smaller context")));
}

TEST(ModelFit, OtherAdviceIsTrueToo) {
  EXPECT_THAT(refusalOf(large(), 12e9, 18e9), HasSubstr("in Q8_0 the same weights would take 7.5 GB and fit"));
  EXPECT_THAT(refusalOf(large(), 12e9, 40e9), HasSubstr("end what else uses this memory. As a GGUF"));
  EXPECT_THAT(refusalOf(large(), 4e9, 4e9), HasSubstr("GB. Choose a smaller model"));
}

/// A model's file in which the number at this element of a tensor is `bits`.
template <class Bits>
std::string withNumber(const std::string& model, std::string_view tensor, std::int64_t byte, Bits bits) {
  const auto file = opened(tinyModel(model));
  std::string bytes = readFile(tinyModel(model));
  const auto data = file->find(tensor)->data;
  const std::string_view found(reinterpret_cast<const char*>(data.data()), data.size());
  const std::size_t place = bytes.find(found);
  EXPECT_NE(place, std::string::npos);
  std::memcpy(bytes.data() + place + byte, &bits, sizeof bits);
  return bytes;
}

TEST_F(ModelMemory, AWeightThatIsNoNumberIsNamedWithItsPlace) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "spoilt.gguf";
  const auto placeOf = [&](const std::string& bytes) {
    writeFile(file, bytes);
    const auto engine = engineOf(file);
    const auto weight = engine->weights().notFinite.value_or(NotFiniteWeight{"none"});
    return fmt::format("{} {} {} {}", weight.tensor, weight.row, weight.column, weight.isNan ? "NaN" : "infinite");
  };
  const std::string tensor = "layers.1.ffn.down";
  const std::int64_t columns = opened(tinyModel("llama-f32.gguf"))->find(tensor)->columns();
  EXPECT_EQ(placeOf(readFile(tinyModel("llama-f32.gguf"))), "none 0 0 infinite");
  EXPECT_EQ(placeOf(withNumber("llama-f32.gguf", tensor, (columns + 3) * 4, 0x7fc0'0000u)), tensor + " 1 3 NaN");
  EXPECT_EQ(placeOf(withNumber("llama-f32.gguf", tensor, (columns + 3) * 4, 0xff80'0000u)), tensor + " 1 3 infinite");
  EXPECT_EQ(placeOf(withNumber("llama-f16.gguf", tensor, 2 * 2, std::uint16_t{0x7e00})), tensor + " 0 2 NaN");
  EXPECT_EQ(placeOf(withNumber("llama-bf16.gguf", tensor, 2 * 2, std::uint16_t{0x7f80})), tensor + " 0 2 infinite");
  EXPECT_EQ(placeOf(withNumber("llama-q8_0.gguf", "layers.0.ffn.down", 34, std::uint16_t{0x7e00})),
            "layers.0.ffn.down 1 0 NaN")
      << "a scale stands for 32 weights, here for a row";
}

}  // namespace
}  // namespace strata::test
