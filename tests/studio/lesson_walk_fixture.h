#pragma once

#include <QAction>
#include <QApplication>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "app/canvas/recording_canvas.h"
#include "app/lessons/progress.h"
#include "app/studio/lesson_desk.h"
#include "app/studio/scene.h"
#include "app/studio/studio_style.h"
#include "app/views/lesson/lesson_layout.h"
#include "window_fixture.h"

namespace strata {

inline constexpr std::string_view kAsksAndExplores = R"(lesson: Own
ask: How many percent?
  name: share
  number: 0.01 to 100
  unit: %
  answer: 50
ask: How many sectors?
  name: sectors
  number: 1 to 64
  unit: sectors
  answer: 32
explore: Find a size
  Choose one.
  goal: time(naive) > 0
  solution: matmul n=32 variants=naive
  view: speed
)";

/// Lessons as a learner goes through them.
class LessonWalkTest : public WindowTest {
 protected:
  void TearDown() override {
    StudioStyle::shared().setLight(false);
    StudioStyle::shared().setTextScale(1);
  }

  const LessonSight& sight() { return *window().scene().state().sight.lesson; }
  LessonLayout layout() {
    const float scroll = window().scene().state().sight.choices.lessonScroll;
    return layOutLesson(RecordingCanvas{}, view("Lesson").area(), sight(), scroll);
  }

  /// Of the menu of languages; nullptr: there is none whose title begins so.
  QAction* languageAction(const char* title) {
    for (QAction* action : window().findChildren<QAction*>())
      if (action->text().remove(QLatin1Char('&')).startsWith(QString::fromUtf8(title))) return action;
    return nullptr;
  }

  void begin(const std::string& name) {
    window().lessons().showList();
    const auto& list = sight().list;  // until the next key
    const auto found = std::ranges::find(list, name, &ListedLesson::name);
    ASSERT_NE(found, list.end()) << name;
    const auto lines = found - list.begin();
    ViewWidget& lesson = view("Lesson");
    QTest::keyClick(&lesson, Qt::Key_Home);
    for (auto line = 0; line < lines; ++line) QTest::keyClick(&lesson, Qt::Key_Down);
    QTest::keyClick(&lesson, Qt::Key_Return);
    ASSERT_TRUE(sight().open);
    waitUntilPanelsRest();
    QApplication::setActiveWindow(&window());
    EXPECT_EQ(window().focusWidget(), &lesson) << "the keys are the lesson's";
  }

  void beginOwn(std::string_view text) {
    const std::string path = temporary("own.lesson");
    std::ofstream(path) << text;
    window().lessons().openFile(QString::fromStdString(path));
    ASSERT_TRUE(sight().open);
    waitUntilPanelsRest();
  }

  /// A place is asked for: the first one that can be pointed at.
  void pointAtPlace() {
    const bool line = sight().question->question.unit == "line";
    ViewWidget& widget = view(line ? "Kernel" : "Stack");
    ASSERT_TRUE(waitUntil([&] { return widget.isVisible() && widget.height() > 60; }));
    const Rect area = widget.area();
    for (float y = 20; y < area.h && !sight().question->bet; y += 14)
      for (const float x : {0.25f, 0.5f, 0.75f}) {
        clickAt(widget, {area.w * x, y});
        if (sight().question->bet) break;
      }
  }

  void predictByKeys() {
    ViewWidget& lesson = view("Lesson");
    switch (sight().question->question.kind) {
      case Question::Kind::Choice: QTest::keyClick(&view("Stack"), Qt::Key_1); return;  // wherever the keys go
      case Question::Kind::Order: QTest::keyClick(&lesson, Qt::Key_2); return;
      case Question::Kind::Number: QTest::keyClick(&lesson, Qt::Key_Right); return;
      case Question::Kind::Place: return pointAtPlace();
    }
  }

  void predictByMouse() {
    const LessonLayout here = layout();
    ViewWidget& lesson = view("Lesson");
    if (sight().question->question.kind == Question::Kind::Place) return pointAtPlace();
    const Rect box = here.asked.rows.empty() ? here.asked.track : here.asked.rows.back().box;
    clickOn(lesson, box);
  }

  void goOn(bool mouse) {
    if (!mouse) return QTest::keyClick(&view("Lesson"), Qt::Key_Return);
    const Rect next = layout().next;
    clickOn(view("Lesson"), next);
  }

  /// To the end, and back to the list.
  void walk(bool mouse) {
    while (sight().open) {
      const std::size_t page = sight().index;
      const std::string title = sight().title;
      SCOPED_TRACE(title);
      if (sight().kind == Page::Kind::Ask) {
        goOn(mouse);
        ASSERT_EQ(sight().index, page) << "on without a prediction";
        mouse ? predictByMouse() : predictByKeys();
        ASSERT_TRUE(sight().question->bet);
      }
      EXPECT_TRUE(sight().problem.empty()) << sight().problem;
      const bool runs = sight().kind == Page::Kind::Run;
      goOn(mouse);
      ASSERT_TRUE(waitUntil([&] { return !sight().open || sight().index != page; }));
      if (runs) {
        EXPECT_FALSE(window().session().running());
      }
      QTest::qWait(20);  // what the page looks at is shown
    }
  }

  static Progress kept() { return readProgress(); }
};

}  // namespace strata
