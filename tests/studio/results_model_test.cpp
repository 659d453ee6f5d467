#include "app/studio/results_model.h"

#include <gtest/gtest.h>

#include <QClipboard>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <nlohmann/json.hpp>

#include "app/studio/results_panel.h"
#include "app/studio/studio_style.h"

namespace strata {
namespace {

RunResult tiled() {
  RunResult result;
  result.variant = "tiled";
  result.seconds = {0.0123, 0.012, 0.014, 5, "device"};
  result.gflops = 21.8;
  result.shareOfLibrary = 0.093;
  result.error = RunResult::Check{"relative Frobenius", 2.1e-7, 5.4e-6};
  result.kinds = {{"gflops", Provenance::Measured}, {"share_of_library", Provenance::Measured}};
  return result;
}

struct Model : ResultsModel {
  QString text(int row, int column, int role = Qt::DisplayRole) const {
    return data(index(row, column), role).toString();
  }
  int tone(int row, int column) const { return data(index(row, column), kToneRole).toInt(); }
};

TEST(ResultsModel, ShowsEachNumberWithItsKind) {
  Model model;
  model.setResults({tiled()});
  EXPECT_EQ(model.text(0, ResultsModel::Variant), "tiled");
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "12.3 ms");
  EXPECT_EQ(model.text(0, ResultsModel::Speed), "21.8");
  EXPECT_EQ(model.text(0, ResultsModel::Speed, ResultsModel::kNoteRole), "measured");
  EXPECT_EQ(model.text(0, ResultsModel::Share), "9 %");
  EXPECT_EQ(model.text(0, ResultsModel::Check), "2.1e-7 ✓");
  EXPECT_EQ(model.tone(0, ResultsModel::Check), 1);
}

TEST(ResultsModel, AScreenReaderIsToldBothLinesOfACell) {
  RunResult wrong = tiled();
  wrong.variant = "wrong";
  wrong.status = RunResult::Status::Failed;
  wrong.message = "out of memory";
  Model model;
  model.setResults({tiled(), wrong});
  const auto told = [&](int row, int column) { return model.text(row, column, Qt::AccessibleTextRole); };
  EXPECT_EQ(told(0, ResultsModel::Variant), "tiled, 12.3 ms");
  EXPECT_EQ(told(0, ResultsModel::Speed), "21.8, measured");
  EXPECT_EQ(told(0, ResultsModel::Check), "2.1e-7 ✓, ≤ 5.4e-6");
  EXPECT_TRUE(told(1, ResultsModel::Variant).contains("out of memory"));
  ResultsPanel panel;
  EXPECT_FALSE(panel.findChild<QTableView*>()->accessibleName().isEmpty());
}

TEST(ResultsModel, WhatWasStoppedIsNotMarkedAsWrong) {
  RunResult stopped = tiled(), wrong = tiled();
  stopped.status = RunResult::Status::Stopped;
  wrong.status = RunResult::Status::Failed;
  wrong.error->value = 1e-3;
  Model model;
  model.setResults({wrong, stopped});
  EXPECT_EQ(model.text(1, ResultsModel::Variant, ResultsModel::kNoteRole), "stopped");
  EXPECT_EQ(model.text(1, ResultsModel::Check), "2.1e-7 ✓");
  EXPECT_EQ(model.tone(1, ResultsModel::Check), 1);
  EXPECT_TRUE(model.text(0, ResultsModel::Check).endsWith("✗"));
  EXPECT_EQ(model.tone(0, ResultsModel::Check), -1);
}

TEST(ResultsModel, WhatWasNotRunAndHasNoModelledTimeIsCalledThat) {
  Model model;
  RunResult result;
  result.variant = "naive";
  result.status = RunResult::Status::NotRun;
  result.message = "not run: mine.cu does not compile";
  model.setResults({result});
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "not run");
}

TEST(ResultsModel, WhatWasOnlyModelledHasThatTimeWithItsKindAndGpu) {
  Model model;
  RunResult result;
  result.variant = "naive";
  result.status = RunResult::Status::NotRun;
  result.modelled.emplace();
  result.modelled->gpuTitle = "NVIDIA H200";
  result.modelled->seconds = 0.00231;
  RunResult leftOut = result;
  leftOut.figures.push_back({"expected_seconds", 900, "s", Provenance::Modelled});
  model.setResults({result, leftOut, tiled()});  // what ran comes first
  EXPECT_EQ(model.text(1, ResultsModel::Variant, ResultsModel::kNoteRole), "2.31 ms, modelled");
  EXPECT_EQ(model.text(1, ResultsModel::Speed), "–") << "speeds are of this device";
  EXPECT_TRUE(model.text(1, ResultsModel::Variant, Qt::ToolTipRole).contains("NVIDIA H200: 2.31 ms, modelled"));
  EXPECT_EQ(model.text(2, ResultsModel::Variant, ResultsModel::kNoteRole), "left out · 2.31 ms, modelled");
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "12.3 ms") << "measured, as its speed";
}

