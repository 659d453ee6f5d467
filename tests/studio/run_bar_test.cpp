#include "app/studio/run_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAction>
#include <QFontMetrics>
#include <QInputDialog>
#include <QMenu>
#include <QToolButton>
#include <nlohmann/json.hpp>

#include "app/studio/ui_text.h"

namespace strata {
namespace {

using ::testing::ElementsAre;

class RunBarTest : public ::testing::Test {
 protected:
  void list(int runs) {
    std::vector<RunRecord> records;
    for (int i = 1; i <= runs; ++i) {
      RunRecord& record = records.emplace_back();
      record.request = static_cast<std::uint64_t>(i);
      record.experiment = "matmul";
      *record.parameters = {{"n", 64 * i}};
      m_runs.take(records);
    }
    bar.setRuns(m_runs);
  }
  /// As the button opens it.
  QMenu& menu() {
    QMenu* opened = bar.findChild<QToolButton*>()->menu();
    emit opened->aboutToShow();
    return *opened;
  }
  static std::vector<std::string> textsOf(const QMenu& of) {
    std::vector<std::string> texts;
    for (const QAction* action : of.actions()) texts.push_back(action->text().toStdString());
    return texts;
  }

  RunBar bar;

 private:
  RunList m_runs;
};

TEST_F(RunBarTest, WhatItMayBeComparedWithIsAMenuOfItsOwnTheNewestFirst) {
  list(4);
  const std::string compare(text(Msg::StudioRunCompare));
  EXPECT_THAT(textsOf(menu()),
              ElementsAre(std::string(text(Msg::StudioRunRename)), std::string(text(Msg::StudioRunRemove)), compare));
  const QMenu* others = menu().actions().back()->menu();
  ASSERT_EQ(others, &bar.compareMenu());
  EXPECT_THAT(textsOf(*others),
              ElementsAre("Run 3 · matmul 192×192×192", "Run 2 · matmul 128×128×128", "Run 1 · matmul 64×64×64"));
  std::size_t with = 99;
  QObject::connect(&bar, &RunBar::compareWanted, [&with](std::size_t run) { with = run; });
  others->actions().front()->trigger();
  EXPECT_EQ(with, 2u);
}

TEST_F(RunBarTest, ALoneRunHasNothingToBeComparedWith) {
  list(1);
  EXPECT_EQ(menu().actions().size(), 2);
  EXPECT_FALSE(bar.compareMenu().menuAction()->isVisible());
  list(2);
  EXPECT_TRUE(bar.compareMenu().menuAction()->isVisible());
}

TEST_F(RunBarTest, TheDialogThatAsksForANameHasRoomForTheOneItHas) {
  list(2);
  const QString name = QStringLiteral("before the change of the tiles, with caches cold and the model of another GPU");
  QString given;
  QObject::connect(&bar, &RunBar::named, [&given](std::size_t, const QString& now) { given = now; });
  menu().actions().front()->trigger();
  auto* ask = bar.findChild<QInputDialog*>();
  ASSERT_NE(ask, nullptr);
  EXPECT_EQ(ask->textValue(), QStringLiteral("Run 2 · matmul 128×128×128"));
  const QFontMetrics metrics = ask->fontMetrics();
  EXPECT_GT(ask->width(), metrics.horizontalAdvance(ask->textValue()));
  EXPECT_GT(ask->width(), 2 * metrics.horizontalAdvance(ask->windowTitle())) << "and for the buttons beside its title";
  ask->setTextValue(name);
  ask->accept();
  EXPECT_EQ(given, name);
}

}  // namespace
}  // namespace strata
