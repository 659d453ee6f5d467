#include "app/lessons/values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/lessons/made_run.h"

namespace strata {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Result<Value> asked(std::string function, std::vector<std::string> arguments) {
  static const std::vector<LessonRun> kRuns{madeRun()};
  return valueOf({std::move(function), std::move(arguments)}, kRuns);
}

TEST(LessonValues, TellWhatARunCameTo) {
  EXPECT_EQ(asked("time", {"naive"}).value(), (Value{0.004, "s", Provenance::Measured}));
  EXPECT_EQ(asked("flops", {"naive"}).value(), (Value{2e9, "FLOP/s", Provenance::Measured}));
  EXPECT_EQ(asked("storey", {"naive", "runtime"}).value(), (Value{0.001, "s", Provenance::Measured}));
  EXPECT_EQ(asked("whole", {"naive"}).value(), (Value{0.004, "s", Provenance::Measured}));
  EXPECT_EQ(asked("figure", {"naive", "arithmetic_intensity"}).value(),
            (Value{10.5, "FLOP/byte", Provenance::Modelled}));
  EXPECT_EQ(asked("modelled", {"naive"}).value(), (Value{0.002, "s", Provenance::Modelled}));
  EXPECT_EQ(asked("modelled", {"naive", "load_unit"}).value(), (Value{0.0015, "s", Provenance::Modelled}));
  EXPECT_EQ(asked("launch", {"naive", "registers"}).value().number, 37);
  EXPECT_EQ(asked("ran", {"naive"}).value().number, 1);
  EXPECT_EQ(asked("ran", {"broken"}).value().number, 0);
  EXPECT_FALSE(asked("ran", {"gone"}).ok());
  EXPECT_EQ(asked("set", {"n"}).value().number, 64);
  EXPECT_EQ(asked("device", {"cpu"}).value().number, 1);
  EXPECT_EQ(asked("device", {"gpu"}).value().number, 0);
  EXPECT_EQ(asked("device", {"warp"}).value().number, 32);
}

TEST(LessonValues, WhatIsModelledNamesItsGpu) {
  LessonRun run = madeRun();
  run.results[0].modelled->gpuTitle = "NVIDIA RTX A6000";
  EXPECT_THAT(valueOf({"modelled", {"naive", "load_unit"}}, {&run, 1}).value().gpus, ElementsAre("NVIDIA RTX A6000"));
  EXPECT_THAT(valueOf({"launch", {"naive", "registers"}}, {&run, 1}).value().gpus, ElementsAre("NVIDIA RTX A6000"));
  EXPECT_THAT(valueOf({"time", {"naive"}}, {&run, 1}).value().gpus, IsEmpty()) << "it was measured";
  EXPECT_THAT(valueOf({"figure", {"naive", "arithmetic_intensity"}}, {&run, 1}).value().gpus, IsEmpty())
      << "it is the step's own";
}

TEST(LessonValues, CountAPlaceOrAKindOfPlaces) {
  EXPECT_EQ(asked("counted", {"sectors", "naive.load1"}).value(), (Value{256, "", Provenance::Counted}));
  EXPECT_EQ(asked("counted", {"sectors", "naive.load2"}).value().number, 8);
  EXPECT_EQ(asked("counted", {"sectors", "naive.load"}).value().number, 264);
  EXPECT_EQ(asked("counted", {"requests", "naive"}).value().number, 20);
  EXPECT_EQ(asked("counted", {"ways", "naive.shared_load1"}).value().number, 32);
  EXPECT_EQ(asked("counted", {"line", "naive.shared_load1"}).value(), (Value{30, "", std::nullopt}))
      << "a line's number counts nothing";
  EXPECT_FALSE(asked("counted", {"sectors", "naive.load3"}).ok());
  EXPECT_FALSE(asked("counted", {"sectors", "naive.load0"}).ok());
  EXPECT_FALSE(asked("counted", {"sectors", "naive.store"}).ok());
  EXPECT_FALSE(asked("counted", {"colours", "naive"}).ok());
  EXPECT_FALSE(asked("counted", {"sectors", "tiled"}).ok());
}

TEST(LessonValues, WhatNoRunTellsIsUnavailable) {
  EXPECT_EQ(asked("time", {"broken"}).error().code, ErrorCode::Unavailable);
  EXPECT_EQ(asked("time", {"gone"}).error().message, "no run of the lesson tells time(gone)");
  EXPECT_EQ(asked("modelled", {"tiled"}).error().code, ErrorCode::Unavailable);
  EXPECT_EQ(asked("set", {"type"}).error().code, ErrorCode::Unavailable);
  EXPECT_EQ(asked("colour", {"red"}).error().code, ErrorCode::Usage);
}

TEST(LessonValues, TheNewestRunAnswersUnlessAParameterSaysWhich) {
  LessonRun larger = madeRun();
  larger.parameters["n"] = 128;
  larger.results[0].seconds.median = 0.032;
  const std::vector<LessonRun> runs{madeRun(), larger};
  EXPECT_DOUBLE_EQ(valueOf({"time", {"naive"}}, runs).value().number, 0.032);
  EXPECT_DOUBLE_EQ(valueOf({"time", {"naive", "n=64"}}, runs).value().number, 0.004);
  EXPECT_DOUBLE_EQ(valueOf({"time", {"naive", "n=64", "type=fp32"}}, runs).value().number, 0.004);
  EXPECT_FALSE(valueOf({"time", {"naive", "n=256"}}, runs).ok());
}

TEST(LessonValues, AStepThatWasOnlyModelledTellsItsModelledTime) {
  LessonRun run = madeRun();
  run.results[0].status = RunResult::Status::Unsupported;
  run.results[0].seconds = {};
  const std::vector<LessonRun> runs{run};
  EXPECT_TRUE(valueOf({"modelled", {"naive"}}, runs).ok());
  EXPECT_FALSE(valueOf({"time", {"naive"}}, runs).ok());
}

TEST(LessonValues, EveryFunctionIsFoundByItsName) {
  for (const ValueFunction& function : valueFunctions())
    EXPECT_EQ(findValueFunction(function.name)->name, function.name);
  EXPECT_EQ(findValueFunction("colour"), nullptr);
}

}  // namespace
}  // namespace strata
