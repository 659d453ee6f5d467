#include "app/present/screens.h"

#include <gtest/gtest.h>

#include <array>

namespace strata {
namespace {

TEST(Screens, SlidesGoToTheProjectorAndNotesToThePrimaryScreen) {
  EXPECT_EQ(screenOfSlides(1, {}).value(), 0u);
  EXPECT_EQ(screenOfSlides(2, {}).value(), 1u) << "the one that is not primary";
  EXPECT_EQ(screenOfSlides(3, {}).value(), 1u);
  EXPECT_EQ(screenOfSlides(3, 1).value(), 0u) << "as asked for";
  EXPECT_EQ(screenOfSlides(3, 3).value(), 2u);
  for (const std::size_t none : {0, 3}) {
    const auto refused = screenOfSlides(2, none);
    ASSERT_FALSE(refused.ok()) << none;
    EXPECT_EQ(refused.error().code, ErrorCode::Usage);
  }
  EXPECT_EQ(screenOfNotes(1, 0), 0u);
  EXPECT_EQ(screenOfNotes(2, 1), 0u);
  EXPECT_EQ(screenOfNotes(2, 0), 1u) << "where the slides have the primary one";
  EXPECT_EQ(screenOfNotes(3, 2), 0u);
}

TEST(Screens, AWindowIsOnTheScreenThatShowsMostOfIt) {
  constexpr std::array kMonitors{ScreenArea{0, 0, 1920, 1080}, ScreenArea{1920, 0, 1280, 800}};
  EXPECT_EQ(screenUnder(kMonitors, {100, 100, 800, 600}), 0u);
  EXPECT_EQ(screenUnder(kMonitors, {1800, 100, 800, 600}), 1u);
  EXPECT_EQ(screenUnder(kMonitors, {-5000, 0, 10, 10}), 0u);
}

TEST(Screens, WhereThereIsOnlyWaylandWhatBringsXIsSaid) {
  EXPECT_EQ(screenRemedy(false).find("xwayland"), std::string::npos);
  EXPECT_NE(screenRemedy(true).find("apt install xwayland"), std::string::npos);
  for (const bool onlyWayland : {false, true})
    EXPECT_NE(screenRemedy(onlyWayland).find("--pictures FOLDER"), std::string::npos);
}

TEST(Screens, WhatNoWindowNeedsIsSaidAsFarAsItIsKnown) {
  EXPECT_NE(windowRemedy({}).find("libgl1-mesa-dri"), std::string::npos);
  const std::string limited = windowRemedy(std::uint64_t{400'000} * 1024);
  EXPECT_NE(limited.find("ulimit -v"), std::string::npos) << limited;
  EXPECT_EQ(limited.find("Mesa"), std::string::npos) << limited;
  EXPECT_EQ(limited.find("libgl1"), std::string::npos) << limited;
}

}  // namespace
}  // namespace strata
