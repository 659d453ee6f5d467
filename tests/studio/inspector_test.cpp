#include "app/studio/inspector.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QTest>
#include <algorithm>

#include "app/studio/name_label.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata {
namespace {

/// What a person sees in the labels of a kind, from top to bottom.
QStringList seen(Inspector& inspector, const char* kind) {
  QList<QLabel*> labels = inspector.findChildren<QLabel*>(kind);
  labels.removeIf([](const QLabel* label) { return !label->isVisible(); });
  std::ranges::sort(labels, {}, [](const QLabel* label) { return label->y(); });
  QStringList texts;
  for (const QLabel* label : labels) texts << label->text().replace(QChar::Nbsp, QLatin1Char(' '));
  return texts;
}

TEST(Inspector, ALongNameIsSeenToItsEndInANarrowColumn) {
  Inspector inspector;
  inspector.resize(260, 400);
  inspector.show();
  inspector.setText({"at::native::vectorized_elementwise_kernel",
                     {{"Launched by", "cudaLaunchKernel in strata::matmul_double_buffered", ""}}});
  for (const char* kind : {"SelectionTitle", "Value"}) {
    const auto* label = inspector.findChild<QLabel*>(kind);
    const QRect needed =
        label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 1000), Qt::TextWordWrap, label->text());
    EXPECT_LE(needed.width(), label->width()) << kind;
  }
  EXPECT_EQ(inspector.title(), "at::native::vectorized_elementwise_kernel");
}

TEST(Inspector, ANameAsLongAsAPageLeavesTheRestInSight) {
  Inspector inspector;
  inspector.resize(300, 900);
  const QString name = QStringLiteral("begin/") + QStringLiteral("x/").repeated(3000) + QStringLiteral("end");
  inspector.setText({name, {{"Argument", QString(6000, u'y'), ""}, {"Duration", "600 ns", "measured"}}});
  inspector.show();
  inspector.layout()->activate();
  const auto* title = inspector.findChild<QLabel*>("SelectionTitle");
  EXPECT_LT(title->text().size(), 400);
  EXPECT_TRUE(title->text().startsWith("begin/") && title->text().endsWith("end")) << title->text().toStdString();
  EXPECT_TRUE(title->toolTip().contains(QStringLiteral("009 letters"))) << title->toolTip().toStdString();
  EXPECT_LT(seen(inspector, "Value").front().size(), 400);
  EXPECT_EQ(inspector.title(), name);
  QGuiApplication::clipboard()->clear();
  ASSERT_EQ(title->contextMenuPolicy(), Qt::ActionsContextMenu);
  title->actions().front()->trigger();
  EXPECT_EQ(QGuiApplication::clipboard()->text(), name);
  inspector.setText({"short", {}});
  EXPECT_EQ(title->toolTip(), "");
  EXPECT_EQ(title->contextMenuPolicy(), Qt::DefaultContextMenu);
}

TEST(Inspector, WhatIsCopiedOrReadAloudHoldsNoPlaceToBreak) {
  const QString call = QStringLiteral("strata::futex(FUTEX_WAIT)"), size = QStringLiteral("48 KiB");
  Inspector inspector;
  inspector.resize(320, 400);
  inspector.show();
  inspector.setText({call, {{"Cache", size, "spec"}}});
  const auto copied = [](NameLabel& label) {
    QGuiApplication::clipboard()->clear();
    label.setSelection(0, static_cast<int>(label.text().size()));
    QTest::keyClick(&label, Qt::Key_C, Qt::ControlModifier);
    return QGuiApplication::clipboard()->text();
  };
  auto* title = inspector.findChild<NameLabel*>("SelectionTitle");
  auto* value = inspector.findChild<NameLabel*>("Value");
  ASSERT_TRUE(title && value);
  ASSERT_TRUE(title->text().contains(kMayBreak));
  EXPECT_EQ(copied(*title), call);
  EXPECT_EQ(title->accessibleName(), call);
  EXPECT_EQ(copied(*value), size);
  EXPECT_EQ(value->accessibleName(), size);
  EXPECT_EQ(unbroken(breakable(call)), call);
}

TEST(UnbrokenInput, APlaceToBreakThatIsPastedIsNotLookedFor) {
  QLineEdit line;
  line.setValidator(new UnbrokenInput(&line));
  QStringList looked;
  QObject::connect(&line, &QLineEdit::textChanged, [&](const QString& text) { looked << text; });
  line.insert(breakable(QStringLiteral("FUTEX_WAIT")));
  EXPECT_EQ(line.text(), "FUTEX_WAIT");
  EXPECT_EQ(looked.join(u'|'), "FUTEX_WAIT");
  line.setCursorPosition(5);
  line.insert(QString(kMayBreak) + QStringLiteral("2"));
  EXPECT_EQ(line.text(), "FUTEX2_WAIT");
  EXPECT_EQ(line.cursorPosition(), 6);
  line.insert(breakable(QStringLiteral("48 KiB")));
  EXPECT_EQ(line.text(), "FUTEX248 KiB_WAIT");
}

