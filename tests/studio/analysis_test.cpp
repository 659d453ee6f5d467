#include "app/studio/analysis.h"

#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QSignalSpy>
#include <algorithm>

#include "app/facts/event_statistics.h"
#include "small_session.h"

namespace strata {
namespace {

TEST(Analysis, AnotherSessionHasNoAnswersOfTheOneBefore) {
  const SmallSession before, after;
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  analysis.wantStatistics(true);
  analysis.setSearch("matmul");
  analysis.setSight(before.state(), {});
  ASSERT_TRUE(answered.wait());
  ASSERT_TRUE(analysis.statistics() && analysis.search());
  analysis.forget();
  EXPECT_FALSE(analysis.statistics()) << "its events are another session's";
  EXPECT_FALSE(analysis.search());
  analysis.setSight(after.state(), {});
  EXPECT_TRUE(analysis.search()) << "what is searched for stays";
  ASSERT_TRUE(answered.wait());
  EXPECT_TRUE(analysis.statistics());
}

TEST(Analysis, WhatWasCountedInSlowMotionDoesNotStayForTheWhole) {
  const SmallSession session;
  const ViewState whole = session.state();
  ViewState moment = whole;
  moment.session.snapshot = std::make_shared<const TraceSnapshot>(whole.session.snapshot->until({500}));
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  analysis.wantStatistics(true);
  analysis.setSearch("matmul");
  const auto look = [&](const ViewState& state) {
    answered.clear();
    analysis.setSight(state,
                      {.snapshot = state.session.snapshot, .title = {}, .range = state.sight.range, .anchor = {}});
    return answered.wait();
  };
  for (int turn = 0; turn < 2; ++turn) {
    ASSERT_TRUE(look(whole)) << "its version and range are the moment's, too";
    EXPECT_EQ(analysis.statistics()->events, 4u);
    EXPECT_EQ(analysis.device()->work, 1u);
    EXPECT_EQ(analysis.search()->count(), 1u);
    ASSERT_TRUE(look(moment));
    EXPECT_EQ(analysis.statistics()->events, 2u) << "the kernel and the step still run";
    EXPECT_EQ(analysis.device()->work, 0u);
    EXPECT_EQ(analysis.search()->count(), 0u);
  }
}

TEST(Analysis, TheDevicesUseFollowsTheMeasuredRange) {
  const SmallSession session;
  ViewState state = session.state();
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  analysis.wantStatistics(true);
  const auto look = [&] {
    answered.clear();
    analysis.setSight(state,
                      {.snapshot = state.session.snapshot, .title = {}, .range = state.sight.range, .anchor = {}});
    return answered.wait();
  };
  ASSERT_TRUE(look());
  EXPECT_EQ(analysis.device()->span, Duration{600});
  state.sight.measured = TimeRange{{200}, {450}};
  ASSERT_TRUE(look());
  EXPECT_EQ(analysis.device()->span, Duration{250});
  EXPECT_EQ(analysis.device()->busy, Duration{200});
  state.sight.measured.reset();
  ASSERT_TRUE(look());
  EXPECT_EQ(analysis.device()->span, Duration{600});
  state.session.part = TimeRange{{0}, {100}};
  ASSERT_TRUE(look()) << "another run is shown";
  EXPECT_EQ(analysis.device()->work, 0u);
  EXPECT_EQ(analysis.device()->outside.count, 1u);
  state.session.part.reset();
  state.session.timed = {{CallId{9}, CallId{9}, {{0}, {100}}}};
  ASSERT_TRUE(look()) << "other calls of it count";
  EXPECT_EQ(analysis.device()->work, 0u);
}

TEST(Analysis, AFilteredTableOfSlowMotionDoesNotStayForTheWhole) {
  const SmallSession session;
  ViewState whole = session.state();
  whole.sight.choices.table.filter.work = true;
  ViewState moment = whole;
  moment.session.snapshot = std::make_shared<const TraceSnapshot>(whole.session.snapshot->until({500}));
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  analysis.wantStatistics(true);
  analysis.setSight(moment, {});
  ASSERT_TRUE(answered.wait());
  EXPECT_EQ(analysis.table()->size(), 0u);
  analysis.setSight(whole, {});
  ASSERT_TRUE(answered.wait());
  EXPECT_EQ(analysis.table()->size(), 1u);
}

ComparedSession sideNamed(const ViewState& state, const std::string& title) {
  return {.snapshot = state.session.snapshot, .title = title, .range = state.sight.range, .anchor = {}};
}

TEST(Analysis, AnotherNameOfASideIsShownAtOnceAndNothingIsComparedAnew) {
  const SmallSession session;
  const ViewState state = session.state();
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  EXPECT_FALSE(analysis.comparing());
  analysis.setSight(state, sideNamed(state, "Run 2"));
  analysis.compareWith(sideNamed(state, "Run 1"));
  EXPECT_TRUE(analysis.comparing());
  ASSERT_TRUE(answered.wait());
  const auto before = analysis.comparison();
  ASSERT_TRUE(before);
  EXPECT_EQ(before->sides[1].title, "Run 1");
  answered.clear();
  analysis.nameOther("before", "/old/before.pftrace");
  EXPECT_EQ(answered.count(), 1);
  analysis.nameOther("before", "/new/before.pftrace");
  EXPECT_EQ(answered.count(), 2);
  analysis.setSight(state, sideNamed(state, "after"));
  ASSERT_TRUE(analysis.comparison());
  EXPECT_EQ(analysis.comparison()->sides[0].title, "after");
  EXPECT_EQ(analysis.comparison()->sides[1].title, "before");
  EXPECT_EQ(analysis.comparison()->sides[1].file, "/new/before.pftrace") << "the one before may be gone";
  EXPECT_EQ(analysis.comparison()->of(CompareOf::Kernels).size(), before->of(CompareOf::Kernels).size());
  ComparedSession later = sideNamed(state, "after");
  later.told.settings = {{"caches", "cold"}};
  analysis.setSight(state, later);
  EXPECT_EQ(analysis.comparison()->sides[0].told, later.told) << "results come after the events";
  const auto named = analysis.comparison();
  analysis.wantStatistics(true);
  ASSERT_TRUE(answered.wait());
  ASSERT_TRUE(analysis.statistics());
  EXPECT_EQ(analysis.comparison(), named) << "the next answer brings no other one";
  analysis.stopComparing();
  EXPECT_FALSE(analysis.comparing());
  EXPECT_FALSE(analysis.comparison());
}

TEST(Analysis, AComparisonThatBeginsWhileItIsHiddenIsMadeOnceItIsShown) {
  const SmallSession session;
  const ViewState state = session.state();
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  analysis.setSight(state, {});
  analysis.compareWith(sideNamed(state, "Run 1"));
  EXPECT_EQ(answered.count(), 1) << "who looks brings the other side";
  ASSERT_TRUE(answered.wait());
  EXPECT_FALSE(analysis.comparison()) << "nobody brought it";
  analysis.setSight(state, sideNamed(state, "Run 2"));
  ASSERT_TRUE(answered.wait());
  ASSERT_TRUE(analysis.comparison());
  EXPECT_EQ(analysis.comparison()->sides[0].title, "Run 2");
}

TEST(Analysis, AnotherTableIsMadeWithoutWaitingForTheSightToRest) {
  const SmallSession session;
  Analysis analysis;
  QSignalSpy answered(&analysis, &Analysis::changed);
  ViewState state = session.state();
  analysis.wantStatistics(true);
  analysis.setSight(state, {});
  ASSERT_TRUE(answered.wait());
  qint64 quickest = 1000;
  for (int turn = 0; turn < 5; ++turn) {
    state.sight.choices.table.ascending = turn % 2 == 0;
    QElapsedTimer clock;
    clock.start();
    analysis.setSight(state, {});
    ASSERT_TRUE(answered.wait());
    EXPECT_EQ(analysis.table()->choices().ascending, turn % 2 == 0);
    quickest = std::min(quickest, clock.elapsed());
  }
  EXPECT_LT(quickest, 60) << "ms, of five";
}

}  // namespace
}  // namespace strata
