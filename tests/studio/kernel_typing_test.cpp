#include <QImage>
#include <QSignalSpy>
#include <string_view>

#include "app/canvas/color_math.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "kernel_desk_fixture.h"

// What the editor makes of keys, and a run of a text that is not whole.

namespace strata {
namespace {

class KernelTypingTest : public KernelDeskTest {
 protected:
  /// In an empty text, each key once the one before it is drawn, as a hand does.
  QString typed(const char* keys) {
    text().setText({});
    text().setFocus();
    for (const char* key = keys; *key != 0; ++key) {
      *key == '\n' ? QTest::keyClick(&text(), Qt::Key_Return) : QTest::keyClick(&text(), *key);
      QTest::qWait(5);
    }
    return text().text();
  }
  void undo() { QTest::keyClick(&text(), Qt::Key_Z, Qt::ControlModifier); }
  void redo() { QTest::keyClick(&text(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier); }
};

TEST_F(KernelTypingTest, BelowAStatementThatIsWholeTheNextIsAsDeep) {
  openWindow();
  editACopy();
  EXPECT_EQ(typed("if (a) b;\nc;"), QStringLiteral("if (a) b;\nc;"));
  EXPECT_EQ(typed("{\nfor (;;) a;  // b\nc;"), QStringLiteral("{\n  for (;;) a;  // b\n  c;"));
  EXPECT_EQ(typed("{\nif (a)\nb;\nc;"), QStringLiteral("{\n  if (a)\n    b;\n  c;")) << "its body stands below";
  EXPECT_EQ(typed("if (a) {\nb;\n}\nc;"), QStringLiteral("if (a) {\n  b;\n}\nc;"));
}

TEST_F(KernelTypingTest, BesideATextThatDoesNotCompileNothingElseIsRun) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f");
  KernelDeskTest::press("KernelRun");
  ASSERT_TRUE(variants().contains("naive"));
  for (const RunResult& result : window().session().results()) {
    const bool mine = result.variant == "mine";
    EXPECT_EQ(result.status, mine ? RunResult::Status::Failed : RunResult::Status::NotRun) << result.variant;
    EXPECT_EQ(result.message == "not run: mine.cu does not compile", !mine) << result.message;
  }
  EXPECT_TRUE(editor().outcome().contains("does not compile")) << editor().outcome().toStdString();
  EXPECT_TRUE(window().status().text().contains("run failed: mine.cu does not compile"))
      << window().status().text().toStdString();
  replace("float sum = 0.0f", "float sum = 0.0f;");
  KernelDeskTest::press("KernelRun");
  EXPECT_TRUE(variants().contains("naive"));
  EXPECT_TRUE(window().status().text().contains("run done")) << window().status().text().toStdString();
}

TEST_F(KernelTypingTest, UndoAndRedoAreTheTextsWhileItHasTheKeys) {
  openWindow();
  editACopy();
  const QString before = text().text();
  text().setFocus();
  text().setCursorPosition(0, 0);
  for (const char letter : {'a', 'b', 'c'}) QTest::keyClick(&text(), letter);
  ASSERT_EQ(text().text(), "abc" + before);
  undo();
  EXPECT_EQ(text().text(), before);
  redo();
  EXPECT_EQ(text().text(), "abc" + before);
  redo();
  EXPECT_TRUE(text().isVisible()) << "with nothing to redo it is not the layout's either";
  EXPECT_EQ(text().text(), "abc" + before);
}

TEST_F(KernelTypingTest, WhatIsTypedOverASelectionIsUndoneWithoutAFragment) {
  openWindow();
  editACopy();
  const QString before = QStringLiteral("{\n  one two;\n}\n");
  text().setText(before);
  text().setFocus();
  text().setSelection(1, 2, 1, 10);
  for (const char letter : std::string_view("three four;")) QTest::keyClick(&text(), letter);
  ASSERT_EQ(text().text(), QStringLiteral("{\n  three four;\n}\n"));
  undo();
  EXPECT_EQ(text().text(), QStringLiteral("{\n  \n}\n"));
  undo();
  EXPECT_EQ(text().text(), before);
  text().setSelection(1, 2, 1, 10);
  QTest::keyClick(&text(), Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(text().text(), before) << "a command takes nothing out";
}

TEST_F(KernelTypingTest, AClickOnWhatCameOutLeadsToALineOnlyWhereItSaysSomethingOfOne) {
  openWindow();
  editACopy();
  auto* outcome = editor().findChild<QLabel*>(QStringLiteral("KernelOutcome"));
  const QSignalSpy led(&editor(), &KernelEditor::lineWanted);
  editor().setOutcome(QStringLiteral("Line 22 is wrong."), true);
  EXPECT_FALSE(outcome->toolTip().isEmpty());
  QTest::mouseClick(outcome, Qt::LeftButton);
  EXPECT_EQ(led.size(), 1);
  editor().setOutcome(QStringLiteral("Not found."));
  EXPECT_TRUE(outcome->toolTip().isEmpty());
  QTest::mouseClick(outcome, Qt::LeftButton);
  EXPECT_EQ(led.size(), 1);
}

TEST_F(KernelTypingTest, TheFirstLineAndASelectionCanBeSeen) {
  constexpr int kRing = 3;  // around what has the keys
  openWindow();
  editACopy();
  text().setText(QStringLiteral("||||||||\n        \n"));
  text().setSelection(1, 0, 1, 8);
  text().setFocus();
  QImage image = text().viewport()->grab().toImage();
  const double dots = image.devicePixelRatio();
  const auto at = [&](int position, int below) {
    const long x = text().SendScintilla(QsciScintilla::SCI_POINTXFROMPOSITION, 0UL, static_cast<long>(position));
    const long y = text().SendScintilla(QsciScintilla::SCI_POINTYFROMPOSITION, 0UL, static_cast<long>(position));
    const QRgb pixel = image.pixel(static_cast<int>(static_cast<double>(x + 2) * dots),
                                   static_cast<int>(static_cast<double>(y + below) * dots));
    return Color{static_cast<std::uint8_t>(qRed(pixel)), static_cast<std::uint8_t>(qGreen(pixel)),
                 static_cast<std::uint8_t>(qBlue(pixel))};
  };
  const Color ground = StudioStyle::shared().theme().well;
  EXPECT_TRUE(waitUntil([&] {
    image = text().viewport()->grab().toImage();
    return contrast(at(12, 8), ground) > 1.7;
  })) << "the selection";
  const auto isGround = [&](int row) {
    for (int x = static_cast<int>(60 * dots); x < static_cast<int>(120 * dots); ++x)
      if (image.pixel(x, row) != qRgb(ground.r, ground.g, ground.b)) return false;
    return true;
  };
  int free = 0;
  while (free < 40 && isGround(static_cast<int>(free * dots))) ++free;
  EXPECT_GE(text().viewport()->y() + free, kRing);
  EXPECT_LT(free, 40) << "the bars are there";
}

TEST_F(KernelTypingTest, TheLineOfAnErrorComesInSightAndAClickOnTheSentenceGoesThere) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f");
  text().setText(QStringLiteral("//\n").repeated(300) + text().text());
  text().setCursorPosition(0, 0);
  const auto seen = [&](int line) {
    const long row = text().SendScintilla(QsciScintilla::SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(line - 1));
    const long first = text().SendScintilla(QsciScintilla::SCI_GETFIRSTVISIBLELINE);
    return row >= first && row < first + text().SendScintilla(QsciScintilla::SCI_LINESONSCREEN);
  };
  ASSERT_FALSE(seen(321));
  KernelDeskTest::press("KernelRun");
  EXPECT_EQ(editor().outcome(), QStringLiteral("mine.cu does not compile at line 321."))
      << editor().outcome().toStdString();
  EXPECT_TRUE(seen(321));
  int line = 0, column = 0;
  text().getCursorPosition(&line, &column);
  EXPECT_EQ(line, 0) << "where it was typed last";
  text().insertAt(QStringLiteral("// typed\n"), 0, 0);
  auto* sentence = editor().findChild<QLabel*>(QStringLiteral("KernelOutcome"));
  QTest::mouseClick(sentence, Qt::LeftButton, {}, {8, sentence->height() / 2});
  text().getCursorPosition(&line, &column);
  EXPECT_EQ(line + 1, 322) << "where the line is by now";
  EXPECT_EQ(window().focusWidget(), &text());
}

TEST_F(KernelTypingTest, OfAWrongResultTheSentenceNamesTheWindowsButton) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 1.0f;");
  KernelDeskTest::press("KernelRun");
  EXPECT_TRUE(editor().outcome().contains("“What is wrong” looks for the lines")) << editor().outcome().toStdString();
  EXPECT_FALSE(editor().outcome().contains("observe=")) << editor().outcome().toStdString();
}

}  // namespace
}  // namespace strata