TEST(Inspector, InANarrowColumnAValueComesBeforeItsKind) {
  Inspector inspector;
  inspector.setText({"matmul_naive", {{"Launch latency", "4.91 µs", "measured"}, {"Call", "#7", ""}}});
  const auto* value = inspector.findChild<QLabel*>("Value");
  const auto* kind = inspector.findChild<QLabel*>("Tag");
  for (const int width : {320, 230, 320}) {
    inspector.resize(width, 400);
    inspector.show();
    inspector.layout()->activate();
    EXPECT_GE(value->width(), value->fontMetrics().horizontalAdvance(value->text()));
    EXPECT_LE(value->geometry().right(), inspector.width());
    EXPECT_LE(kind->geometry().right(), inspector.width());
    EXPECT_EQ(kind->y() > value->geometry().bottom(), width < 300);
  }
}

TEST(Inspector, ANumberIsWholeAndBesideItsUnitAsWideAsAPanelOfASmallWindow) {
  Inspector inspector;
  inspector.resize(270, 400);
  inspector.show();
  inspector.setText(
      {"cpu",
       {{"Compute units", "2 × core", "spec"}, {"Error", "3.4e-7", "measured"}, {"L1 data cache", "48 KiB", "spec"}}});
  inspector.layout()->activate();
  for (const auto* label : inspector.findChildren<QLabel*>("Value"))
    EXPECT_GE(label->width(), label->fontMetrics().horizontalAdvance(label->text())) << label->text().toStdString();
  EXPECT_EQ(breakable(QStringLiteral("3 of 48 KiB")), QStringLiteral("3\u00a0of 48\u00a0KiB"));
}

TEST(Inspector, ShowsTheRowsOfItsTextAndNoneOfTheTextBefore) {
  Inspector inspector;
  inspector.resize(320, 400);
  inspector.show();
  using Tone = InspectorText::Tone;
  inspector.setText(
      {"a", {{"Duration", "1 ms", "measured"}, {"Check", "wrong", "measured", Tone::Bad}, {"Call", "#7", ""}}});
  EXPECT_EQ(seen(inspector, "Key"), QStringList({"Duration", "Check", "Call"}));
  EXPECT_EQ(seen(inspector, "Value"), QStringList({"1 ms", "wrong", "#7"}));
  EXPECT_EQ(seen(inspector, "Tag"), QStringList({"measured", "measured"}));

  inspector.setText({"b", {{"Duration", "1 ms", "measured"}, {"Check", "right", ""}}});
  EXPECT_EQ(seen(inspector, "SelectionTitle"), QStringList({"b"}));
  EXPECT_EQ(seen(inspector, "Key"), QStringList({"Duration", "Check"}));
  EXPECT_EQ(seen(inspector, "Value"), QStringList({"1 ms", "right"}));
  EXPECT_EQ(seen(inspector, "Tag"), QStringList({"measured"}));
  EXPECT_EQ(inspector.findChildren<QLabel*>("Value").at(1)->property("tone").toString(), "plain");

  inspector.setText(
      {"a", {{"Duration", "1 ms", "measured"}, {"Check", "wrong", "measured", Tone::Bad}, {"Call", "#7", ""}}});
  EXPECT_EQ(seen(inspector, "Value"), QStringList({"1 ms", "wrong", "#7"}));
}

TEST(Inspector, SentencesHaveTheFontOfSentences) {
  Inspector inspector;
  inspector.setStyleSheet(QStringLiteral("QLabel[tone=\"bad\"] { color: red; }"));
  inspector.show();
  const auto fonts = [&] {
    QStringList families;
    for (const QLabel* value : inspector.findChildren<QLabel*>("Value")) families << value->font().family();
    return families;
  };
  const QString mono = monoFont().family(), sans = uiFont(12).family();
  ASSERT_NE(mono, sans);
  using Tone = InspectorText::Tone;
  inspector.setText({"a", {{"Duration", "1 ms", ""}, {"Problem", "It ends early.", "", Tone::Plain, true}}});
  QCoreApplication::processEvents();
  EXPECT_EQ(fonts(), QStringList({mono, sans}));
  StudioStyle& style = StudioStyle::shared();
  const double scale = style.chosenTextScale();
  style.setTextScale(1.5);
  EXPECT_EQ(fonts(), QStringList({mono, sans})) << "with letters of another size, too";
  style.setTextScale(scale);
}

}  // namespace
}  // namespace strata
