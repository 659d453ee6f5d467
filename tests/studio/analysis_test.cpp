#include "app/studio/analysis.h"

#include <gtest/gtest.h>

#include <QSignalSpy>

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

}  // namespace
}  // namespace strata
