#include "app/studio/command_palette.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTest>

#include "app/studio/ui_text.h"

namespace strata {
namespace {

TEST(CommandPalette, EachTypedWordMustBeFound) {
  const QString light = QStringLiteral("View › Theme › Light");
  EXPECT_GT(commandFit(light, QStringLiteral("th li")), 0);
  EXPECT_GT(commandFit(light, QStringLiteral("LIGHT")), 0);
  EXPECT_EQ(commandFit(light, QStringLiteral("th dark")), -1);
  EXPECT_EQ(commandFit(light, QString()), 0) << "without letters everything is offered";
}

TEST(CommandPalette, BeginningsOfWordsFitBest) {
  EXPECT_GT(commandFit(QStringLiteral("Run › Stop"), QStringLiteral("st")),
            commandFit(QStringLiteral("View › Fastest"), QStringLiteral("st")));
}

TEST(CommandPalette, AWholeTitleFitsBetterThanItsBeginning) {
  const QString whole = QStringLiteral("Help › Glossary › Driver › ROCr"), begun = QStringLiteral("Help › rocRAND");
  EXPECT_GT(commandFit(whole, "rocr"), commandFit(begun, "rocr"));
  EXPECT_GT(commandFit(begun, "rocr"), commandFit(QStringLiteral("A › Of rocr"), "rocr"));
}

TEST(CommandPalette, TheTableOfEventsIsOpenedBeforeItIsExported) {
  const QString opens = QStringLiteral("Go › Table of events"),
                exports = QStringLiteral("File › Export › Table of events …");
  for (const char* typed : {"table", "table of", "table of events", "tab ev"})
    EXPECT_GT(commandFit(opens, typed), commandFit(exports, typed)) << typed;
  EXPECT_GT(commandFit(opens, "table"), commandFit(QStringLiteral("Window › Next table"), "table"));
}

TEST(CommandPalette, SaysThatNothingWasFound) {
  QWidget window;
  QMenuBar menus;
  menus.addMenu(QStringLiteral("View"))->addAction(QStringLiteral("Light"));
  CommandPalette palette(menus, &window);
  palette.popUp();
  auto* typed = palette.findChild<QLineEdit*>();
  const auto* list = palette.findChild<QListWidget*>();
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("View › Light"));
  typed->setText(QStringLiteral("zzz"));
  ASSERT_EQ(list->count(), 1);
  EXPECT_EQ(list->item(0)->text(), say(Msg::StudioPaletteNothing));
  QTest::keyClick(typed, Qt::Key_Return);
  EXPECT_TRUE(palette.isVisible()) << "there is nothing to do";
}

}  // namespace
}  // namespace strata
