#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/views/map/map_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_modelled.h"
#include "tests/views/sample_session.h"

namespace strata::map_view_test {
namespace {

constexpr Rect kArea{0, 0, 1100, 330};  // in a window of 1600×900

TEST(Map, AllStoreysStayInSightWhereOneSystemIsReadAbout) {
  RecordingCanvas canvas;
  const MapLayout layout = layOutMap(canvas, kArea, stackMap(), true);
  EXPECT_EQ(layout.bands.size(), kStoreyCount);
  EXPECT_EQ(layout.boxes.size(), stackMap().systems.size());
  EXPECT_GE(layout.details.h, 30) << "and what is said of it";
  EXPECT_LE(layout.bands.back().box.bottom(), layout.details.y + 1);
}

TEST(Map, BoxesStandCloseBeforeStoreysAreCut) {
  RecordingCanvas canvas;
  for (const bool read : {false, true}) {
    const MapLayout layout = layOutMap(canvas, {0, 0, 1220, 300}, stackMap(), read);
    EXPECT_EQ(layout.bands.size(), kStoreyCount) << read;
    EXPECT_EQ(layout.boxes.size(), stackMap().systems.size()) << read;
    EXPECT_EQ(layout.thumb.h, 0) << read;
  }
  const MapLayout layout = layOutMap(canvas, {0, 0, 1220, 375}, stackMap(), false);  // in a window of 1920×1080
  EXPECT_GE(layout.scale, 1);
}

TEST(Map, ReadingAboutASystemPushesNoStoreyOutOfSightInALessonsWindow) {
  RecordingCanvas canvas;
  const MapLayout layout = layOutMap(canvas, {0, 0, 895, 290}, stackMap(), true);  // of 1280×720
  EXPECT_EQ(layout.bands.size(), kStoreyCount);
  EXPECT_EQ(layout.boxes.size(), stackMap().systems.size());
  EXPECT_EQ(layout.thumb.h, 0);
  EXPECT_GE(layout.details.h, 36) << "and what is said of it";
}

TEST(Map, FramesAreOfTheRangeInSightAndTheLegendSaysSo) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  const auto says = [&](const char* words) {
    RecordingCanvas canvas;
    findView("map")->draw(canvas, kArea, state);
    return canvas.findTextWith(words) != nullptr;
  };
  EXPECT_TRUE(says("framed: called in this session"));
  state.sight.range.end = state.sight.range.begin + Duration{1000};
  EXPECT_FALSE(says("framed: called in this session"));
  EXPECT_TRUE(says("framed: called in what is in sight"));
  state.sight.measured = state.sight.range;
  EXPECT_TRUE(says("framed: called in the measured range"));
  EXPECT_FALSE(says("in sight"));
}

TEST(Map, InASmallAreaEachStoreyCanBeScrolledTo) {
  const Rect area{0, 0, 860, 190};  // in a lesson's window of 1280×720
  RecordingCanvas canvas;
  ViewState state;
  std::set<const System*> seen;
  std::set<Storey> storeys;
  for (float before = -1; before < state.sight.choices.mapScroll;) {
    const MapLayout layout = layOutMap(canvas, area, stackMap(), false, state.sight.choices.mapScroll);
    EXPECT_GT(layout.thumb.h, 0) << "more is there";
    for (const MapLayout::Box& box : layout.boxes) seen.insert(box.system);
    for (const MapLayout::Band& band : layout.bands) storeys.insert(band.storey);
    before = state.sight.choices.mapScroll;
    state.sight.choices = findView("map")->scrolled(canvas, area, state, 1);
  }
  EXPECT_EQ(storeys.size(), kStoreyCount);
  EXPECT_EQ(seen.size(), stackMap().systems.size());
}

TEST(Map, WhatIsSaidOfASystemIsReadInASmallAreaToo) {
  RecordingCanvas canvas;
  ViewState state;
  state.sight.choices.system = "cuFFT";
  findView("map")->draw(canvas, {0, 0, 860, 190}, state);
  const std::string what = stackMap().find("cuFFT")->what;
  EXPECT_NE(canvas.findTextWith(what.substr(0, 12)), nullptr);
  EXPECT_NE(canvas.findTextWith(what.substr(what.size() - 12)), nullptr);
}

/// Whether what is said of any system begins so.
bool saysOfOne(ViewState& state, std::string_view words) {
  for (const System& system : stackMap().systems) {
    state.sight.choices.system = system.name;
    RecordingCanvas canvas;
    findView("map")->draw(canvas, kArea, state);
    if (canvas.findTextWith(words) != nullptr) return true;
  }
  return false;
}

TEST(Map, CallsAreOfTheWholeSessionOrOfWhatIsInSight) {
  SampleSession session;
  session.addRun(3);
  ViewState state = session.state();
  const TimeRange all = *state.session.snapshot->bounds();
  state.sight.range = all;
  completeFor(*findView("map"), state);
  EXPECT_TRUE(saysOfOne(state, "whole session: "));
  EXPECT_FALSE(saysOfOne(state, "in sight: "));
  state.sight.range.end = all.begin + Duration{(all.end - all.begin).ns / 2};
  completeFor(*findView("map"), state);
  EXPECT_TRUE(saysOfOne(state, "in sight: "));
  EXPECT_FALSE(saysOfOne(state, "whole session: "));
  state.sight.measured = state.sight.range;
  completeFor(*findView("map"), state);
  EXPECT_TRUE(saysOfOne(state, "measured range: "));
  EXPECT_FALSE(saysOfOne(state, "in sight: "));
  state.sight.measured->end = state.sight.range.end - Duration{1};
  EXPECT_TRUE(saysOfOne(state, "the range before: ")) << "of another there are no figures yet";
  EXPECT_FALSE(saysOfOne(state, "measured range: "));
}

TEST(Map, APictureDoesNotAskForAClickAndALessonsSlideDoes) {
  ViewState state;
  for (const char* system : {"", "none of these"})
    for (const bool still : {false, true})
      for (const bool clickable : {false, true}) {
        state.sight.choices.system = system;
        state.sight.still = still;
        state.sight.clickable = clickable;
        RecordingCanvas canvas;
        findView("map")->draw(canvas, kArea, state);
        EXPECT_NE(canvas.findTextWith("filled: here"), nullptr) << system;
        EXPECT_EQ(canvas.findTextWith("click one") == nullptr, still && !clickable) << system;
      }
}

TEST(Map, AVendorsColumnSaysWhichOfItsDevicesTheSessionIsAbout) {
  constexpr Rect kWide{0, 0, 1500, 330};
  ViewState state = sampleModelled("a6000");
  state.session.hello.emplace().device.name = "AMD EPYC";
  for (const auto& [backend, column] : {std::pair("cpu", 2u), std::pair("hip", 1u), std::pair("cuda", 0u)}) {
    state.session.hello->device.backend = backend;
    RecordingCanvas canvas;
    findView("map")->draw(canvas, kWide, state);
    const MapLayout layout = layOutMap(canvas, kWide, stackMap(), false);
    const DrawOp* ran = canvas.findText("this session: AMD EPYC");
    const DrawOp* modelled = canvas.findText("modelled: NVIDIA RTX A6000");
    ASSERT_TRUE(ran && modelled) << backend;
    EXPECT_GT(ran->rect.x, layout.columns[column].x) << backend;
    EXPECT_LT(ran->rect.x, layout.columns[column].right()) << backend;
    EXPECT_LT(modelled->rect.x, layout.columns[0].right()) << backend;
  }
  RecordingCanvas canvas;
  findView("map")->draw(canvas, kWide, ViewState{});
  EXPECT_EQ(canvas.findTextWith("this session: "), nullptr);
  EXPECT_EQ(canvas.findTextWith("modelled: "), nullptr);
}

TEST(Map, TheCounterpartsOfAChosenSystemAreOutlined) {
  ViewState state;
  const auto outlined = [&](const char* name) {
    RecordingCanvas canvas;
    findView("map")->draw(canvas, kArea, state);
    const MapLayout layout = layOutMap(canvas, kArea, stackMap(), !state.sight.choices.system.empty());
    const auto at =
        std::ranges::find_if(layout.boxes, [&](const MapLayout::Box& box) { return box.system->name == name; });
    const auto lines = canvas.of(DrawOp::Kind::Stroke, canvas.theme().accent);
    return at != layout.boxes.end() && std::ranges::any_of(lines, [&](const DrawOp* line) {
             return std::abs(line->rect.x + 1 - at->box.x) < 0.1f && std::abs(line->rect.y + 1 - at->box.y) < 0.1f;
           });
  };
  EXPECT_FALSE(outlined("rocBLAS"));
  state.sight.choices.system = "cuBLAS";
  EXPECT_TRUE(outlined("cuBLAS"));
  EXPECT_TRUE(outlined("rocBLAS"));
  EXPECT_TRUE(outlined("OpenBLAS"));
  EXPECT_FALSE(outlined("nvcc"));
}

}  // namespace
}  // namespace strata::map_view_test
