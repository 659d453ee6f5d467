#include <gtest/gtest.h>

#include <algorithm>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/systems_here.h"
#include "app/views/start/start_layout.h"
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
  EXPECT_NE(canvas.findText("bold: installed here"), nullptr) << "what can be used of it is for the doctor to say";
}

TEST(Start, TheDeviceOfARecordingIsSaidToBeTheRecordings) {
  ViewState state;
  state.sight.systems = std::make_shared<const SystemsHere>();
  state.session.hello = Hello{};
  state.session.hello->device.backend = "cuda";
  state.session.hello->device.architecture = "sm_90";
  RecordingCanvas recorded;
  findView("start")->draw(recorded, kArea, state);
  EXPECT_EQ(faceOf(recorded, "Hopper (of the recording)"), Face::Regular) << "nothing of it is installed here";
  EXPECT_EQ(recorded.findText("Hopper"), nullptr);
  state.sight.live = true;
  RecordingCanvas live;
  findView("start")->draw(live, kArea, state);
  EXPECT_EQ(faceOf(live, "Hopper"), Face::Bold) << "an agent is there";
}

TEST(Start, WhatTheKeysAreOnIsForTheWindowToMark) {
  StartSight start;
  start.nextLesson = "Warps";
  start.lessons = 3;
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  RecordingCanvas canvas;
  findView("start")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findText("Warps"), nullptr);
  EXPECT_TRUE(canvas.of(DrawOp::Kind::Stroke, canvas.theme().accent).empty());
}

TEST(Start, ANextLessonThatIsNotTranslatedSaysSoBehindItsTitle) {
  StartSight start;
  start.nextLesson = "Warps and a title that has no room beside anything else in a door of this width";
  start.nextLanguage = "(Englisch)";
  start.lessons = 3;
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  RecordingCanvas canvas;
  findView("start")->draw(canvas, kArea, state);
  const DrawOp *title = canvas.findTextWith("Warps"), *language = canvas.findText("(Englisch)");
  ASSERT_TRUE(title && language);
  EXPECT_GE(language->rect.x, title->rect.right());
  EXPECT_LE(language->rect.right(), layOutStart(kArea, start).lesson.right() + 1);
}

/// What is drawn of a tile has its picture above its title, or the title alone in the middle.
TEST(Start, ATileIsNeverHalfEmpty) {
  StartSight start;
  for (int i = 0; i < 21; ++i) start.experiments.push_back({"matmul", "Product " + std::to_string(i), ""});
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  std::size_t pictures = 0, alone = 0;
  for (float height = 380; height < 800; height += 10) {
    const Rect area{0, 0, 990, height};
    RecordingCanvas canvas;
    findView("start")->draw(canvas, area, state);
    for (const StartLayout::Action& action : layOutStart(area, start).actions) {
      if (action.act.kind != StartAct::Kind::Experiment) continue;
      const Rect tile = action.box;
      const DrawOp* title = canvas.findText(start.experiments[action.act.item].title);
      ASSERT_NE(title, nullptr) << height;
      const bool hasPicture = std::ranges::any_of(canvas.ops(), [&](const DrawOp& op) {
        return op.kind == DrawOp::Kind::Fill && op.rect.w < tile.w && tile.contains({op.rect.x, op.rect.y});
      });
      (hasPicture ? pictures : alone) += 1;
      const float middle = title->rect.y + title->rect.h / 2 - tile.y - tile.h / 2;
      if (!hasPicture) {
        EXPECT_NEAR(middle, 0, 3) << height;
      }
    }
  }
  EXPECT_GT(pictures, 0u);
  EXPECT_GT(alone, 0u) << "no height here shows it";
}

TEST(Start, TheNameOfATileIsWholeInWindowsOfEverySize) {
  StartSight start;
  for (int i = 0; i < 21; ++i) start.experiments.push_back({"frames", "One frame, four ways", ""});
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  for (float width = 1280; width <= 2560; width += 16) {
    RecordingCanvas canvas;
    findView("start")->draw(canvas, {0, 0, width, width * 0.52f}, state);
    std::size_t names = 0;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
      names += op->text.starts_with("One frame");
      EXPECT_FALSE(op->text.starts_with("One frame") && op->text.ends_with("…")) << width;
    }
    EXPECT_GT(names, 0u) << width;
    EXPECT_NE(canvas.findTextWith("ways"), nullptr) << width;
  }
}

