#include <QAbstractButton>
#include <QAccessible>
#include <QDockWidget>
#include <QStringList>
#include <QTest>

#include "app/studio/start_page.h"
#include "app/studio/ui_text.h"
#include "window_fixture.h"

// What a screen reader is told.

namespace strata {
namespace {

QStringList spoken;  ///< names of views that have changed

void listen(QAccessibleEvent* event) {
  if (event->type() != QAccessible::NameChanged || !qobject_cast<ViewWidget*>(event->object())) return;
  if (const QAccessibleInterface* part = event->accessibleInterface()) spoken << part->text(QAccessible::Name);
}

class ScreenReaderTest : public WindowTest {
 protected:
  void SetUp() override {
    spoken.clear();
    m_before = QAccessible::installUpdateHandler(listen);
  }
  void TearDown() override {
    QAccessible::setActive(false);
    QAccessible::installUpdateHandler(m_before);
  }
  static QString told(QObject& part, QAccessible::Text what) {
    QAccessibleInterface* found = QAccessible::queryAccessibleInterface(&part);
    return found ? found->text(what) : QString();
  }

 private:
  QAccessible::UpdateHandler m_before = nullptr;
};

TEST_F(ScreenReaderTest, EachViewSaysItsTitleAndWhatItShows) {
  openWindow();
  for (ViewWidget* each : window().viewWidgets()) {
    EXPECT_EQ(told(*each, QAccessible::Name), say(each->view().title));
    EXPECT_EQ(told(*each, QAccessible::Description), toQt(each->view().shows));
  }
}

TEST_F(ScreenReaderTest, WhatAnArrowGoesToIsToldInItsWords) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewWidget& stack = view("Stack");
  stack.setFocus();
  QAccessible::setActive(true);  // the bridge finds nobody who listens, once it has looked
  for (const Qt::Key arrow : {Qt::Key_Right, Qt::Key_Down}) {
    spoken.clear();
    press(stack, arrow);
    ASSERT_FALSE(stack.spot().isEmpty());
    const QString words = toQt(stack.wordsAt(stack.spot().center()).value);
    ASSERT_FALSE(words.isEmpty());
    EXPECT_EQ(told(stack, QAccessible::Value), words);
    const QStringList told{say(stack.view().title) + QStringLiteral(": ") + words};
    EXPECT_TRUE(waitUntil([&] { return !spoken.isEmpty(); }));
    EXPECT_EQ(spoken, told);
  }
}

TEST_F(ScreenReaderTest, WhatOnePressPassesOverIsToldOnceAndWhatReadsAlikeNotAgain) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ViewWidget& stack = view("Stack");
  stack.setFocus();
  QAccessible::setActive(true);  // the bridge finds nobody who listens, once it has looked
  QTest::keyClick(&stack, Qt::Key_Right);
  ASSERT_TRUE(waitUntil([] { return !spoken.isEmpty(); }));
  spoken.clear();
  stack.forgetSpot();
  QTest::keyClick(&stack, Qt::Key_Right);
  ASSERT_FALSE(stack.spot().isEmpty());
  QTest::qWait(0);
  EXPECT_TRUE(spoken.isEmpty()) << "the words are those of before";
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
