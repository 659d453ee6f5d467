#include "app/studio/command_palette.h"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTest>

#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "layers/workloads/experiments.h"

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

TEST(CommandPalette, WhatIsTypedLastIsTheEntry) {
  const QString chapter = QStringLiteral("Help › Glossary › Driver › AMD SMI"),
                entry = QStringLiteral("Help › Glossary › Driver › driver");
  for (const char* typed : {"glossary driver", "driver", "help driver"})
    EXPECT_GT(commandFit(entry, typed), commandFit(chapter, typed)) << typed;
}

TEST(CommandPalette, ATextIsFoundByBeginningsOfItsWordsInAnyOrder) {
  const QString text = QStringLiteral("Why not straight to the driver? That is enough to compute, with libcuda.");
  EXPECT_EQ(textFit(text, QStringLiteral("driver enough, why?")), 0);
  EXPECT_EQ(textFit(text, QStringLiteral("why not")), 1);
  EXPECT_EQ(textFit(text, QStringLiteral("LIBCU")), 0);
  EXPECT_EQ(textFit(text, QStringLiteral("river")), -1) << "not within a word";
  EXPECT_EQ(textFit(text, QStringLiteral("driver queue")), -1);
}

TEST(CommandPalette, TheTableOfEventsIsOpenedBeforeItIsExported) {
  const QString opens = QStringLiteral("Go › Table of events"),
                exports = QStringLiteral("File › Export › Table of events …");
  for (const char* typed : {"table", "table of", "table of events", "tab ev"})
    EXPECT_GT(commandFit(opens, typed), commandFit(exports, typed)) << typed;
  EXPECT_GT(commandFit(opens, "table"), commandFit(QStringLiteral("Window › Next table"), "table"));
}

TEST(CommandPalette, ALayoutSaysThatItIsOneAndStandsBehindAnExperimentOfItsName) {
  QWidget window;
  QMenuBar menus;
  menus.addMenu(QStringLiteral("Run"))->addMenu(QStringLiteral("Experiment"))->addAction(QStringLiteral("Transformer"));
  menus.addMenu(QStringLiteral("Window"))
      ->addAction(QStringLiteral("Transformer"))
      ->setProperty(kPaletteKind, QStringLiteral("Layout"));
  CommandPalette palette(menus, &window);
  palette.popUp();
  palette.findChild<QLineEdit*>()->setText(QStringLiteral("transformer"));
  const auto* list = palette.findChild<QListWidget*>();
  ASSERT_EQ(list->count(), 2);
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("Run › Experiment › Transformer"));
  EXPECT_EQ(list->item(1)->text(), QStringLiteral("Window › Layout › Transformer"));
}

TEST(CommandPalette, AnEntryCalledSoStandsBeforeOneThatHasItAsAnotherName) {
  QWidget window;
  QMenuBar menus;
  menus.addMenu(QStringLiteral("Run"))
      ->addMenu(QStringLiteral("Experiment"))
      ->addAction(QStringLiteral("A free kernel"))
      ->setProperty(kPaletteName, QStringLiteral("kernel"));
  QMenu* view = menus.addMenu(QStringLiteral("View"));
  view->addAction(QStringLiteral("Kernel source"));
  view->addMenu(QStringLiteral("Panels"))->addAction(QStringLiteral("Kernel"));
  CommandPalette palette(menus, &window);
  palette.popUp();
  palette.findChild<QLineEdit*>()->setText(QStringLiteral("kernel"));
  const auto* list = palette.findChild<QListWidget*>();
  ASSERT_EQ(list->count(), 3);
  EXPECT_EQ(list->item(0)->text(), QStringLiteral("View › Panels › Kernel"));
  EXPECT_EQ(list->item(1)->text(), QStringLiteral("Run › Experiment › A free kernel")) << "before what begins so";
}

TEST(CommandPalette, AViewIsFoundByWhatItShows) {
  QWidget window;
  QMenuBar menus;
  QMenu* views = menus.addMenu(QStringLiteral("View"));
  views->addAction(QStringLiteral("Stack"));
  views->addAction(QStringLiteral("Bounds"))->setProperty(kPaletteWords, QStringLiteral("what if a GPU were another"));
  CommandPalette palette(menus, &window);
  palette.popUp();
  const auto* list = palette.findChild<QListWidget*>();
  for (const char* typed : {"what if", "what-if", "What-If"}) {
    palette.findChild<QLineEdit*>()->setText(QString::fromLatin1(typed));
    ASSERT_EQ(list->count(), 1) << typed;
    EXPECT_EQ(list->item(0)->text(), QStringLiteral("View › Bounds"));
  }
}

TEST(CommandPalette, AnExperimentIsFoundByItsNameAsByItsTitle) {
  QWidget window;
  TopBar bar(&window);
  bar.addExperiments(experiments());
  bar.menus()
      .addMenu(QStringLiteral("View"))
      ->addAction(QStringLiteral("Tokens"))
      ->setProperty(kPaletteWords, QStringLiteral("frames of a text"));
  bar.addTo(*bar.menus().addMenu(QStringLiteral("Run")));
  CommandPalette palette(bar.menus(), &window);
  palette.popUp();
  const auto* list = palette.findChild<QListWidget*>();
  const std::pair<const char*, const char*> asked[] = {{"frames", "One frame, four ways"},
                                                       {"experiment frames", "One frame, four ways"},
                                                       {"experiment one frame", "One frame, four ways"},
                                                       {"experiment 2-d conv", "2-D convolution"},
                                                       {"conv2d", "2-D convolution"}};
  for (const auto& [typed, title] : asked) {
    palette.findChild<QLineEdit*>()->setText(QString::fromLatin1(typed));
    ASSERT_GE(list->count(), 1) << typed;
    EXPECT_EQ(list->item(0)->text(), QStringLiteral("Run › Experiment › ") + QString::fromLatin1(title)) << typed;
  }
}

TEST(CommandPalette, ACommandThatIsGoneMeanwhileDoesNothing) {
  QWidget window;
  QMenuBar menus;
  QMenu* recent = menus.addMenu(QStringLiteral("File"))->addMenu(QStringLiteral("Open Recent"));
  recent->addAction(QStringLiteral("one"));
  recent->addAction(QStringLiteral("two"));
  CommandPalette palette(menus, &window);
  palette.popUp();
  const auto* list = palette.findChild<QListWidget*>();
  ASSERT_EQ(list->count(), 2);
  recent->clear();
  auto* typed = palette.findChild<QLineEdit*>();
  QTest::keyClick(typed, Qt::Key_Return);
  palette.popUp();
  recent->addAction(QStringLiteral("three"));
  palette.popUp();
  recent->clear();
  typed->setText(QStringLiteral("three"));
  EXPECT_EQ(list->item(0)->text(), say(Msg::StudioPaletteNothing));
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
