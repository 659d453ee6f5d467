#include <QDockWidget>
#include <QPushButton>
#include <QTableView>
#include <map>
#include <string>
#include <utility>

#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_panel.h"
#include "app/studio/ui_text.h"
#include "lesson_walk_fixture.h"

// A lesson whose panel is closed while it asks, and what is there once it is left.

namespace strata {
namespace {

constexpr std::string_view kAsks = R"(lesson: Own
ask: How many times quicker is tiled?
  name: times
  number: 1 to 64
  answer: time(naive) / time(tiled)
  view: speed
run: matmul n=32 variants=naive,tiled
)";

class LessonPauseTest : public LessonWalkTest {
 protected:
  void hideByAQuestion() {
    openAttendedWindow();
    ASSERT_TRUE(runSmall());
    window().messages().hide();
    beginOwn(kAsks);
    ASSERT_TRUE(waitUntil([&] { return shown().hidden == LessonHides::Answer; }));
  }
  void chooseLayout(const char* name) {
    ASSERT_TRUE(window().layouts().apply(std::string(name)));
    waitUntilPanelsRest();
  }
  const SessionFacts& shown() { return window().scene().state().session; }
  /// Where each panel in sight stands.
  std::map<std::string, std::pair<bool, QRect>> panels() {
    std::map<std::string, std::pair<bool, QRect>> found;
    for (const QDockWidget* dock : window().findChildren<QDockWidget*>())
      if (!dock->isHidden())
        found[dock->objectName().toStdString()] = {dock->visibleRegion().isEmpty(), dock->geometry()};
    return found;
  }
  bool closed(const char* dock) { return window().findChild<QDockWidget*>(QString::fromLatin1(dock))->isHidden(); }
};

TEST_F(LessonPauseTest, OutOfSightItHidesNothingAndSaysWhereItIs) {
  hideByAQuestion();
  chooseLayout("overview");
  ASSERT_TRUE(closed("LessonDock"));
  EXPECT_EQ(shown().hidden, LessonHides::Nothing);
  EXPECT_FALSE(shown().results.empty());
  EXPECT_TRUE(shown().snapshot->bounds());
  EXPECT_EQ(window().messages().message(), say(Msg::LessonPaused, {QStringLiteral("Own")}));
  click(button("MessageAction"));
  waitUntilPanelsRest();
  EXPECT_FALSE(closed("LessonDock"));
  EXPECT_TRUE(sight().open);
  EXPECT_TRUE(waitUntil([&] { return shown().hidden == LessonHides::Answer; })) << "it still asks";
  EXPECT_TRUE(window().messages().message().isEmpty());
}

TEST_F(LessonPauseTest, WhereAMessageStandsTheWayBackIsSaidAfterIt) {
  hideByAQuestion();
  const QString waits = say(Msg::LessonPaused, {QStringLiteral("Own")});
  window().messages().show(QStringLiteral("Another message."));
  chooseLayout("overview");
  EXPECT_EQ(window().messages().message(), QStringLiteral("Another message."));
  window().messages().hide();
  ASSERT_TRUE(waitUntil([&] { return window().messages().message() == waits; }));
  click(button("MessageAction"));
  waitUntilPanelsRest();
  EXPECT_FALSE(closed("LessonDock"));
  window().messages().show(QStringLiteral("Another message."));
  chooseLayout("overview");
  window().lessons().comeBack();
  waitUntilPanelsRest();
  window().messages().hide();
  waitUntilPanelsRest();
  EXPECT_TRUE(window().messages().message().isEmpty()) << "it is in sight again";
}

TEST_F(LessonPauseTest, TheNextLessonIsTheOneThatWaits) {
  hideByAQuestion();
  chooseLayout("timeline");
  window().lessons().openNext();
  waitUntilPanelsRest();
  EXPECT_EQ(sight().lesson, "Own");
  EXPECT_FALSE(closed("LessonDock"));
}

TEST_F(LessonPauseTest, LeftOutOfSightItOpensNothing) {
  hideByAQuestion();
  chooseLayout("overview");
  const auto before = panels();
  press(view("Stack"), Qt::Key_Escape);
  waitUntilPanelsRest();
  EXPECT_FALSE(sight().open);
  EXPECT_TRUE(closed("LessonDock"));
  EXPECT_EQ(panels(), before);
  EXPECT_TRUE(window().messages().message().isEmpty()) << "there is no way back to it now";
}

TEST_F(LessonPauseTest, EscapeOutOfALessonBringsBackTheLayoutOfBeforeAndTheListOnlyWhereThatWasOpen) {
  openAttendedWindow();
  chooseLayout("timeline");
  const QByteArray before = window().layouts().save();
  window().lessons().openNext();
  waitUntilPanelsRest();
  ASSERT_NE(window().layouts().save(), before);
  press(view("Lesson"), Qt::Key_Escape);
  waitUntilPanelsRest();
  ASSERT_FALSE(sight().open);
  EXPECT_EQ(window().layouts().save(), before);
  EXPECT_TRUE(closed("LessonDock"));
  window().lessons().showList();
  waitUntilPanelsRest();
  press(view("Lesson"), Qt::Key_Return);
  waitUntilPanelsRest();
  ASSERT_TRUE(sight().open);
  press(view("Lesson"), Qt::Key_Escape);
  waitUntilPanelsRest();
  EXPECT_FALSE(sight().open);
  EXPECT_FALSE(closed("LessonDock"));
}

TEST_F(LessonPauseTest, WhatIsSelectedMeanwhileIsNoAnswer) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  beginOwn(R"(lesson: Own
ask: Which storey?
  name: where
  place: storey
  answer: hardware
  view: stack
)");
  chooseLayout("overview");
  pointAtPlace();
  EXPECT_FALSE(sight().question->bet);
  window().lessons().comeBack();
  waitUntilPanelsRest();
  pointAtPlace();
  EXPECT_TRUE(sight().question->bet);
}

