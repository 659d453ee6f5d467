#include "app/studio/measurements.h"

#include <regex>
#include <string>

#include "app/studio/scene.h"
#include "window_fixture.h"

namespace strata {
namespace {

class MeasurementsTest : public WindowTest {
 protected:
  /// All that is printed once nothing is new any more.
  std::string printed(Measurements& measurements) {
    ::testing::internal::CaptureStdout();
    bool done = false;
    measurements.finish([&] { done = true; });
    const bool ended = waitUntil([&] { return done; });
    const std::string text = ::testing::internal::GetCapturedStdout();
    EXPECT_TRUE(ended) << text;
    return text;
  }
  /// -1: there is no such line.
  static double figure(const std::string& text, const std::string& name) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(name + " +([0-9.]+)")) ? std::stod(found[1]) : -1;
  }
};

TEST_F(MeasurementsTest, EachEventOfARunIsTimedOnceOnItsWayToTheScreen) {
  openWindow();
  Measurements measurements(window());
  ASSERT_TRUE(runSmall());
  const std::string text = printed(measurements);
  const auto& snapshot = *window().scene().state().session.snapshot;
  std::size_t events = 0;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row) events += snapshot.row(track, row).size();
  EXPECT_EQ(figure(text, "\nevents"), static_cast<double>(events)) << text;
  const double median = figure(text, "screen, median"), most = figure(text, "screen, longest");
  EXPECT_GT(median, 0) << "an event is seen after its end\n" << text;
  EXPECT_LE(median, figure(text, "screen, 99 %")) << text;
  EXPECT_LE(figure(text, "screen, 99 %"), most) << text;
  EXPECT_GT(figure(text, "first frame after start"), 0) << text;
  EXPECT_GT(figure(text, "memory held"), 10) << "Qt alone takes more\n" << text;
  EXPECT_GE(figure(text, "processor, 10 s without news"), 0) << text;
}

TEST_F(MeasurementsTest, WhatComesFromAFileIsNotTimed) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().save(temporary("a.pftrace")).ok());
  openWindow();
  Measurements measurements(window());
  openFile(temporary("a.pftrace"));
  const std::string text = printed(measurements);
  EXPECT_GT(figure(text, "first frame after start"), 0) << text;
  EXPECT_EQ(figure(text, "screen, median"), -1) << text;
}

}  // namespace
}  // namespace strata
