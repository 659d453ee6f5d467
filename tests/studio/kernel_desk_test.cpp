#include <Qsci/qscilexercpp.h>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QFontDatabase>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <filesystem>
#include <fstream>

#include "app/facts/kernel_facts.h"
#include "app/facts/variant_facts.h"
#include "app/studio/finding_list.h"
#include "app/studio/message_bar.h"
#include "app/studio/right_click.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/studio_style.h"
#include "kernel_desk_fixture.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata {
namespace {

TEST_F(KernelDeskTest, ACopyIsEditedRunAndSeenBesideTheStep) {
  openWindow();
  editACopy();
  EXPECT_TRUE(window().session().results().empty()) << "nothing runs unasked";
  press("KernelRun");
  EXPECT_EQ(variants().front(), "mine");
  EXPECT_TRUE(variants().contains("naive"));
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
  EXPECT_TRUE(text().notes().empty());
  EXPECT_EQ(shownVariant(window().scene().state()), "mine");

  replace("float sum = 0.0f;", "float sum = 0.0f");
  text().SendScintilla(QsciScintilla::SCI_SETXOFFSET, 200UL);
  press("KernelRun");
  EXPECT_EQ(text().SendScintilla(QsciScintilla::SCI_GETXOFFSET), 0) << "what is said stands at the left";
  ASSERT_FALSE(text().notes().empty()) << editor().outcome().toStdString();
  EXPECT_EQ(text().notes().front().line, 21);
  EXPECT_TRUE(editor().outcome().contains("does not compile")) << editor().outcome().toStdString();
  EXPECT_FALSE(editor().outcome().endsWith(':')) << "what comes after it stands at its lines";

  replace("float sum = 0.0f", "float sum = 1.0f;");
  press("KernelRun");
  EXPECT_TRUE(text().notes().empty()) << "of the text before";
  EXPECT_FALSE(editor().outcome().startsWith("mine.cu: right")) << "it adds one to each element";

  replace("sum = 1.0f", "sum = 0.0f");
  press("KernelRun");
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
}

TEST_F(KernelDeskTest, ATextThatBeginsAfterOneRanHasANameOfItsOwn) {
  openWindow();
  editACopy();
  command("edit a copy");
  EXPECT_EQ(desk().draft().name, "mine") << "nothing has run under that name";
  press("KernelRun");
  command("edit a copy");
  EXPECT_EQ(desk().draft().name, "mine_2");
  press("KernelRun");
  EXPECT_EQ(variants().front(), "mine_2");
  EXPECT_TRUE(editor().outcome().startsWith("mine_2.cu: right")) << editor().outcome().toStdString();
}

TEST_F(KernelDeskTest, WhatIsWrongIsSaidAtItsLine) {
  openWindow();
  editACopy();
  press("KernelWrong");
  EXPECT_TRUE(editor().outcome().startsWith("Nothing wrong")) << editor().outcome().toStdString();
  EXPECT_FALSE(editor().findings().isVisible());
  replace("float sum = 0.0f;", "float sum = 1.0f;");
  press("KernelWrong");
  EXPECT_TRUE(editor().outcome().contains("wrong result")) << editor().outcome().toStdString();
  EXPECT_TRUE(editor().outcome().contains("the arithmetic itself")) << editor().outcome().toStdString();
  replace("float sum = 1.0f;", "float sum = 0.0f;");
  replace("if (row >= m || col >= n) return;", "if (row > m || col > n) return;");
  press("KernelWrong");
  ASSERT_GT(editor().findings().topLevelItemCount(), 0) << editor().outcome().toStdString();
  const QTreeWidgetItem* first = editor().findings().topLevelItem(0);
  EXPECT_EQ(first->text(0), "22");
  EXPECT_EQ(first->text(1), "out of bounds");
  text().goToLine(1);
  const QRect place = editor().findings().visualItemRect(first);
  QTest::mouseClick(editor().findings().viewport(), Qt::LeftButton, {}, place.center());
  int line = 0, column = 0;
  text().getCursorPosition(&line, &column);
  EXPECT_EQ(line + 1, 22);
  const KernelFacts facts = kernelFacts(window().scene().state());
  EXPECT_EQ(facts.variant, "mine");
  EXPECT_EQ(facts.line, 22);
  ASSERT_NE(facts.finding, nullptr) << "its threads are drawn";
  EXPECT_EQ(facts.finding->line, 22);
}

TEST_F(KernelDeskTest, KernelsThatFaultOrDoNotEndLeaveTheWindowAlive) {
  openWindow();
  editACopy();
  const QString right = text().text();
  replace("float sum = 0.0f;", "float sum = 0.0f; *(volatile float*)8 = 1;");
  press("KernelRun");
  EXPECT_FALSE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
  EXPECT_FALSE(editor().outcome().contains("compiled and run")) << "what came of it is said";
  const int dead = window().session().agentPid();
  text().setText(right);
  press("KernelRun");
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
  EXPECT_NE(window().session().agentPid(), dead);

  replace("float sum = 0.0f;", "float sum = 0.0f; for (volatile int i = 0; i < 1; ) {}");
  click(editor().findChild<QToolButton*>(QStringLiteral("KernelRun")));
  ASSERT_TRUE(waitUntil([&] { return window().session().progress() && window().session().running(); }));
  QTest::qWait(1500);  // it is in the loop by then
  click(button("Stop"));
  if (!QTest::qWaitFor([&] { return !window().session().running(); }, 3000)) click(button("Stop"));
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  text().setText(right);
  press("KernelRun");
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
}

TEST_F(KernelDeskTest, OfATextThatEndsItsAgentNothingIsShownThatCameOfTheOneBefore) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f");
  press("KernelRun");
  ASSERT_EQ(variants().front(), "mine");
  replace("float sum = 0.0f", "float sum = 0.0f; *(volatile float*)8 = 1;");
  press("KernelRun");
  EXPECT_TRUE(window().session().runs().shownLost());
  EXPECT_TRUE(variants().isEmpty()) << "it compiled";
  EXPECT_TRUE(says(window().results(), "illegal address"));
  EXPECT_TRUE(editor().outcome().contains("illegal address")) << editor().outcome().toStdString();
  EXPECT_FALSE(window().messages().message().contains("illegal address")) << "the editor says it";
}

