#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>

#include "app/studio/comparer.h"
#include "app/studio/message_bar.h"
#include "app/studio/scene.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"
#include "window_fixture.h"

// The menus by keys and by mouse.

namespace strata {
namespace {

class MenuHandsTest : public WindowTest {};

/// The keys of the table in docs/studio.md, as Qt spells them: of "Alt+1 … Alt+7" each.
std::set<std::string> keysOfPage() {
  std::ifstream page(STRATA_SOURCE_DIR "/docs/studio.md");
  std::set<std::string> keys;
  bool inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) inside = line == "## Keys";
    if (!inside || !line.starts_with("| ")) continue;
    std::istringstream words(line.substr(2, line.find(" |", 2) - 2));
    std::string before;
    for (std::string word; words >> word;) {
      if (word == "…" && words >> word)
        for (char key = before.back(); key < word.back(); ++key) keys.insert(before.substr(0, before.size() - 1) + key);
      word.erase(0, word.find_first_not_of("(`"));
      if (word.size() > 1) word.erase(word.find_last_not_of(",;:`)") + 1 ? word.find_last_not_of(",;:`)") + 1 : 1);
      for (const auto& [sign, name] : {std::pair("←", "Left"), {"→", "Right"}, {"↑", "Up"}, {"↓", "Down"}, {"−", "-"}})
        if (const std::size_t at = word.find(sign); at != word.npos)
          word.replace(at, std::string_view(sign).size(), name);
      keys.insert(before = word);
    }
  }
  return keys;
}

TEST_F(MenuHandsTest, EveryKeyOfTheMenusStandsInThePage) {
  const std::set<std::string> keys = keysOfPage();
  openWindow();
  std::size_t held = 0;
  for (const QAction* action : window().findChildren<QAction*>())
    for (const QKeySequence& key : action->shortcuts()) {
      const std::string name = key.toString(QKeySequence::PortableText).toStdString();
      EXPECT_TRUE(keys.contains(name)) << name << ": " << action->text().toStdString();
      ++held;
    }
  EXPECT_GT(held, 40u);
}

TEST_F(MenuHandsTest, F10AndAltAndALetterOpenMenus) {
  openWindow();
  press(window(), Qt::Key_F10);
  const auto openMenu = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
  ASSERT_NE(openMenu(), nullptr);
  EXPECT_EQ(openMenu()->menuAction()->text().remove('&'), "File");
  openMenu()->close();
  press(window(), Qt::Key_V, Qt::AltModifier);
  ASSERT_NE(openMenu(), nullptr);
  EXPECT_EQ(openMenu()->menuAction()->text().remove('&'), "View");
  openMenu()->close();
}

TEST_F(MenuHandsTest, ArrowsGoFromMenuToMenuHoweverTheyWereOpened) {
  openWindow();
  QMenuBar& menus = window().findChild<TopBar*>()->menus();
  const auto openMenu = [] { return qobject_cast<QMenu*>(QApplication::activePopupWidget()); };
  const auto title = [&] { return openMenu() ? openMenu()->menuAction()->text().remove('&').toStdString() : ""; };
  const auto byKey = [&](QAction*) { press(window(), Qt::Key_V, Qt::AltModifier); };
  const auto byMouse = [&](QAction* entry) {
    QTest::mouseClick(&menus, Qt::LeftButton, {}, menus.actionGeometry(entry).center());
  };
  const QList<QAction*> entries = menus.actions();
  QAction* view = *std::ranges::find_if(
      entries, [](const QAction* each) { return each->text().remove('&') == QStringLiteral("View"); });
  for (const bool alone : {false, true}) {  // in a row of their own
    StudioStyle::shared().setTextScale(alone ? 1.6 : 1);
    window().resize(1280, 720);
    waitUntilPanelsRest();
    const bool below = menus.mapTo(&window(), QPoint()).y() < button("Run")->mapTo(&window(), QPoint()).y() - 10;
    EXPECT_EQ(below, alone);
    for (const std::function<void(QAction*)>& open : {std::function<void(QAction*)>(byKey), {byMouse}}) {
      open(view);
      ASSERT_EQ(title(), "View") << alone;
      press(*openMenu(), Qt::Key_Right);
      EXPECT_EQ(title(), "Window") << alone;
      for (const char* before : {"View", "Compare"}) {
        if (openMenu()) press(*openMenu(), Qt::Key_Left);
        EXPECT_EQ(title(), before) << alone;
      }
      while (openMenu()) openMenu()->close();
      menus.setActiveAction(nullptr);
    }
  }
  StudioStyle::shared().setTextScale(1);
}