TEST(ResultsPanel, AModelledTimeThatComesLaterIsShown) {
  ResultsPanel panel;
  RunResult result;
  result.variant = "naive";
  result.status = RunResult::Status::NotRun;
  const auto note = [&] {
    return panel.table().model()->index(0, ResultsModel::Variant).data(ResultsModel::kNoteRole).toString();
  };
  panel.setResults({result});
  EXPECT_EQ(note(), "not run");
  result.modelled.emplace();
  result.modelled->seconds = 0.00231;
  panel.setResults({result});
  EXPECT_EQ(note(), "2.31 ms, modelled");
}

TEST(ResultsModel, SharesSayWhichLibraryTheyAreOf) {
  Model model;
  RunResult library = tiled();
  library.variant = "onednn";
  library.shareOfLibrary = 1;
  model.setResults({tiled(), library});
  EXPECT_EQ(model.headerData(ResultsModel::Share, Qt::Horizontal, Qt::DisplayRole).toString(), "of onednn");
  const QString head = model.headerData(ResultsModel::Share, Qt::Horizontal, Qt::ToolTipRole).toString();
  EXPECT_TRUE(head.contains("Of the speed of onednn, the fastest library")) << head.toStdString();
  EXPECT_TRUE(model.text(0, ResultsModel::Share, Qt::ToolTipRole).contains("Of the speed of onednn"));
  EXPECT_FALSE(model.text(0, ResultsModel::Speed, Qt::ToolTipRole).contains("Of the speed of"));
}

TEST(ResultsModel, WhatTheDeviceCannotRunComesLast) {
  Model model;
  RunResult without;
  without.variant = "unit_naive";
  without.status = RunResult::Status::Unsupported;
  model.setResults({without, tiled()});
  EXPECT_EQ(model.text(0, ResultsModel::Variant), "tiled");
  EXPECT_EQ(model.text(1, ResultsModel::Variant), "unit_naive");
}

TEST(ResultsModel, WithoutArithmeticTokensOrBytesAreTheSpeed) {
  Model model;
  RunResult text;
  text.variant = "own";
  text.figures = {{"prompt_tokens_per_s", 900, "tokens/s", Provenance::Measured},
                  {"roof_bytes_per_s", 1e10, "bytes/s", Provenance::Measured},
                  {"generation_tokens_per_s", 345, "tokens/s", Provenance::Measured}};
  text.gbytesPerSecond = 12;
  model.setResults({text});
  EXPECT_EQ(model.headerData(ResultsModel::Speed, Qt::Horizontal, Qt::DisplayRole).toString(), "tokens/s");
  EXPECT_EQ(model.text(0, ResultsModel::Speed), "345");
  EXPECT_EQ(model.text(0, ResultsModel::Speed, ResultsModel::kNoteRole), "measured");
  EXPECT_TRUE(model.text(0, 0, Qt::ToolTipRole).contains("900 tokens/s"));
  text.seconds = {299e-6, 290e-6, 9e-3, 20, "host"};
  model.setResults({text});
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "median token 299 µs");
  EXPECT_TRUE(model.text(0, 0, Qt::ToolTipRole).contains("345 tokens/s (measured), the mean"));
  text.details[kPromptNote] = "It was read before.";
  model.setResults({text});
  EXPECT_TRUE(model.text(0, 0, Qt::ToolTipRole).contains("It was read before."));
  text.figures.clear();
  text.kinds["gbytes_per_s"] = Provenance::Modelled;
  model.setResults({text});
  EXPECT_EQ(model.headerData(ResultsModel::Speed, Qt::Horizontal, Qt::DisplayRole).toString(), "GB/s");
  EXPECT_EQ(model.text(0, ResultsModel::Speed, ResultsModel::kNoteRole), "modelled");
}

TEST(ResultsModel, AMeasuredTimeSaysSoBesideASpeedOfModelledBytes) {
  Model model;
  RunResult transpose;
  transpose.variant = "naive";
  transpose.seconds = {0.00522, 0.005, 0.006, 5, "device"};
  transpose.gbytesPerSecond = 1.61;
  transpose.kinds = {{"seconds", Provenance::Measured}, {"gbytes_per_s", Provenance::Modelled}};
  model.setResults({transpose});
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "5.22 ms, measured");
  EXPECT_EQ(model.text(0, ResultsModel::Speed, ResultsModel::kNoteRole), "modelled");
  transpose.kinds["gbytes_per_s"] = Provenance::Measured;
  model.setResults({transpose});
  EXPECT_EQ(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole), "5.22 ms");
}

