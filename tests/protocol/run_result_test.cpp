#include "engine/protocol/run_result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace strata {
namespace {

RunResult full() {
  RunResult result;
  result.variant = "tiled";
  result.seconds = {0.5, 0.25, 1.0, 3, "device", {1.0, 0.5, 0.25}};
  result.gflops = 128.5;
  result.gbytesPerSecond = 2.25;
  result.shareOfLibrary = 0.5;
  result.error = RunResult::Check{"relative Frobenius", 1e-7, 2e-6};
  result.storeyNs = {1, 2, 3, 4, 5, 6, 7};
  result.deviceTime = {30, 25, 18};
  result.kinds = {{"gflops", Provenance::Measured}, {"gbytes_per_s", Provenance::Counted}};
  result.figures = {{"occupancy", 0.75, "", Provenance::Modelled}};
  result.places = {{.file = "a.cuh",
                    .line = 7,
                    .what = "load",
                    .space = "global",
                    .requests = 4,
                    .lanes = 128,
                    .sectors = 16,
                    .lines = 4,
                    .usedBytes = 512,
                    .example = {4, {0, 4, -1, 12}, 3},
                    .others = {{4, {0, 0, 0, 0}, 1}},
                    .widthOf = "nvcc",
                    .column = 13,
                    .arrays = {"A", "tile"}},
                   {.file = "a.cuh",
                    .line = 8,
                    .what = "store",
                    .space = "shared",
                    .requests = 4,
                    .lanes = 128,
                    .wavefronts = 8,
                    .phases = 4,
                    .worstWays = 2,
                    .sameAddress = 8,
                    .turns = 22},
                   {.file = "a.cuh", .line = 9, .what = "branch", .requests = 4, .lanes = 100, .partial = 3}};
  Finding race{"race", "mine", "mine.cu", 7, {1, 0, 0}, {3, 0, 0}, "Both."};
  race.otherFile = "mine.cu";
  race.otherLine = 9;
  race.otherBlock = {1, 0, 0};
  race.otherThread = {40, 0, 0};
  race.times = 5;
  race.grid = {2, 1, 1};
  race.blockSize = {64, 1, 1};
  race.ends = true;
  race.problem = "65";
  result.findings = KernelFindings{{"64"}, 2, 64, 128, 0, 0, {race}};
  result.text = "__global__";
  result.like = "naive";
  ModelledRun modelled;
  modelled.gpu = "a6000";
  modelled.gpuTitle = "NVIDIA RTX A6000";
  modelled.seconds = 0.125;
  modelled.gflops = 512;
  modelled.bound = "load_unit";
  modelled.only = {{"load_unit", 0.1}, {"memory", 0.05}};
  modelled.basis = "4 of 1024 blocks";
  modelled.code = "gfx940";
  modelled.countedLanes = 32;
  *modelled.launches = {{{"kernel", "naive"}}};
  result.modelled = modelled;
  *result.details = {{"text", "Lily"}};
  result.firstCall = 1;
  result.lastCall = 4;
  result.medianCall = 3;
  return result;
}

/// The shape other programs rely on: `strata run --json`.
TEST(RunResult, HasThePublishedShape) {
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "variant":"tiled","status":"ok","ok":true,"message":null,
    "seconds":{"median":0.5,"min":0.25,"max":1.0,"repeats":3,"clock":"device","each":[1.0,0.5,0.25]},
    "gflops":128.5,"gbytes_per_s":2.25,"share_of_library":0.5,
    "error":{"metric":"relative Frobenius","value":1e-7,"limit":2e-6},
    "storeys":{"model":1,"framework":2,"library":3,"compiler":4,"runtime":5,"driver":6,"hardware":7},
    "device_work":{"total_ns":30,"busy_ns":25,"after_return_ns":18},
    "kinds":{"gflops":"measured","gbytes_per_s":"counted"},
    "figures":[{"name":"occupancy","value":0.75,"unit":"","kind":"modelled"}],
    "memory":[
      {"file":"a.cuh","line":7,"what":"load","space":"global","requests":4,"lanes":128,"sectors":16,"lines":4,"used_bytes":512,
       "width_of":"nvcc","column":13,"arrays":["A","tile"],"example":{"bytes":4,"offsets":[0,4,-1,12],"requests":3},
       "others":[{"bytes":4,"offsets":[0,0,0,0],"requests":1}]},
      {"file":"a.cuh","line":8,"what":"store","space":"shared","requests":4,"lanes":128,
       "wavefronts":8,"phases":4,"worst_ways":2,"same_address":8,"turns":22,"example":null},
      {"file":"a.cuh","line":9,"what":"branch","space":null,"requests":4,"lanes":100,"partial":3,"example":null}],
    "findings":{"problems":["64"],"blocks":2,"threads":64,"accesses":128,"threads_ended":0,"blocks_left_out":0,"findings":[
      {"ends":true,"problem":"65","kind":"race","kernel":"mine","file":"mine.cu","line":7,"block":[1,0,0],"thread":[3,0,0],"sentence":"Both.",
       "times":5,"grid":[2,1,1],"block_size":[64,1,1],"other":{"file":"mine.cu","line":9,"block":[1,0,0],"thread":[40,0,0]}}]},"text":"__global__","text_fingerprint":"316320d505ffa38e","like":"naive",
    "modelled":{"gpu":"a6000","gpu_title":"NVIDIA RTX A6000","seconds":0.125,"gflops":512.0,"gbytes_per_s":null,
      "bound":"load_unit","only":[{"bound":"load_unit","seconds":0.1},{"bound":"memory","seconds":0.05}],
      "basis":"4 of 1024 blocks","code":"gfx940","counted_lanes":32,"launches":[{"kernel":"naive"}]},
    "details":{"text":"Lily"},
    "first_call":1,"last_call":4,"median_call":3})");
  EXPECT_EQ(toJson(full()), expected);
}