TEST_F(MenuHandsTest, AViewThatIsOpenedByItsNameHasTheKeys) {
  openWindow();
  for (const char* name : {"Device", "Bounds"}) {
    auto* dock = window().findChild<QDockWidget*>(QString::fromLatin1(name) + QStringLiteral("Dock"));
    dock->hide();
    QApplication::setActiveWindow(&window());
    button("Run")->setFocus();
    command((std::string("view ") + name).c_str());
    QApplication::setActiveWindow(&window());
    EXPECT_TRUE(waitUntil([&] { return dock->isVisible() && QApplication::focusWidget() == &view(name); })) << name;
  }
}

TEST_F(MenuHandsTest, OneEscapeLeavesTheMenusAndTheKeysAreWhereTheyWere) {
  openWindow();
  QMenuBar& menus = window().findChild<TopBar*>()->menus();
  QWidget& timeline = window().scene().timelineWidget();
  const std::function<void()> ways[] = {
      [&] { press(window(), Qt::Key_F10); }, [&] { press(window(), Qt::Key_V, Qt::AltModifier); },
      [&] { QTest::mouseClick(&menus, Qt::LeftButton, {}, menus.actionGeometry(menus.actions().front()).center()); }};
  for (const auto& open : ways) {
    QApplication::setActiveWindow(&window());
    timeline.setFocus();
    open();
    ASSERT_NE(QApplication::activePopupWidget(), nullptr);
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
    QCoreApplication::processEvents();
    EXPECT_EQ(QApplication::activePopupWidget(), nullptr);
    EXPECT_EQ(menus.activeAction(), nullptr);
    EXPECT_EQ(QApplication::focusWidget(), &timeline);
  }
}

TEST_F(MenuHandsTest, WhatIsKeptToCompareWithIsSaidToBeB) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().comparer().keep();
  EXPECT_NE(window().findChild<StatusLine*>()->text().indexOf(QStringLiteral("Kept as B: Run 1 · ")), -1)
      << window().findChild<StatusLine*>()->text().toStdString();
}

TEST_F(MenuHandsTest, AnotherRunIsComparedWithByThePalette) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(runSmall());
  command("compare with run run 1");
  EXPECT_TRUE(waitUntil([this] { return window().comparer().beside().run == 0u; }));
}

TEST_F(MenuHandsTest, TwoRunsOfASessionSwapSides) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(runSmall());
  window().comparer().compareRun(0);
  const auto stand = [this](std::size_t shown, std::size_t beside) {
    return waitUntil(
        [&] { return window().session().runs().shown() == shown && window().comparer().beside().run == beside; });
  };
  for (const std::size_t shown : {0u, 1u}) {
    command("swap a and b");
    EXPECT_TRUE(stand(shown, 1 - shown)) << shown;
  }
  window().comparer().compareRun(std::nullopt);
  command("swap a and b");
  EXPECT_EQ(window().messages().message(), say(Msg::StudioCompareNoSwap));
}

TEST_F(MenuHandsTest, WhatNeedsASessionSaysSoInAnEmptyWindow) {
  openWindow();
  for (const auto& [entry, missing] : {std::pair(Msg::StudioCompareKeep, Msg::StudioCompareNothing),
                                       {Msg::StudioCompareSwap, Msg::StudioCompareNone},
                                       {Msg::StudioCompareStop, Msg::StudioCompareNone},
                                       {Msg::StudioMark, Msg::StudioMarkNothing},
                                       {Msg::StudioMarkNote, Msg::StudioMarkNothing},
                                       {Msg::StudioMeasureSelection, Msg::StudioMeasureNothing},
                                       {Msg::StudioReplayPlay, Msg::StudioReplayNothing}}) {
    SCOPED_TRACE(text(entry));
    window().messages().hide();
    const QList<QAction*> actions = window().findChildren<QAction*>();
    const auto found = std::ranges::find_if(
        actions, [words = say(entry)](const QAction* each) { return each->text().remove('&') == words; });
    ASSERT_NE(found, actions.end());
    (*found)->trigger();
    EXPECT_TRUE(window().messages().isVisible());
    EXPECT_EQ(window().messages().message(), say(missing));
  }
  window().messages().hide();
  QTest::mouseClick(button("ReplayPlay"), Qt::LeftButton);
  EXPECT_EQ(window().messages().message(), say(Msg::StudioReplayNothing));
}

}  // namespace
}  // namespace strata
