#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStringList>
#include <QTest>
#include <algorithm>

#include "app/facts/event_text.h"
#include "app/studio/message_bar.h"
#include "app/studio/scene.h"
#include "app/studio/start_page.h"
#include "app/studio/status_line.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "window_fixture.h"

// What a screen reader is told when it asks. That it is told of changes takes a bus of accessibility.

namespace strata {
namespace {

class ScreenReaderTest : public WindowTest {
 protected:
  static QString told(QObject& part, QAccessible::Text what) {
    QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&part);
    return found ? found->text(what) : QString();
  }
};

TEST_F(ScreenReaderTest, EachViewSaysItsTitleAndWhatItShows) {
  openWindow();
  for (ViewWidget* each : window().viewWidgets()) {
    const QString name = told(*each, QAccessible::Name), title = say(each->view().title);
    EXPECT_TRUE(each->view().reads ? name.startsWith(title) : name == title) << name.toStdString();
    EXPECT_TRUE(told(*each, QAccessible::Description).startsWith(toQt(each->view().shows)));
  }
}

TEST_F(ScreenReaderTest, WhatAnArrowGoesToIsToldInItsWords) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewWidget& stack = view("Stack");
  stack.setFocus();
  for (const Qt::Key arrow : {Qt::Key_Right, Qt::Key_Down}) {
    press(stack, arrow);
    ASSERT_FALSE(stack.spot().isEmpty());
    const QString words = toQt(stack.wordsAt(stack.spot().center()).value);
    ASSERT_FALSE(words.isEmpty());
    const QString value = told(stack, QAccessible::Value);
    EXPECT_TRUE(value.contains(words)) << value.toStdString();
    EXPECT_EQ(told(stack, QAccessible::Name), say(stack.view().title) + QStringLiteral(": ") + value);
  }
}

/// Readers pass over a name that is almost the one before.
TEST_F(ScreenReaderTest, EachThingThatAnArrowGoesToIsANewOne) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewWidget& stack = view("Stack");
  QAccessibleInterface* drawn = QAccessible::queryAccessibleInterface(&stack);
  EXPECT_EQ(drawn->childCount(), 0);
  QAccessible::Id before = 0;
  for (const Qt::Key arrow : {Qt::Key_Right, Qt::Key_Down}) {
    press(stack, arrow);
    ASSERT_EQ(drawn->childCount(), 1);
    QAccessibleInterface* spot = drawn->child(0);
    ASSERT_NE(spot, nullptr);
    EXPECT_EQ(spot->text(QAccessible::Name), told(stack, QAccessible::Value));
    EXPECT_EQ(spot->parent(), drawn);
    EXPECT_EQ(drawn->indexOfChild(spot), 0);
    EXPECT_EQ(spot->rect().topLeft(), stack.mapToGlobal(stack.spot().topLeft()));
    EXPECT_NE(QAccessible::uniqueId(spot), before);
    before = QAccessible::uniqueId(spot);
    EXPECT_EQ(drawn->child(0), spot) << "it stays while its words do";
  }
}

TEST_F(ScreenReaderTest, ABarSaysWhichStepItIsOf) {
  openWindow();
  ASSERT_TRUE(runSmall());
  raiseByMouse("Speed");
  ViewWidget& speed = view("Speed");
  std::ptrdiff_t said = 0;
  for (int steps = 0; steps < 4; ++steps) {
    press(speed, Qt::Key_Down);
    const QString words = told(speed, QAccessible::Value);
    said += std::ranges::count_if(window().session().results(), [&](const RunResult& result) {
      return words.startsWith(toQt(result.variant) + QStringLiteral(" · "));
    });
  }
  EXPECT_EQ(said, 4) << "with its title";
}

TEST_F(ScreenReaderTest, TheTimelineSaysWhatItsArrowsStepToAlsoAfterAClick) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewWidget& timeline = window().scene().timelineWidget();
  const auto at = [&] { return window().selection().selection(); };
  const auto selected = [&] {
    const TraceSnapshot& snapshot = *window().session().snapshot();
    return at().event ? toQt(eventInWords(window().scene().state(), snapshot.event(*at().event))) : QString();
  };
  for (const Qt::Key arrow : {Qt::Key_Down, Qt::Key_Right, Qt::Key_Right}) {
    QTest::mouseClick(&timeline, Qt::LeftButton, {}, timeline.rect().center());
    press(timeline, arrow);
    ASSERT_FALSE(selected().isEmpty());
    EXPECT_EQ(told(timeline, QAccessible::Value), selected());
  }
}

TEST_F(ScreenReaderTest, ADescriptionHasTheFiguresOfTheView) {
  openWindow();
  ViewWidget& speed = view("Speed");
  EXPECT_EQ(told(speed, QAccessible::Description), toQt(speed.view().shows));
  ASSERT_TRUE(runSmall());
  const QString description = told(speed, QAccessible::Description);
  EXPECT_EQ(description, toQt(toldOf(speed.view(), window().scene().state())));
  EXPECT_GT(description.size(), toQt(speed.view().shows).size());
}