TEST(ModelledRun, OfSeveralLaunchesTheOneThatSpillsMostCounts) {
  ModelledRun run;
  EXPECT_EQ(run.spillBytes(), 0u);
  *run.launches = {{{"kernel", "a"}}, {{"spill_bytes", 2600}}, {{"spill_bytes", 12}}, {{"spill_bytes", -1}}, 7};
  EXPECT_EQ(run.spillBytes(), 2600u);
  EXPECT_EQ(modelledRunFromJson({{"seconds", 1}, {"counted_lanes", "x"}})->countedLanes, 0u);
}

TEST(RunResult, WhatIsAbsentIsNull) {
  RunResult result;
  result.variant = "wmma";
  result.status = RunResult::Status::Unsupported;
  result.message = "this device has no matrix units";
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "variant":"wmma","status":"unsupported","ok":false,"message":"this device has no matrix units",
    "seconds":null,"gflops":null,"gbytes_per_s":null,"share_of_library":null,"error":null,"storeys":null,"device_work":null,
    "kinds":{},
    "figures":[],"memory":null,"findings":null,"text":null,"text_fingerprint":null,"like":null,"modelled":null,"details":null,"first_call":null,"last_call":null,"median_call":null})");
  EXPECT_EQ(toJson(result), expected);
}

TEST(RunResult, ComesBackAsItWent) {
  RunResult bare;
  bare.variant = "naive";
  bare.status = RunResult::Status::Failed;
  for (const RunResult& result : {full(), bare}) {
    const nlohmann::json written = toJson(result);
    const auto read = runResultFromJson(nlohmann::json::parse(written.dump()));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(toJson(read.value()), written);
  }
}

TEST(RunResult, WhatWasNotRunOnPurposeIsNoFailure) {
  RunResult result;
  result.variant = "tiled";
  result.status = RunResult::Status::NotRun;
  result.figures = {{"expected_seconds", 90, "s", Provenance::Modelled}};
  EXPECT_TRUE(result.leftOut());
  EXPECT_EQ(toJson(result)["status"], "not_run");
  EXPECT_EQ(toJson(result)["ok"], false);
  result.figures.clear();
  result.modelled.emplace();
  EXPECT_FALSE(result.leftOut());
  EXPECT_EQ(toJson(result)["ok"], true) << "the time that was asked for is there";
  const auto read = runResultFromJson(toJson(result));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().status, RunResult::Status::NotRun);
}

TEST(RunResult, OneThatToreIsNotCalledOk) {
  RunResult result;
  result.variant = "host";
  result.figures = {{"frames_torn", 0, "", Provenance::Counted}};
  EXPECT_FALSE(result.torn());
  EXPECT_EQ(toJson(result)["status"], "ok");
  result.figures[0].value = 83;
  EXPECT_TRUE(result.torn());
  EXPECT_EQ(toJson(result)["status"], "ok")
      << "the stream's word: older viewers skip a result with one they do not know";
  EXPECT_EQ(toldJson(result)["status"], "torn");
  EXPECT_EQ(toldJson(result)["ok"], false);
  for (const nlohmann::json& json : {toJson(result), toldJson(result)}) {
    const auto read = runResultFromJson(json);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().status, RunResult::Status::Ok) << "it ran";
    EXPECT_TRUE(read.value().torn());
  }
  result.status = RunResult::Status::Failed;
  EXPECT_FALSE(result.torn()) << "that says more";
  EXPECT_EQ(toldJson(result)["status"], "failed");
}

TEST(RunResult, AnExampleThatNoWarpCanBringIsLeftOut) {
  for (const char* example :
       {R"({"bytes":17,"offsets":[0]})", R"({"bytes":4,"offsets":7})", R"([1])", R"({"bytes":4})"}) {
    const auto read = runResultFromJson(nlohmann::json::parse(
        R"({"variant":"x","status":"ok","memory":[{"file":"a","line":1,"example":)" + std::string(example) + "}]}"));
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value().places.at(0).example, WarpExample{}) << example;
  }
}

TEST(RunResult, AnErrorThatIsNoNumberStaysOne) {
  RunResult result = full();
  result.error->value = std::numeric_limits<double>::quiet_NaN();
  const std::string text = toJson(result).dump();
  const auto read = runResultFromJson(nlohmann::json::parse(text));
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(read.value().error.has_value()) << "a check that gave no number is not a missing check";
  EXPECT_TRUE(std::isnan(read.value().error->value));
}

TEST(RunResult, ForeignJsonNeverThrows) {
  for (const char* text : {"null", "[]", "{}", R"({"variant":"x"})", R"({"variant":3,"status":"ok"})"})
    EXPECT_FALSE(runResultFromJson(nlohmann::json::parse(text)).ok()) << text;
  const auto odd = runResultFromJson(nlohmann::json::parse(
      R"({"variant":"x","status":"ok","seconds":7,"gflops":"fast","error":[1],"storeys":[2],"kinds":{"a":1,"b":"guessed"}})"));
  ASSERT_TRUE(odd.ok());
  EXPECT_FALSE(odd.value().gflops || odd.value().error);
  EXPECT_TRUE(odd.value().kinds.empty());
  EXPECT_EQ(odd.value().seconds.repeats, 0);
}

}  // namespace
}  // namespace strata