TEST(ResultsModel, AWayWithoutATimeSaysWhyInItsRow) {
  Model model;
  RunResult torn;
  torn.variant = "device";
  torn.message = "34 of 446 frames torn: they hold pixels of several frames; no speed is shown";
  torn.figures = {{"frames_torn", 34, "", Provenance::Counted}};
  torn.error = RunResult::Check{"relative Frobenius", 4.6e-8, 2.4e-6};
  model.setResults({torn});
  EXPECT_TRUE(model.text(0, ResultsModel::Variant, ResultsModel::kNoteRole).contains("34 of 446 frames torn"));
  EXPECT_EQ(model.text(0, ResultsModel::Check), "torn") << "not a sign that all is well";
  EXPECT_EQ(model.text(0, ResultsModel::Check, ResultsModel::kNoteRole), "4.6e-8 ≤ 2.4e-6");
}

TEST(ResultsModel, AWrongResultShowsNoSpeed) {
  Model model;
  RunResult wrong = tiled();
  wrong.status = RunResult::Status::Failed;
  wrong.message = "differs from its reference";
  wrong.error->value = 0.25;
  model.setResults({wrong});
  EXPECT_EQ(model.text(0, ResultsModel::Speed), "–");
  EXPECT_EQ(model.text(0, 0, ResultsModel::kNoteRole), "failed: differs from its reference");
  EXPECT_EQ(model.text(0, ResultsModel::Share), "");
  EXPECT_EQ(model.text(0, ResultsModel::Check), "0.25 ✗");
  EXPECT_TRUE(model.text(0, ResultsModel::Check, ResultsModel::kNoteRole).startsWith("> "));
  EXPECT_EQ(model.tone(0, ResultsModel::Check), -1);
  EXPECT_TRUE(model.text(0, 0, Qt::ToolTipRole).contains("differs from its reference"));
}

TEST(ResultsModel, ACellSaysWhatKindItsNumberIs) {
  Model model;
  model.setResults({tiled()});
  const QString tip = model.text(0, ResultsModel::Speed, Qt::ToolTipRole);
  EXPECT_TRUE(tip.contains("measured: a clock or a counter read it")) << tip.toStdString();
  EXPECT_FALSE(model.text(0, ResultsModel::Check, Qt::ToolTipRole).contains("a clock"));
}

TEST(ResultsPanel, CopiesWholeRows) {
  ResultsPanel panel;
  RunResult other = tiled();
  other.variant = "naive";
  panel.setResults({other, tiled()});
  panel.show();
  panel.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
  panel.table().setFocus();
  panel.table().selectRow(1);
  QTest::keyClick(&panel.table(), Qt::Key_C, Qt::ControlModifier);
  const auto copied = [] {
    QList<QStringList> rows;
    for (const QString& line : QGuiApplication::clipboard()->text().split(QLatin1Char('\n')))
      rows << line.split(QLatin1Char('\t'));
    return rows;
  };
  QList<QStringList> rows = copied();
  ASSERT_EQ(rows.size(), 2) << "the columns' names, and the row";
  const auto cell = [&](qsizetype row, const char* column) {
    return rows[row].value(rows[0].indexOf(QString::fromLatin1(column))).toStdString();
  };
  EXPECT_EQ(cell(1, "variant"), "tiled");
  EXPECT_EQ(cell(1, "median_ns"), "12300000");
  EXPECT_EQ(cell(1, "max_ns"), "14000000");
  EXPECT_EQ(cell(1, "repeats"), "5");
  EXPECT_EQ(cell(1, "gflop_per_second"), "21.8");
  EXPECT_EQ(cell(1, "gflop_provenance"), "measured");
  panel.table().selectAll();
  QTest::keyClick(&panel.table(), Qt::Key_C, Qt::ControlModifier);
  rows = copied();
  ASSERT_EQ(rows.size(), 3);
  EXPECT_EQ(cell(1, "variant"), "naive");
}

TEST(ResultsPanel, ColumnsWithoutAnyValueAreLeftOut) {
  ResultsPanel panel;
  RunResult frames;
  frames.variant = "pipe";
  frames.error = RunResult::Check{"relative Frobenius", 0, 0};
  panel.setResults({frames});
  EXPECT_TRUE(panel.table().isColumnHidden(ResultsModel::Speed));
  EXPECT_TRUE(panel.table().isColumnHidden(ResultsModel::Share));
  EXPECT_FALSE(panel.table().isColumnHidden(ResultsModel::Check));
  panel.setResults({frames, tiled()});
  EXPECT_FALSE(panel.table().isColumnHidden(ResultsModel::Speed));
  EXPECT_FALSE(panel.table().isColumnHidden(ResultsModel::Share));
}