TEST_F(ScreenReaderTest, MessagesAreNotificationsWithTheirWords) {
  openWindow();
  MessageBar& bar = window().messages();
  bar.show(QStringLiteral("Nothing was saved."));
  EXPECT_EQ(QAccessible::queryAccessibleInterface(&bar)->role(), QAccessible::Notification);
  EXPECT_EQ(told(bar, QAccessible::Name), QStringLiteral("Nothing was saved."));
  bar.reword(QStringLiteral("It was saved now."));
  EXPECT_EQ(told(bar, QAccessible::Name), QStringLiteral("It was saved now."));
  window().status().announce(QStringLiteral("12 rows copied"));
  const QList<QLabel*> labels = window().status().findChildren<QLabel*>();
  EXPECT_EQ(std::ranges::count_if(labels,
                                  [](QLabel* label) {
                                    return QAccessible::queryAccessibleInterface(label)->role() ==
                                               QAccessible::Notification &&
                                           told(*label, QAccessible::Name) == QStringLiteral("12 rows copied");
                                  }),
            1);
}

TEST_F(ScreenReaderTest, NoDescriptionHoldsMarkup) {
  openWindow();
  ASSERT_TRUE(runSmall());
  for (QWidget* each : window().findChildren<QWidget*>()) {
    const QString description = told(*each, QAccessible::Description);
    EXPECT_FALSE(description.contains(QStringLiteral("<p>"))) << description.toStdString();
  }
}

TEST_F(ScreenReaderTest, APanelThatScrollsAndTheKernelsTextHaveTheirTitlesAsNames) {
  openWindow();
  for (const char* name : {"ExperimentDock", "SelectionDock"}) {
    auto* dock = window().findChild<QDockWidget*>(QString::fromLatin1(name));
    EXPECT_EQ(told(*dock->widget(), QAccessible::Name), dock->windowTitle());
  }
  auto* source = window().findChild<QDockWidget*>(QStringLiteral("SourceDock"));
  EXPECT_EQ(told(*source->findChild<QPlainTextEdit*>(), QAccessible::Name), source->windowTitle());
}

TEST_F(ScreenReaderTest, TheListOfLessonsSaysItsLineAndALessonItsPage) {
  openAttendedWindow();
  ViewWidget& lesson = view("Lesson");
  const auto& sight = [&]() -> const LessonSight& { return *window().scene().state().sight.lesson; };
  press(lesson, Qt::Key_Down);
  EXPECT_TRUE(told(lesson, QAccessible::Value).startsWith(toQt(sight().list[1].title)));
  press(lesson, Qt::Key_Home);
  EXPECT_TRUE(told(lesson, QAccessible::Value).startsWith(toQt(sight().list[0].title)));
  press(lesson, Qt::Key_Return);
  ASSERT_TRUE(sight().open);
  const QString first = told(lesson, QAccessible::Value);
  EXPECT_TRUE(first.contains(toQt(sight().title)) && first.contains(QStringLiteral("1 of "))) << first.toStdString();
  EXPECT_EQ(told(lesson, QAccessible::Name), say(lesson.view().title) + QStringLiteral(": ") + first);
  press(lesson, Qt::Key_Return);
  const QString second = told(lesson, QAccessible::Value);
  EXPECT_TRUE(second.contains(toQt(sight().title))) << second.toStdString();
  EXPECT_NE(first, second);
}

TEST_F(ScreenReaderTest, APageWithANameOfItsOwnSaysIt) {
  openWindow();
  EXPECT_EQ(told(window().start(), QAccessible::Name), say(Msg::StartTitle));
}

TEST_F(ScreenReaderTest, EveryButtonOfAPanelHasAName) {
  openWindow();
  auto* selection = window().findChild<QDockWidget*>(QStringLiteral("SelectionDock"));
  const auto names = [&] {
    QStringList all;
    for (QAbstractButton* each : selection->titleBarWidget()->findChildren<QAbstractButton*>())
      all << told(*each, QAccessible::Name);
    return all;
  };
  const QString title = selection->windowTitle();
  EXPECT_EQ(names(), (QStringList{say(Msg::StudioFloatPanel, {title}), say(Msg::StudioClosePanel, {title})}));
  selection->setFloating(true);
  EXPECT_EQ(names().front(), say(Msg::StudioDockPanel, {title}));
  for (QAbstractButton* each : selection->titleBarWidget()->findChildren<QAbstractButton*>()) {
    EXPECT_FALSE(told(*each, QAccessible::Name).isEmpty()) << each->objectName().toStdString();
    EXPECT_NE(told(*each, QAccessible::Name), QStringLiteral("✕"));
  }
}

}  // namespace
}  // namespace strata
