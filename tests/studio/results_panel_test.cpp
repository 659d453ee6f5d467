#include "app/studio/results_panel.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QImage>
#include <QScrollBar>
#include <QTableView>

#include "app/studio/studio_style.h"

namespace strata {
namespace {

/// Results of a run that ended with its agent: a long sentence stands above their rows.
class ResultsPanelTest : public ::testing::Test {
 protected:
  ResultsPanelTest() {
    std::vector<RunResult> results;
    for (const char* variant : {"naive", "tiled", "padded"}) {
      RunResult& result = results.emplace_back();
      result.variant = variant;
      result.seconds.median = 0.001;
    }
    panel.setResults(results);
    panel.setRunning(nullptr, {}, false, false,
                     QStringLiteral("An agent ended before byte 4711 of its stream, by signal 9, while transpose ran: "
                                    "somebody ended it, or the memory of this machine was full. What it had told by "
                                    "then is here, and Run starts another one."));
    panel.resize(panel.minimumWidth(), 1);
    panel.show();
    fit(panel.minimumSizeHint().height());
  }
  void fit(int height) {
    panel.resize(panel.minimumWidth(), height);
    QApplication::processEvents();
  }
  bool isInSight(int row) {
    const QTableView& table = panel.table();
    const QRect place = table.visualRect(table.model()->index(row, 0));
    const int top = table.viewport()->mapTo(&panel, place.topLeft()).y();
    return table.viewport()->rect().contains(place) && top >= 0 && top + place.height() <= panel.height();
  }

  ResultsPanel panel;
};

TEST_F(ResultsPanelTest, IsHighEnoughForTheRowsBelowALongSentence) {
  for (int row = 0; row < 3; ++row) EXPECT_TRUE(isInSight(row)) << row;
}

TEST_F(ResultsPanelTest, ARowThatIsChosenHasABarAtItsLeft) {
  QTableView& table = panel.table();
  const auto barOf = [&](int row) {
    const QRect place = table.visualRect(table.model()->index(row, 0));
    const QImage seen = table.viewport()->grab().toImage();
    const qreal ratio = seen.devicePixelRatio();
    return seen.pixelColor(QPoint(place.left() + 1, place.center().y()) * ratio).rgb();
  };
  const QRgb accent = toQt(StudioStyle::shared().theme().accent).rgb();
  table.selectRow(1);
  EXPECT_EQ(barOf(1), accent);
  EXPECT_NE(barOf(0), accent);
}

TEST_F(ResultsPanelTest, WhereItIsLowerEachRowIsScrolledTo) {
  const int row = panel.table().rowHeight(0);
  fit(panel.minimumSizeHint().height() - row);
  EXPECT_LE(panel.table().geometry().bottom(), panel.height());
  EXPECT_FALSE(isInSight(2));
  EXPECT_GT(panel.table().verticalScrollBar()->maximum(), 0);
  panel.table().scrollToBottom();
  EXPECT_TRUE(isInSight(2));
}

}  // namespace
}  // namespace strata
