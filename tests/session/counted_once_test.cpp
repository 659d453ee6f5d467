#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/session/session.h"
#include "engine/trace/device_work.h"

namespace strata {
namespace {

class CountedOnce : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(session.start(STRATA_AGENT_CPU).ok()); }

  /// What its only variant came to.
  RunResult run(int n, const char* gpu) {
    Request request;
    request.name = "matmul";
    *request.parameters = {{"n", n}, {"model_gpu", gpu}};
    request.variants = {"tiled"};
    request.repeat = 1;
    const auto id = session.run(request);
    EXPECT_TRUE(id.ok() && session.wait(id.value()).ok());
    const std::vector<RunResult> results = session.results();
    return results.empty() ? RunResult() : results.back();
  }
  /// How often something was counted so far.
  std::size_t counted() {
    std::size_t calls = 0;
    const auto snapshot = session.snapshot();
    for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track)
      for (std::uint32_t row = 0; row < snapshot->rowCount(track); ++row)
        for (std::size_t i = 0; i < snapshot->row(track, row).size(); ++i)
          calls += snapshot->name(snapshot->row(track, row)[i].name).find(kCountedFor) != std::string::npos;
    return calls;
  }

  Session session;
};

TEST_F(CountedOnce, AStepThatIsRunAgainHasItsModelledTimeAtOnce) {
  const RunResult first = run(64, "a6000");
  if (!first.modelled) GTEST_SKIP() << "A sanitizer is on: this agent counts nothing.";
  EXPECT_EQ(counted(), 1u);
  const RunResult again = run(64, "a6000");
  EXPECT_EQ(again.modelled, first.modelled);
  EXPECT_EQ(counted(), 1u);
  EXPECT_NE(run(96, "a6000").modelled, first.modelled);
  EXPECT_NE(run(64, "h100").modelled, first.modelled);
  EXPECT_EQ(counted(), 3u) << "another size, and another GPU";
}

}  // namespace
}  // namespace strata
