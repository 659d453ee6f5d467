#include "engine/protocol/agent_facts.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/protocol/experiment_info.h"

namespace strata {
namespace {

DeviceInfo someDevice() {
  DeviceInfo info;
  info.backend = "cpu";
  info.index = 1;
  info.name = "AMD EPYC";
  info.architecture = "x86-64-v3";
  info.computeUnitName = "core";
  info.computeUnits = 8;
  info.memoryBytes = std::uint64_t{3} << 40;
  info.waveSize = 64;
  info.facts = {{"memory bandwidth", 4800, "GB/s", Provenance::Spec}};
  return info;
}

TEST(AgentFacts, ADeviceComesBackAsItWent) {
  const nlohmann::json written = toJson(someDevice());
  EXPECT_EQ(written["device"], "cpu:1");
  EXPECT_EQ(written["facts"][0]["kind"], "spec");
  const DeviceInfo read = deviceInfoFromJson(nlohmann::json::parse(written.dump()));
  EXPECT_EQ(read.memoryBytes, std::uint64_t{3} << 40);
  EXPECT_EQ(toJson(read), written);
}

TEST(AgentFacts, NoDeviceIsNull) {
  EXPECT_TRUE(toJson(DeviceInfo{}).is_null());
  EXPECT_EQ(deviceInfoFromJson(nullptr).backend, "");
}

TEST(AgentFacts, AProcessorIsKnownByItsBackend) {
  Hello hello;
  hello.device = someDevice();
  EXPECT_TRUE(ofProcessor(hello));
  for (const char* other : {"cuda", "hip", "null", ""}) {
    hello.device.backend = other;
    EXPECT_FALSE(ofProcessor(hello)) << other;
  }
  EXPECT_FALSE(ofProcessor(std::nullopt));
}

TEST(AgentFacts, HelloComesBackAsItWent) {
  const Hello hello{1, 1, std::string(32, 'a'), "strata-agent-cpu 0.1.0", 4711, someDevice(), "tsc", 35};
  const nlohmann::json written = toJson(hello);
  EXPECT_EQ(written["magic"], "strata");
  const auto read = helloFromJson(nlohmann::json::parse(written.dump()));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().pid, 4711);
  EXPECT_EQ(toJson(read.value()), written);
}

TEST(AgentFacts, HelloNeedsItsMagicWord) {
  for (const char* text : {"null", "[]", "{}", R"({"magic":"perfetto"})", R"({"magic":1})"})
    EXPECT_FALSE(helloFromJson(nlohmann::json::parse(text)).ok()) << text;
  const auto newer = helloFromJson(nlohmann::json::parse(R"({"magic":"strata","protocol":9,"device":[],"pid":"x"})"));
  ASSERT_TRUE(newer.ok()) << "a newer protocol is for the viewer to judge";
  EXPECT_EQ(newer.value().protocol, 9u);
}

TEST(AgentFacts, AStoreyComesBackAsItWent) {
  const StoreyState state{Storey::Library, false, "cuBLAS", "12.4", "libcublas.so.12 is missing", "apt install x"};
  const nlohmann::json written = toJson(state);
  EXPECT_EQ(written["storey"], "library");
  EXPECT_EQ(toJson(storeyStateFromJson(nlohmann::json::parse(written.dump()))), written);
  EXPECT_EQ(storeyStateFromJson(nlohmann::json::parse(R"({"storey":"cellar"})")).storey, Storey::Other);
}

TEST(ExperimentInfo, HasThePublishedShape) {
  ExperimentInfo info;
  info.name = "matmul";
  info.title = "Matrix product";
  info.parameters = {
      {"m", "Rows", ParameterInfo::Type::Integer, KeptJson(nullptr), "n", 1, 8192, "elements", {}, "Rows of A.", ""},
      {"order", "Order", ParameterInfo::Type::Choice, KeptJson("row"), "", 0, 0, "", {"row"}, "", ""}};
  info.parameters[0] = usedWith("order", {"row"}, info.parameters[0]);
  info.variants = {{"naive", "Naive", "One thread an element.", "matmul_naive", "kernels/matmul/naive.cuh", "source"}};
  const nlohmann::json expected = nlohmann::json::parse(R"({
    "name":"matmul","title":"Matrix product","help":"",
    "parameters":[
      {"name":"m","title":"Rows","type":"integer","default":null,"follows":"n","range":[1,8192],"unit":"elements",
       "choices":[],"help":"Rows of A.","used_with":{"choice":"order","values":["row"]}},
      {"name":"order","title":"Order","type":"choice","default":"row","follows":null,"range":null,"unit":null,
       "choices":["row"],"help":"","used_with":null}],
    "variants":[{"name":"naive","title":"Naive","idea":"One thread an element.","kernel":"matmul_naive",
                 "file":"kernels/matmul/naive.cuh","made_for":null}],
    "view":"kernel"})");
  EXPECT_EQ(toJson(info), expected);
}

}  // namespace
}  // namespace strata