TEST_F(KernelDeskTest, ATextThatEndsItsAgentLeavesTheRunThatWasChosenMeanwhile) {
  openWindow();
  editACopy();
  press("KernelRun");
  replace("float sum = 0.0f;", "float sum = 0.0f; *(volatile float*)8 = 1;");
  begin("KernelRun");
  window().session().changeRuns([](RunList& runs) { runs.show(0); });
  waitForTheEnd();
  EXPECT_EQ(window().session().runs().lost().size(), 1u);
  EXPECT_FALSE(window().session().runs().shownLost());
  EXPECT_EQ(window().session().runs().shown(), 0u);
}

TEST_F(KernelDeskTest, TheEditorsLettersAreNotJoined) {
  openWindow();
  editACopy();
  if (!QFontDatabase::hasFamily(QStringLiteral("DejaVu Sans Mono"))) GTEST_SKIP() << "fonts-dejavu-core is not here";
  EXPECT_EQ(text().lexer()->font(QsciLexerCPP::Operator).family(), QStringLiteral("DejaVu Sans Mono"));
}

TEST_F(KernelDeskTest, AfterALongLineTheTextIsScrolledBackToItsBegin) {
  openWindow();
  editACopy();
  const auto scrolled = [&] { return text().SendScintilla(QsciScintilla::SCI_GETXOFFSET); };
  text().insertAt("// " + QString(400, 'x') + "\n", 0, 0);
  text().setCursorPosition(0, 400);
  ASSERT_TRUE(waitUntil([&] { return scrolled() > 0; }));
  const int line = static_cast<int>(text().text().left(text().text().indexOf("float sum")).count('\n'));
  text().setCursorPosition(line, text().lineLength(line) - 1);
  EXPECT_TRUE(waitUntil([&] { return scrolled() == 0; })) << scrolled();
}