TEST(Start, RecentFilesAndRecordingsBothHaveRowsInASmallWindow) {
  StartSight start;
  start.recent.resize(10);
  start.shipped.resize(10);
  for (float height = 380; height < 720; height += 10) {
    const auto actions = layOutStart({0, 0, 1100, height}, start).actions;
    for (const auto kind : {StartAct::Kind::Recent, StartAct::Kind::Shipped})
      EXPECT_TRUE(std::ranges::any_of(actions, [kind](const auto& action) { return action.act.kind == kind; }))
          << height;
  }
}

TEST(Start, EveryRecordingHasARowOnALaptopAndFilesWithoutOneAreCounted) {
  StartSight start;
  start.recent.resize(3);
  start.shipped.resize(10);
  ViewState state;
  const auto rowsAt = [&](float height) {
    std::size_t rows = 0;
    for (const StartLayout::Action& action : layOutStart({0, 0, 1366, height}, start).actions) {
      EXPECT_LE(action.box.bottom(), height);
      rows += action.act.kind == StartAct::Kind::Recent || action.act.kind == StartAct::Kind::Shipped;
    }
    return rows;
  };
  EXPECT_EQ(rowsAt(640), 13u) << "side by side";
  const StartLayout narrow = layOutStart({0, 0, 1366, 640}, start);
  for (const StartLayout::Action& action : narrow.actions)
    for (const StartLayout::Action& other : narrow.actions)
      if (action.act.kind == StartAct::Kind::Shipped && other.act.kind == StartAct::Kind::Shipped &&
          other.box.y == action.box.y && other.box.x > action.box.x) {
        EXPECT_GE(other.box.x - action.box.right(), 8 * narrow.scale) << "names do not run into each other";
      }
  bool anyLeftOut = false;
  for (float height = 380; height < 900; height += 10) {
    const StartLayout layout = layOutStart({0, 0, 1366, height}, start);
    EXPECT_EQ(rowsAt(height) + layout.leftOut, 13u) << height;
    state.sight.start = std::make_shared<const StartSight>(start);
    RecordingCanvas canvas;
    findView("start")->draw(canvas, {0, 0, 1366, height}, state);
    EXPECT_EQ(canvas.findTextWith("more in the menu File") != nullptr, layout.leftOut > 0) << height;
    anyLeftOut = anyLeftOut || layout.leftOut > 0;
  }
  EXPECT_TRUE(anyLeftOut);
  start.recent.clear();
  for (const StartLayout::Action& action : layOutStart({0, 0, 1900, 1000}, start).actions)
    if (action.act.kind == StartAct::Kind::Shipped) {
      EXPECT_EQ(action.box.x, layOutStart({0, 0, 1900, 1000}, start).shipped.x)
          << "where there is room, one below another";
    }
}

TEST(Start, WhatWasWrittenAndIsInNoFileIsSaidToBeKept) {
  StartSight start;
  ViewState state;
  const auto says = [&] {
    state.sight.start = std::make_shared<const StartSight>(start);
    RecordingCanvas canvas;
    findView("start")->draw(canvas, kArea, state);
    return canvas.findText("The kernel text saved.cu is kept as typed.") != nullptr;
  };
  EXPECT_FALSE(says());
  start.kept = "The kernel text saved.cu is kept as typed.";
  EXPECT_TRUE(says());
}

TEST(Start, AFileThatIsNoLongerThereSaysSo) {
  StartSight start;
  start.recent = {{"kept.pftrace", "/data/kept.pftrace"}, {"lost.pftrace", "/data/lost.pftrace", true}};
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  RecordingCanvas canvas;
  findView("start")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findText("kept.pftrace"), nullptr);
  EXPECT_NE(canvas.findText("lost.pftrace (cannot be read now)"), nullptr);
}

TEST(Start, WhatALessonIsAboutEndsWithDotsWhereItIsCut) {
  StartSight start;
  start.lessons = 1;
  start.nextLesson = "1 · A first run";
  for (int i = 0; i < 40; ++i) start.nextAbout += "words and more ";
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  RecordingCanvas canvas;
  findView("start")->draw(canvas, kArea, state);
  const DrawOp* last = nullptr;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (op->text.find("words") != std::string::npos) last = op;
  ASSERT_NE(last, nullptr);
  EXPECT_TRUE(last->text.ends_with("…")) << last->text;
}

}  // namespace
}  // namespace strata