TEST_F(LessonPauseTest, ARunMeanwhileIsNoTryOfIts) {
  openAttendedWindow();
  beginOwn(R"(lesson: Own
explore: Find a size
  Choose one.
  goal: time(naive) > 0
  solution: matmul n=32 variants=naive
)");
  chooseLayout("overview");
  ASSERT_TRUE(runSmall());
  EXPECT_EQ(sight().tries, 0u);
  EXPECT_FALSE(sight().goalReached);
  window().lessons().comeBack();
  waitUntilPanelsRest();
  ASSERT_TRUE(runSmall());
  EXPECT_EQ(sight().tries, 1u);
  EXPECT_TRUE(sight().goalReached);
}

TEST_F(LessonPauseTest, ARunMeanwhileIsLikeOneWithoutALesson) {
  openAttendedWindow();
  beginOwn(kAsks);
  chooseLayout("overview");
  raiseByMouse("Tokens");
  auto* tokens = window().findChild<QDockWidget*>(QStringLiteral("TokensDock"));
  ASSERT_EQ(window().layouts().inFrontOf(*tokens), tokens);
  ASSERT_TRUE(runSmall());
  waitUntilPanelsRest();
  EXPECT_NE(window().layouts().inFrontOf(*tokens), tokens) << "it has nothing of the run";
  EXPECT_EQ(window().messages().message(), say(Msg::StudioTourOffer));
}

TEST_F(LessonPauseTest, WhatAQuestionHidesIsNotReadInResultsEither) {
  hideByAQuestion();
  window().findChild<QDockWidget*>(QStringLiteral("ResultsDock"))->show();
  waitUntilPanelsRest();
  ASSERT_EQ(shown().hidden, LessonHides::Answer);
  EXPECT_TRUE(window().results().table().isHidden());
  chooseLayout("overview");
  EXPECT_FALSE(window().results().table().isHidden());
}

}  // namespace
}  // namespace strata
