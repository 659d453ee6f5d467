#include <gtest/gtest.h>

#include <utility>

#include "app/facts/ladder_fall.h"
#include "app/facts/ladder_turn.h"
#include "app/facts/roofline_data.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

// Steps follow each other as the ladder has them, in whatever order a run was asked for them.

namespace strata::ladder_order_test {
namespace {

/// tiled, then naive.
ViewState ranBackwards() {
  ViewState state;
  state.session.hello = sampleHello();
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  addRoofs(state.session.results, 1e10, 2e11);
  std::swap(state.session.results[0], state.session.results[1]);
  return state;
}

ModelledRun modelled(double seconds) {
  ModelledRun run;
  run.gpu = "a6000";
  run.gpuTitle = "NVIDIA RTX A6000";
  run.seconds = seconds;
  return run;
}

TEST(LadderOrder, TheFirstStepIsSlowerThanNoneBefore) {
  ViewState state = ranBackwards();
  ASSERT_EQ(state.session.results[1].variant, "naive");
  EXPECT_EQ(ladderFall(state), "");
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  EXPECT_TRUE(ladderFall(state).starts_with("Slower than an earlier step: tiled")) << ladderFall(state);
}

TEST(LadderOrder, AStepTurnsAgainstTheOneBeforeItInTheLadder) {
  ViewState state = ranBackwards();
  RunResult &tiled = state.session.results[0], &naive = state.session.results[1];
  std::swap(tiled.seconds, naive.seconds);
  naive.modelled = modelled(1e-3);
  tiled.modelled = modelled(5e-4);
  EXPECT_EQ(ladderTurn(state.session.results, *state.session.experiment, true),
            "On this CPU tiled is slower than naive; on the NVIDIA RTX A6000 it would be 2 × quicker (modelled).");
}

TEST(LadderOrder, TheTrailOfTheRooflineGoesUpTheLadder) {
  const ViewState state = ranBackwards();
  const RooflineData data = rooflineData(state);
  ASSERT_EQ(data.points.size(), 3u);
  EXPECT_EQ(data.points[0].name, "naive");
  EXPECT_EQ(data.points[1].name, "tiled");
}

}  // namespace
}  // namespace strata::ladder_order_test
