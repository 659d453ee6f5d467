#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"

namespace strata {
namespace {

constexpr Rect kArea{0, 0, 1280, 720};

Face faceOf(const RecordingCanvas& canvas, const char* words) {
  const DrawOp* op = canvas.findText(words);
  EXPECT_NE(op, nullptr) << words;
  return op ? op->style.face : Face::Mono;
}

TEST(Start, OfADriverThatIsHalfHereBothHalvesAreNamed) {
  SystemsHere here;
  here.found["ROCr"] = {};
  ViewState state;
  state.sight.systems = std::make_shared<const SystemsHere>(here);
  RecordingCanvas canvas;
  findView("start")->draw(canvas, kArea, state);
  EXPECT_EQ(faceOf(canvas, "ROCr"), Face::Bold);
  EXPECT_EQ(faceOf(canvas, "amdgpu"), Face::Regular) << "the kernel module is not here";
  EXPECT_EQ(faceOf(canvas, "CUDA driver API"), Face::Regular);
}

}  // namespace
}  // namespace strata