TEST_F(KernelDeskTest, OfAPuzzleLongLinesAreWrapped) {
  openWindow();
  editACopy();
  EXPECT_EQ(text().wrapMode(), QsciScintilla::WrapNone);
  desk().takePuzzle({{}, "answer", "matmul", "naive", "__global__ void f() {}\n", false, false, "threads: one"});
  EXPECT_EQ(text().wrapMode(), QsciScintilla::WrapWhitespace);
}

TEST_F(KernelDeskTest, WhileItRunsResultsDoNotAskForARun) {
  openWindow();
  editACopy();
  EXPECT_TRUE(says(window().results(), "Press Run"));
  begin("KernelRun");
  EXPECT_TRUE(says(window().results(), "Running: "));
  EXPECT_FALSE(says(window().results(), "Press Run"));
  waitForTheEnd();
}

TEST_F(KernelDeskTest, ARunDuringACheckSaysThatItWaitsAndTellsItsOwnResult) {
  openWindow();
  editACopy();
  begin("KernelWrong");
  begin("KernelRun");
  EXPECT_EQ(editor().outcome(), QStringLiteral("mine.cu waits for “What is wrong” to end."));
  ASSERT_TRUE(waitUntil([&] { return !editor().outcome().contains("waits"); }));
  EXPECT_FALSE(editor().outcome().startsWith("Nothing wrong")) << "which the check found";
  waitForTheEnd();
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
}

TEST_F(KernelDeskTest, ARunThatWaitsForACheckIsDroppedWhereTheTextDoesNotEnd) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f; for (volatile int i = 0; i < 1; ) {}");
  begin("KernelWrong");
  const auto check = window().session().runId();
  begin("KernelRun");
  EXPECT_EQ(window().session().runId(), check) << "the run waits";
  waitForTheEnd();
  EXPECT_TRUE(editor().outcome().endsWith("The run of mine.cu that waited was dropped."))
      << editor().outcome().toStdString();
  EXPECT_GT(editor().findings().topLevelItemCount(), 0);
  EXPECT_FALSE(text().notes().empty());
}

constexpr const char* kSumWithoutEnd = "float sum = 0.0f; for (volatile int i = 0; i < 1; ) {}";

TEST_F(KernelDeskTest, ARunOfTheFormDuringACheckOfTheFreeKernelWaitsLikeTheEditorsOwn) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("kernel"));
  command("new kernel: a free");
  ASSERT_TRUE(window().fillForm({"repeat=1", "roofs=off"}).ok());
  begin("KernelWrong");
  const auto check = window().session().runId();
  window().runs().run();
  EXPECT_EQ(window().session().runId(), check) << "the run waits";
  EXPECT_EQ(editor().outcome(), QStringLiteral("mine.cu waits for “What is wrong” to end."));
  EXPECT_TRUE(button("Stop")->isEnabled()) << "the check goes on";
  ASSERT_TRUE(waitUntil([&] { return editor().outcome().startsWith("mine.cu: right"); }))
      << editor().outcome().toStdString();
  waitForTheEnd();

  replace("if (i >= n) return;", "if (i >= n) return; for (volatile int j = 0; j < 1; ) {}");
  begin("KernelWrong");
  window().runs().run();
  waitForTheEnd();
  EXPECT_TRUE(editor().outcome().endsWith("The run of mine.cu that waited was dropped."))
      << editor().outcome().toStdString();
}

TEST_F(KernelDeskTest, ARunOfAnotherTextOutlivesTheCheckOfOneThatDoesNotEnd) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", kSumWithoutEnd);
  begin("KernelWrong");
  const auto check = window().session().runId();
  replace(kSumWithoutEnd, "float sum = 0.0f;");
  click(editor().findChild<QToolButton*>(QStringLiteral("KernelRun")));
  EXPECT_EQ(window().session().runId(), check) << "the run waits";
  ASSERT_TRUE(waitUntil([&] { return editor().outcome().startsWith("mine.cu: right"); }))
      << editor().outcome().toStdString();
  waitForTheEnd();

  replace("float sum = 0.0f;", kSumWithoutEnd);
  begin("KernelWrong");
  window().runs().run();
  EXPECT_TRUE(editor().outcome().endsWith("waits for “What is wrong” to end.")) << editor().outcome().toStdString();
  ASSERT_TRUE(waitUntil([&] { return variants().contains("naive") && !variants().contains("mine"); }));
  EXPECT_GT(editor().findings().topLevelItemCount(), 0) << "what the check found stays";
  waitForTheEnd();
}

