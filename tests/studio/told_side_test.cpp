#include "app/still/told_side.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/trace/trace_store.h"

namespace strata {
namespace {

using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

SessionFacts sessionOnTwoCores() {
  SessionFacts session;
  session.snapshot = TraceStore().snapshot();
  Hello hello;
  hello.run = "a1";
  hello.agent = "strata-agent-cpu 0.1.0";
  hello.device.backend = "cpu";
  hello.device.architecture = "x86-64-v3";
  hello.device.computeUnitName = "core";
  hello.device.computeUnits = 2;
  hello.device.facts = {{"L2 cache", 1048576, "B", Provenance::Spec}, {"host memory", 7, "B", Provenance::Measured}};
  session.hello = hello;
  session.storeys = {
      {Storey::Library, true, "OpenBLAS", "0.3.21", "OpenBLAS: Haswell kernels on 2 threads; observed: each call", {}},
      {Storey::Compiler, false, "nvcc", "", "not here", {}},
      {Storey::Hardware, true, "AMD EPYC", "2 cores", "observed: kernels", {}}};
  return session;
}

TEST(ToldSide, TheMachineAndItsSoftwareAreOfTheAgentThatRanIt) {
  const SessionFacts session = sessionOnTwoCores();
  RunRecord run;
  run.run = "a1";
  const SideTold told = toldOf(session, &run);
  EXPECT_THAT(told.machine,
              UnorderedElementsAre(Pair("architecture", "x86-64-v3"), Pair("cores", "2"), Pair("L2 cache", "1 MiB")));
  EXPECT_THAT(told.software,
              UnorderedElementsAre(Pair("agent", "strata-agent-cpu 0.1.0"), Pair("library", "OpenBLAS 0.3.21"),
                                   Pair("library threads", "OpenBLAS: Haswell kernels on 2 threads")));
  EXPECT_EQ(toldOf(session, nullptr).machine, told.machine);
  run.run = "an agent before";
  EXPECT_THAT(toldOf(session, &run).machine, IsEmpty());
  EXPECT_THAT(toldOf(session, &run).software, IsEmpty());
}

TEST(ToldSide, OfAVariantWhatItCameToAndWhy) {
  RunRecord run;
  run.results.resize(2);
  run.results[0].variant = "naive";
  run.results[1].variant = "mine";
  run.results[1].text = "__global__ void mine() {}";
  run.results[1].status = RunResult::Status::Failed;
  run.results[1].message = "mine.cu does not compile:\nmine.cu:1:1: error";
  const auto variants = toldOf(sessionOnTwoCores(), &run).variants;
  ASSERT_EQ(variants.size(), 2u);
  EXPECT_EQ(variants[0], (SideVariant{"naive", true, "ok", "ok"}));
  EXPECT_TRUE(variants[1].failed());
  EXPECT_EQ(variants[1].word, "FAILED");
  EXPECT_EQ(variants[1].message.substr(0, 24), "mine.cu does not compile");
  EXPECT_EQ(variants[1].ownText.size(), 16u);
}

}  // namespace
}  // namespace strata
