#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/canvas/recording_canvas.h"
#include "app/views/map/map_layout.h"
#include "app/views/view.h"

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
