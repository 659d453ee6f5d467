#include "app/facts/published_times.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "layers/hardware/gpu_figures.h"
#include "layers/hardware/gpu_model/gpu_model.h"

namespace strata::published_times_test {
namespace {

/// A run of a product of n³ whose m and k follow n, on a modelled A6000.
ViewState productOf(int n) {
  ViewState state;
  auto info = std::make_shared<ExperimentInfo>();
  info->name = "matmul";
  ParameterInfo size = integerParameter("n", "N", 512, 1, 8192, ""),
                follower = integerParameter("m", "M", 0, 1, 8192, "");
  follower.defaultValue = KeptJson();
  follower.follows = "n";
  ParameterInfo seed = integerParameter("seed", "Seed", 1, 0, 9, "");
  seed.ofRun = true;
  info->parameters = {size, follower, choiceParameter("type", "Type", {"fp32", "fp16"}, ""), seed};
  state.session.experiment = info;
  RunResult result;
  result.variant = "coalesced";
  result.parameters = nlohmann::json{{"n", n}, {"m", n}, {"type", "fp32"}, {"seed", 7}};
  result.modelled = ModelledRun{};
  result.modelled->gpu = "a6000";
  result.modelled->gflops = 2383.8;
  state.session.results = {result};
  state.session.published = std::make_shared<const std::vector<PublishedTime>>(
      readPublishedTimes(std::string(STRATA_SOURCE_DIR) + "/assets/measurements/published.json").value());
  return state;
}

TEST(PublishedTimes, ThoseThatComeWithStrataSayWhoMeasuredThem) {
  const ViewState state = productOf(4096);
  EXPECT_GE(state.session.published->size(), 14u);
  for (const PublishedTime& time : *state.session.published) {
    EXPECT_FALSE(time.sourceName.empty()) << time.variant;
    EXPECT_LT(time.sourceName.size(), 40u) << "a name and a year, for a line: " << time.sourceName;
    EXPECT_GT(time.rate(), 0);
  }
}

TEST(PublishedTimes, StandBesideARunOfTheSameGpuSizeAndStep) {
  ViewState state = productOf(4096);
  const auto beside = [&] { return publishedBeside(state, state.session.results[0]); };
  EXPECT_EQ(beside(), "measured on such a GPU: 1 986 GFLOP/s (S. Boehm, 2022); the model gives 1.2 × that");
  state.session.results[0].parameters["seed"] = 9;
  EXPECT_NE(beside(), "") << "how it ran does not matter";
  state.session.results[0].parameters["m"] = 128;
  EXPECT_EQ(beside(), "") << "another shape";
  state = productOf(4096);
  state.session.results[0].parameters["type"] = "fp16";
  EXPECT_EQ(beside(), "") << "another type";
  state = productOf(2048);
  EXPECT_EQ(beside(), "") << "another size";
  state = productOf(4096);
  state.session.results[0].modelled->gpu = "mi300x";
  EXPECT_EQ(beside(), "") << "another GPU";
  state = productOf(4096);
  state.session.results[0].parameters = KeptJson();
  EXPECT_EQ(beside(), "") << "an older session, which does not tell";
}

TEST(PublishedTimes, HowFarOffTheModelIsIsToldOfTheRowsThatNothingWasFittedOn) {
  const ViewState state = productOf(4096);
  const auto judged = std::ranges::count(*state.session.published, false, &PublishedTime::fitted);
  EXPECT_EQ(judged, modelAccuracy().rows) << "run strata bench model and keep what it says";
  EXPECT_EQ(modelAccuracyText(),
            "off by 10 % (median), at most 1.73 ×, over 53 published times it was not fitted on, 3 of AMD’s GPUs");
  const auto isOfAmd = [](const PublishedTime& time) {
    const auto gpu = readGpuFigures(std::string(STRATA_SOURCE_DIR) + "/assets/gpus/" + time.gpu + ".json");
    EXPECT_TRUE(gpu.ok()) << time.gpu;
    return gpu.ok() && gpu.value().vendor == "AMD";
  };
  EXPECT_EQ(std::ranges::count_if(*state.session.published, isOfAmd), modelAccuracy().ofAmd);
  std::ifstream file(std::string(STRATA_SOURCE_DIR) + "/docs/gpu-model.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(page.find("10 % over the 53 that nothing was fitted on; none is off by more than 1.73 ×"),
            std::string::npos);
}

TEST(PublishedTimes, OfAnotherSizeAreNeverBesideARun) {
  ViewState state = productOf(4096);
  auto times = *state.session.published;
  for (PublishedTime& time : times) time.otherSize = true;
  state.session.published = std::make_shared<const std::vector<PublishedTime>>(times);
  EXPECT_EQ(publishedFor(state, state.session.results[0]), nullptr);
}

TEST(PublishedTimes, AFileThatDoesNotSayWhoIsRefused) {
  const auto file = std::filesystem::temp_directory_path() / "strata-published-test.json";
  std::ofstream(file) << R"({"times": [{"gpu": "a100", "variant": "naive", "gflops": 3, "source": "me"}]})";
  const auto read = readPublishedTimes(file.string());
  std::filesystem::remove(file);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("does not say who"), std::string::npos) << read.error().message;
  EXPECT_FALSE(readPublishedTimes("/no/such/file").ok());
}

}  // namespace
}  // namespace strata::published_times_test