TEST_F(KernelDeskTest, AnOutcomeIsOfTheTextThatRan) {
  openWindow();
  editACopy();
  const std::string file = temporary("seen.cu");
  std::ofstream(file) << text().text().toStdString();
  desk().open(QString::fromStdString(file));
  press("KernelRun");
  EXPECT_TRUE(editor().outcome().startsWith("seen.cu: right")) << editor().outcome().toStdString();
  desk().open(QString::fromStdString(file));
  EXPECT_EQ(editor().outcome(), QString()) << "it was of the text before";
  press("KernelRun");
  const QString outcome = editor().outcome();
  EXPECT_TRUE(outcome.startsWith("seen.cu: right")) << outcome.toStdString();
  std::ofstream(file) << "// by another program\n" << text().text().toStdString();
  ASSERT_TRUE(waitUntil([&] { return text().text().contains("another program"); }));
  EXPECT_EQ(editor().outcome(), QString());
  press("KernelRun");
  const QString now = editor().outcome();
  text().insertAt("// typed\n", 0, 0);
  EXPECT_EQ(editor().outcome(), "Without your newest changes: " + now);
  text().undo();
  EXPECT_EQ(editor().outcome(), now);
}

TEST_F(KernelDeskTest, NotesGoWithTheirLines) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f");
  begin("KernelRun");
  text().insertAt("// typed\n// meanwhile\n", 0, 0);
  waitForTheEnd();
  ASSERT_FALSE(text().notes().empty()) << editor().outcome().toStdString();
  EXPECT_EQ(text().notes().front().line, 23);
  text().insertAt("// and later\n", 0, 0);
  EXPECT_TRUE(waitUntil([&] { return text().notes().front().line == 24; }));
  EXPECT_FALSE(text().annotation(23).isEmpty());
  const int line = static_cast<int>(text().text().left(text().text().indexOf("float sum")).count('\n'));
  text().insertAt(";", line, text().lineLength(line) - 1);
  EXPECT_FALSE(text().notes().empty()) << "line 24 is the next one, which stays";
  text().insertAt(" ", 23, 0);
  EXPECT_TRUE(waitUntil([&] { return text().notes().empty(); })) << "the line is another one";
}

TEST_F(KernelDeskTest, ACrashBringsTheEditorBackAndTakesWhatWaitedWithIt) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f; *(volatile float*)8 = 1;");
  begin("KernelRun");
  begin("KernelWrong");
  EXPECT_EQ(editor().outcome(), QStringLiteral("mine.cu waits for the run before it to end."));
  window().findChild<QDockWidget*>(QStringLiteral("EditorDock"))->hide();
  waitForTheEnd();
  EXPECT_TRUE(waitUntil([&] { return text().isVisible(); }));
  EXPECT_TRUE(editor().outcome().contains("an illegal address, 0x8")) << editor().outcome().toStdString();
  ASSERT_FALSE(text().notes().empty());
  EXPECT_EQ(text().notes().front().line, 20);
  press("KernelWrong");
  EXPECT_GT(editor().findings().topLevelItemCount(), 0) << "a new agent answers";
}

struct Edit {
  const char *before, *now;
  const char* said = "mine.cu: right";
  int line = 0;  ///< of its note; 0: none
};

constexpr const char* kSum = "float sum = 0.0f;";
constexpr const char* kLoop = "for (int i = 0; i < k; ++i) {";
constexpr const char* kProduct = "sum += A[row * rowA + i * colA] * B[i * rowB + col * colB];";
constexpr const char* kStore = "C[row * n + col] = sum;";

