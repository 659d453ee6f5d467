#include "app/graphics/reports.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

FrameReport drawn(std::uint64_t frame, HostTime end) {
  FrameReport report;
  report.frame = frame;
  report.draw = {end, end};
  return report;
}

class ReportsTest : public testing::Test {
 protected:
  void SetUp() override { m_made.emplace(std::move(ControlPage::create(2).value())); }
  ControlPage& page() { return m_made->first; }
  Reports m_reports;

 private:
  std::optional<std::pair<ControlPage, UniqueFd>> m_made;
};

TEST_F(ReportsTest, AreToldAtOnceWhereNoWindowWatches) {
  m_reports.add(drawn(1, hostNow()));
  m_reports.tell(page(), false);
  const auto report = page()->reports.pop();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->frame, 1u);
  EXPECT_EQ(report->shown.ns, 0);
  EXPECT_EQ(report->unseen, 0u) << "there is no window that could";
}

TEST_F(ReportsTest, WaitForTheWindowAndSayWhenItHadSwapped) {
  for (std::uint64_t frame = 1; frame <= 3; ++frame) m_reports.add(drawn(frame, hostNow()));
  m_reports.tell(page(), true);
  EXPECT_FALSE(page()->reports.pop()) << "a window may still show it";
  m_reports.shown(2, HostTime{1234});
  m_reports.tell(page(), true);
  const auto overtaken = page()->reports.pop();
  EXPECT_EQ(overtaken->shown.ns, 0) << "no window will show it";
  EXPECT_EQ(overtaken->unseen, 0u);
  EXPECT_EQ(page()->reports.pop()->shown.ns, 1234);
  EXPECT_FALSE(page()->reports.pop()) << "the third still waits";
}

TEST_F(ReportsTest, WaitForAQuarterOfASecondAtMost) {
  m_reports.add(drawn(1, hostNow() - Duration{300'000'000}));
  m_reports.tell(page(), true);
  const auto report = page()->reports.pop();
  ASSERT_TRUE(report);
  EXPECT_EQ(report->unseen, 1u) << "the window may show it later";
}

}  // namespace
}  // namespace strata
