#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QStringList>
#include <QTest>

#include "app/studio/start_page.h"
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
    EXPECT_EQ(told(*each, QAccessible::Description), toQt(each->view().shows));
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
    EXPECT_EQ(told(stack, QAccessible::Value), words);
    EXPECT_EQ(told(stack, QAccessible::Name), say(stack.view().title) + QStringLiteral(": ") + words);
  }
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
