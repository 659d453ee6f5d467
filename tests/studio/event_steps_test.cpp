#include "app/views/event_steps.h"

#include <gtest/gtest.h>

#include "app/views/event_text.h"
#include "small_session.h"

namespace strata {
namespace {

TEST(EventSteps, WalkTheLaneAndEndAtItsEnds) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  EXPECT_EQ(stepAlong(*snapshot, session.launch, 1), session.second);
  EXPECT_EQ(stepAlong(*snapshot, session.second, -1), session.launch);
  EXPECT_EQ(stepAlong(*snapshot, session.second, 1), std::nullopt);
  EXPECT_EQ(stepAlong(*snapshot, session.launch, -1), std::nullopt);
}

TEST(EventSteps, GoToTheNearestEventOfTheNextLane) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  EXPECT_EQ(stepAcross(*snapshot, session.kernel, -1), session.second);
  EXPECT_EQ(stepAcross(*snapshot, session.launch, 1), session.kernel);
  EXPECT_EQ(stepAcross(*snapshot, session.model, -1), std::nullopt);
}

TEST(EventSteps, ACallIsSelectedThroughItsOutermostSlice) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  const Selection selection = selectionOf(*snapshot, CallId{1});
  EXPECT_EQ(selection.call, CallId{1});
  EXPECT_EQ(selection.event, session.model);
  EXPECT_EQ(selectionOf(*snapshot, CallId{99}), Selection{});
}

TEST(EventSteps, ReferencesFromAnotherSessionAreNotValid) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  EXPECT_NE(findEvent(*snapshot, session.kernel), nullptr);
  EXPECT_EQ(findEvent(*snapshot, EventRef{99, 0, 0}), nullptr);
  EXPECT_EQ(findEvent(*snapshot, EventRef{session.kernel.track, 5, 0}), nullptr);
  EXPECT_EQ(findEvent(*snapshot, EventRef{session.kernel.track, 0, 50}), nullptr);
}

}  // namespace
}  // namespace strata