constexpr Edit kTwentyEdits[] = {
    {kSum, "float sum = 0;"},
    {kLoop, "for (int i = 0; i != k; i++) {"},
    {kSum, "float sum = 0.0f", "does not compile", 21},
    {kLoop, "for (int i = k - 1; i >= 0; --i) {"},
    {kProduct, "sum = fmaf(A[row * rowA + i * colA], B[i * rowB + col * colB], sum);"},
    {kSum, "float sum = 0.0f; for (volatile int i = 0; i < 1;) {}",
     "which hangs or takes longer than that; the agent ends. Try a smaller size in Experiment. "
     "“What is wrong” looks for the line."},
    {kSum, "double sum = 0;"},
    {kStore, "C[row * n + col] += sum - C[row * n + col];", "left values in its output that are not numbers"},
    {kStore, "*(C + row * n + col) = sum;"},
    {"if (row >= m || col >= n) return;", "if (!(row < m && col < n)) return;"},
    {kSum, "float sum = 0.0f; *(volatile float*)8 = 1;", "an illegal address, 0x8", 20},
    {"matmul_naive(", "by_hand("},
    {kLoop, "#pragma unroll 4\n  for (int i = 0; i < k; ++i) {"},
    {kProduct, "sum += __ldg(&A[row * rowA + i * colA]) * B[i * rowB + col * colB];"},
    {kSum, "float sum = 0.0f; for (volatile int i = 0; i < 1;) *new char[1 << 20]() = 1;", "no memory"},
    {"__global__ void matmul_naive", "__global__ void __launch_bounds__(256) matmul_naive"},
    {"const int row", "const unsigned row"},
    {kStore, "if (sum == sum) C[row * n + col] = sum;"},
    {kProduct, "const float a = A[row * rowA + i * colA];\n    sum += a * B[i * rowB + col * colB];"},
    {kSum, "float sum = -0.0f;"},
};

/// Processes that were started with this temporary folder.
int processesIn(const std::string& folder) {
  int count = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream file(process.path() / "environ", std::ios::binary);
    const std::string variables(std::istreambuf_iterator<char>(file), {});
    count += variables.find("TMPDIR=" + folder) != std::string::npos;
  }
  return count;
}

TEST_F(KernelDeskTest, TwentyEditsAreAnsweredAndLeaveNothingBehind) {
  const std::string folder = temporary("compilers");
  std::filesystem::create_directory(folder);
  const QByteArray before = qgetenv("TMPDIR");
  qputenv("TMPDIR", folder.c_str());
  openWindow();
  editACopy();
  const QString origin = text().text();
  for (const Edit& edit : kTwentyEdits) {
    SCOPED_TRACE(edit.now);
    text().setText(origin);
    replace(edit.before, edit.now);
    press("KernelRun");
    EXPECT_TRUE(editor().outcome().contains(edit.said)) << editor().outcome().toStdString();
    const auto notes = text().notes();
    EXPECT_EQ(notes.empty() ? 0 : notes.front().line, edit.line);
    EXPECT_TRUE(window().isVisible());
  }
  EXPECT_GT(processesIn(folder), 0) << "the agent";
  EXPECT_TRUE(waitUntil([&] { return std::filesystem::is_empty(folder); }));
  endWindow();
  EXPECT_TRUE(waitUntil([&] { return processesIn(folder) == 0; }));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
}

TEST_F(KernelDeskTest, AFreeKernelRunsAlone) {
  openWindow();
  ASSERT_TRUE(window().fillForm({"n=48"}).ok());
  command("new kernel: a free");
  ASSERT_TRUE(text().text().contains("// strata: n = 4096"));
  EXPECT_FALSE(editor().findChild<QComboBox*>(QStringLiteral("KernelLike"))->isVisible());
  press("KernelRun");
  EXPECT_EQ(variants(), QStringList{"mine"});
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
  replace("in    float x[n] = random", "in    float x[n] = rnadom");
  press("KernelRun");
  ASSERT_FALSE(text().notes().empty()) << editor().outcome().toStdString();
  EXPECT_EQ(text().notes().front().line, 4);
  EXPECT_EQ(editor().outcome(), "mine.cu: what is wrong stands below line 4.") << "the words stand there, once";
  EXPECT_TRUE(waitUntil([&] { return !window().messages().isVisible(); })) << "it stands at its line";
  replace("rnadom", "random");
  replace("if (i >= n) return;", "");
  replace("n = 4096", "n = 100");
  press("KernelWrong");
  ASSERT_GT(editor().findings().topLevelItemCount(), 0) << editor().outcome().toStdString();
  EXPECT_EQ(editor().findings().topLevelItem(0)->text(1), "out of bounds");
}

