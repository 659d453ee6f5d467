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