TEST(ResultsPanel, ANarrowPanelShowsEveryDigitOfASmallNumber) {
  ResultsPanel panel;
  RunResult slow = tiled();
  slow.gflops = 0.003972;
  slow.error->value = 1.25e-12;
  panel.setResults({tiled(), slow});
  panel.resize(panel.minimumWidth(), 400);
  for (const int column : {ResultsModel::Speed, ResultsModel::Share, ResultsModel::Check})
    for (int row = 0; row < 2; ++row) {
      const QString number = panel.table().model()->index(row, column).data().toString();
      EXPECT_GE(panel.table().columnWidth(column) - 8, QFontMetrics(monoFont()).horizontalAdvance(number))
          << number.toStdString();
    }
}

bool panelSays(const ResultsPanel& panel, const char* words) {
  for (const auto* label : panel.findChildren<QLabel*>())
    if (!label->isHidden() && label->text().contains(words)) return true;
  return false;
}

TEST(ResultsPanel, RowsSayThatTheRunGoesOnOrThatTheyAreOfAnEarlierOne) {
  ResultsPanel panel;
  ExperimentInfo matmul;
  matmul.name = "matmul";
  matmul.title = "Matrix product";
  panel.setResults({tiled()});
  for (const char* doing : {"naive, repeat 2 of 5", "naive on NVIDIA RTX A6000, modelled · 66 % · 3 s so far"}) {
    panel.setRunning(&matmul, QString::fromUtf8(doing));
    EXPECT_TRUE(panelSays(panel, "Running: Matrix product.")) << "the rows below stay where they are";
    EXPECT_FALSE(panelSays(panel, "earlier"));
  }
  panel.setRunning(&matmul, QStringLiteral("naive, repeat 3 of 5"), true);
  EXPECT_TRUE(panelSays(panel, "earlier run"));
  EXPECT_TRUE(panelSays(panel, "Running now: Matrix product."));
  panel.setRunning(nullptr, {});
  EXPECT_FALSE(panelSays(panel, "Run")) << "rows that stay need no word";
  panel.setRunning(nullptr, {}, true, true);
  EXPECT_TRUE(panelSays(panel, "Results of an earlier run. The newest ended with its agent"));
  panel.setRunning(nullptr, {}, false, false, QStringLiteral("It was killed."));
  EXPECT_TRUE(panelSays(panel, "This run ended with its agent, before it was complete. It was killed."));
  panel.setResults({});
  panel.setRunning(nullptr, {}, false, true, QStringLiteral("It was killed."));
  EXPECT_TRUE(panelSays(panel, "This run ended with its agent, before a result. It was killed."));
  EXPECT_FALSE(panelSays(panel, "Press Run"));
}

TEST(ResultsPanel, WhileARunIsOnItSaysWhatRunsAndWhenRowsCome) {
  ResultsPanel panel;
  const auto says = [&](const char* words) { return panelSays(panel, words); };
  EXPECT_TRUE(says("Press Run"));
  ExperimentInfo matmul;
  matmul.name = "matmul";
  matmul.title = "Matrix product";
  panel.setRunning(&matmul, {});
  EXPECT_TRUE(says("Running: Matrix product"));
  panel.setRunning(&matmul, QStringLiteral("matmul: tiled"));
  EXPECT_TRUE(says("Running: matmul: tiled"));
  ExperimentInfo frames;
  frames.name = "frames";
  panel.setRunning(&frames, QStringLiteral("frames of heat by pipe"));
  EXPECT_TRUE(says("frames of heat by pipe"));
  EXPECT_TRUE(says("One frame, four ways")) << "where their figures are meanwhile";
  EXPECT_FALSE(says("Press Run"));
  panel.setRunning(nullptr, {});
  EXPECT_TRUE(says("Press Run"));
}

TEST(ResultsModel, AnUnsupportedVariantSaysSo) {
  Model model;
  RunResult none;
  none.variant = "library";
  none.status = RunResult::Status::Unsupported;
  none.message = "no <BLAS> here";
  model.setResults({none});
  EXPECT_EQ(model.text(0, ResultsModel::Speed), "–");
  EXPECT_EQ(model.text(0, 0, ResultsModel::kNoteRole), "unsupported");
  EXPECT_EQ(model.text(0, ResultsModel::Check), "");
  EXPECT_FALSE(model.text(0, 0, Qt::ToolTipRole).contains("<BLAS>"));
  none.figures = {{"expected_seconds", 90, "s", Provenance::Modelled}};
  model.setResults({none});
  EXPECT_EQ(model.text(0, 0, ResultsModel::kNoteRole), "left out");
}

}  // namespace
}  // namespace strata