TEST_F(KernelDeskTest, KeysWithCtrlTypeNothing) {
  openWindow();
  editACopy();
  const QString before = text().text();
  text().setFocus();
  for (const Qt::Key key : {Qt::Key_Equal, Qt::Key_Plus, Qt::Key_Semicolon})
    QTest::keyClick(&text(), key, Qt::ControlModifier);
  EXPECT_EQ(text().text(), before);
  QTest::keyClick(&text(), Qt::Key_Equal);
  EXPECT_EQ(text().text().size(), before.size() + 1);
  StudioStyle::shared().setTextScale(1);
}

TEST_F(KernelDeskTest, TheFormRunsAFileThatSaysWhatItWorksOn) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("kernel"));
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().messages().message().contains("--file"); }));
  const std::string file = temporary("smooth.cu");
  std::ofstream(file) << freeKernelTemplate();
  ASSERT_TRUE(window().fillForm({"file=" + file, "repeat=1", "roofs=off"}).ok());
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return !variants().isEmpty() && !window().session().running(); }));
  EXPECT_EQ(variants(), QStringList{"smooth"});
}

TEST_F(KernelDeskTest, TheFormRunsTheFreeKernelInTheEditor) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("kernel"));
  const auto nothing = [&] { return window().findChild<QLineEdit*>(QStringLiteral("file"))->placeholderText(); };
  EXPECT_EQ(nothing(), QStringLiteral("nothing to run yet"));
  command("new kernel: a free");
  EXPECT_TRUE(waitUntil([&] { return nothing() == QLatin1String("mine.cu, in the editor"); }));
  ASSERT_TRUE(window().fillForm({"repeat=1", "roofs=off"}).ok());
  click(button("Run"));
  EXPECT_TRUE(waitUntil([&] { return variants() == QStringList{"mine"}; }));
  waitForTheEnd();
  EXPECT_TRUE(editor().outcome().startsWith("mine.cu: right")) << editor().outcome().toStdString();
  text().setText("__global__ void needsAStep() {}\n");
  EXPECT_TRUE(waitUntil([&] { return nothing() == QLatin1String("nothing to run yet"); }));
}

TEST_F(KernelDeskTest, ARightClickInTheTextCutsCopiesAndPastes) {
  openWindow();
  editACopy();
  for (QWidget* part : {static_cast<QWidget*>(&text()), text().viewport()}) {
    const std::unique_ptr<QMenu> menu(window().rightClick().menuFor(*part, part->rect().center()));
    QStringList offered;
    for (const QAction* action : menu->actions()) offered << action->text().remove('&').section('\t', 0, 0);
    for (const char* wanted : {"Cut", "Copy", "Paste", "Select All"})
      EXPECT_TRUE(offered.contains(QString::fromLatin1(wanted)))
          << wanted << " of " << offered.join(", ").toStdString();
  }
}

TEST_F(KernelDeskTest, TheDifferenceFromTheStepIsShown) {
  openWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0;");
  auto* difference = editor().findChild<QToolButton*>(QStringLiteral("KernelDifference"));
  click(difference);
  EXPECT_FALSE(text().isVisible());
  const auto* shown = editor().findChild<QPlainTextEdit*>();
  EXPECT_TRUE(shown->toPlainText().contains("-  float sum = 0.0f;")) << shown->toPlainText().toStdString();
  EXPECT_TRUE(shown->toPlainText().contains("+  float sum = 0;"));
  click(difference);
  EXPECT_TRUE(text().isVisible());
}

}  // namespace
}  // namespace strata
