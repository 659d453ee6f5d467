#include "app/views/timeline/event_steps.h"
#include "app/facts/selections.h"

#include <gtest/gtest.h>

#include "app/facts/event_text.h"
#include "app/facts/page_selection.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_player.h"
#include "small_session.h"

namespace strata {
namespace {

TEST(EventSteps, WalkTheGroupAndEndAtItsEnds) {
  const SmallSession session;
  const auto snapshot = session.store.snapshot();
  EXPECT_EQ(stepAlong(*snapshot, session.launch, 1), session.second);
  EXPECT_EQ(stepAlong(*snapshot, session.second, -1), session.launch);
  EXPECT_EQ(stepAlong(*snapshot, session.second, 1), std::nullopt);
  EXPECT_EQ(stepAlong(*snapshot, session.launch, -1), std::nullopt);
}

TEST(EventSteps, GoToTheNearestEventOfTheNextGroup) {
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

// Two kernels of one token: the longer is worth a look. A ladder wants a variant whose source is there.
TEST(EventSteps, TheTypicalKernelIsTheLongestOfTheMedianCall) {
  SmallSession session;
  TraceEvent more = *findEvent(*session.store.snapshot(), session.kernel);
  more.begin = more.end();
  more.payload *= 3;
  more.args = 0;
  more.correlation = CorrelationId::None;
  const EventRef longer = session.store.add(more);
  const auto snapshot = session.store.snapshot();
  RunResult result;
  result.variant = "transformer";
  result.medianCall = static_cast<std::uint32_t>(more.call);
  ExperimentInfo info;
  EXPECT_EQ(typicalKernel(*snapshot, {result}, info), longer);
  info.variants.emplace_back().name = "naive";
  EXPECT_EQ(typicalKernel(*snapshot, {result}, info), std::nullopt);
  info.variants[0].name = result.variant;
  EXPECT_EQ(typicalKernel(*snapshot, {result}, info), std::nullopt) << "no source";
  info.variants[0].source = "a.cuh";
  EXPECT_EQ(typicalKernel(*snapshot, {result}, info), longer);
  RunResult mine = result, naive = result;
  mine.variant = "mine", mine.text = "__global__ void mine() {}";
  naive.medianCall = 99;
  EXPECT_EQ(typicalKernel(*snapshot, {mine, naive}, info), longer) << "what was brought";
  mine.status = RunResult::Status::Failed;
  EXPECT_EQ(typicalKernel(*snapshot, {mine, result}, info), std::nullopt) << "its text is what is looked at";
  result.status = RunResult::Status::Failed;
  EXPECT_EQ(typicalKernel(*snapshot, {result}, info), std::nullopt);
}

// What the machine's roofs were measured with takes longest of all, and no lesson is about it.
TEST(EventSteps, APageIsAboutTheRunAlsoWhereNoSourceCanBeShown) {
  SmallSession session;
  TraceEvent roof = *findEvent(*session.store.snapshot(), session.kernel);
  roof.begin = roof.end();
  roof.payload *= 3;
  roof.args = 0;
  roof.call = CallId{2};
  roof.correlation = CorrelationId::None;
  session.store.add(roof);
  RunResult library;
  library.medianCall = 1;
  Page page;
  page.sight.select = "<kernel>";
  EXPECT_EQ(selectionOf(page, *session.store.snapshot(), {library}, nullptr, {}).event, session.kernel);
}

TEST(EventSteps, APageSelectsTheRepeatThatItsNumbersAreOf) {
  SmallSession session;
  TraceEvent warmUp = *findEvent(*session.store.snapshot(), session.kernel);
  warmUp.begin = warmUp.end();
  warmUp.payload *= 3;
  warmUp.call = CallId{2};
  session.store.add(warmUp);
  const auto snapshot = session.store.snapshot();
  Page page;
  page.sight.select = snapshot->name(warmUp.name);
  const std::vector<CallId> measured{CallId{1}};
  EXPECT_EQ(selectionOf(page, *snapshot, {}, nullptr, {}).call, CallId{2}) << "nothing was measured: the longest";
  EXPECT_EQ(selectionOf(page, *snapshot, {}, nullptr, measured).call, CallId{1});
}

TEST(EventSteps, APageThatSelectsNothingHasWhatTheOneBeforeItHasOfItsRun) {
  constexpr std::string_view kLesson =
      "lesson: x\nrun: matmul n=8 variants=naive,tiled\nexplain: Naive\n  if 1:\n    {time(naive)}\n"
      "  view: stack\n  variant: naive\nsee: All\n  Look around.\n  view: kernel\nrun: matmul n=8 variants=naive\n";
  SmallSession session;
  TraceEvent other = *findEvent(*session.store.snapshot(), session.kernel);
  other.begin = other.end();
  other.call = CallId{2};
  session.store.add(other);
  const auto snapshot = session.store.snapshot();
  std::vector<RunResult> results(2);
  results[0].variant = "naive", results[0].medianCall = 1;
  results[1].variant = "tiled", results[1].medianCall = 2;
  auto lesson = parseLesson(kLesson, "x.lesson");
  ASSERT_TRUE(lesson.ok()) << lesson.error().message;
  LessonPlayer player(std::make_shared<const Lesson>(std::move(lesson).value()));
  const auto selected = [&](const std::vector<RunResult>& of) {
    return selectionElse(player, *snapshot, of, nullptr, {}).call;
  };
  EXPECT_EQ(selected(results), CallId{2}) << "the last one, where no page selects another";
  player.skip();
  player.skip();
  ASSERT_EQ(player.index(), 2u);
  EXPECT_EQ(selected(results), CallId{1});
  EXPECT_EQ(selected({}), CallId::None);
  player.skip();
  EXPECT_EQ(selected(results), CallId{2}) << "another run's page";
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
