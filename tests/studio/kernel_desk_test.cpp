#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/facts/kernel_facts.h"
#include "app/facts/variant_facts.h"
#include "app/studio/finding_list.h"
#include "app/studio/kernel_desk.h"
#include "app/studio/kernel_editor.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_model.h"
#include "app/studio/results_panel.h"
#include "app/studio/right_click.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "layers/workloads/kernel/kernel_experiment.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// A kernel that is written in the window.
class KernelDeskTest : public WindowTest {
 protected:
  KernelDesk& desk() { return window().kernel(); }
  KernelEditor& editor() { return desk().editor(); }
  KernelTextEdit& text() { return editor().text(); }

  /// A copy of the matrix product's first step, at a size that takes no time.
  void editACopy() {
    ASSERT_TRUE(window().fillForm({"n=48", "repeat=1", "roofs=off", "model_gpu=none"}).ok());
    command("edit a copy");
    ASSERT_TRUE(text().isVisible());
    ASSERT_TRUE(text().text().contains("matmul_naive"));
  }

  void replace(const char* before, const char* now) {
    QString all = text().text();
    ASSERT_TRUE(all.contains(before)) << before;
    text().setText(all.replace(before, now));
  }

  void press(const char* name) {
    bool ended = false;
    const auto connection = QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
    click(editor().findChild<QToolButton*>(QString::fromLatin1(name)));
    ASSERT_TRUE(waitUntil([&] { return ended; })) << editor().outcome().toStdString();
    QObject::disconnect(connection);
  }

  /// The same, but what follows is done while it runs.
  void begin(const char* name) {
    click(editor().findChild<QToolButton*>(QString::fromLatin1(name)));
    ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
  }

  void waitForTheEnd() {
    ASSERT_TRUE(waitUntil([&] { return !window().session().running(); })) << editor().outcome().toStdString();
  }

  bool says(QWidget& panel, const char* words) {
    const auto labels = panel.findChildren<QLabel*>();
    return std::ranges::any_of(
        labels, [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
  }

  QStringList variants() {
    QStringList names;
    const ResultsModel& model = window().results().model();
    for (int row = 0; row < model.rowCount(); ++row)
      names << model.data(model.index(row, ResultsModel::Variant), Qt::DisplayRole).toString();
    return names;
  }
};

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

TEST_F(KernelDeskTest, WhatIsWrongIsSaidAtItsLine) {
  openWindow();
  editACopy();
  press("KernelWrong");
  EXPECT_TRUE(editor().outcome().startsWith("Nothing wrong")) << editor().outcome().toStdString();
  EXPECT_FALSE(editor().findings().isVisible());
  replace("float sum = 0.0f;", "float sum = 1.0f;");
  press("KernelWrong");
  EXPECT_TRUE(editor().outcome().contains("wrong result")) << editor().outcome().toStdString();
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

TEST_F(KernelDeskTest, AFileThatIsOpenedStandsInThePlaceOfAStep) {
  openWindow();
  editACopy();
  press("KernelRun");
  const std::string file = temporary("other.cu");
  std::ofstream(file) << text().text().toStdString();
  text().SendScintilla(QsciScintilla::SCI_SETXOFFSET, 200UL);
  desk().open(QString::fromStdString(file));
  EXPECT_EQ(desk().draft().like, "naive") << "and not of the kernel that is shown, \"mine\"";
  EXPECT_EQ(desk().draft().name, "other");
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

TEST_F(KernelDeskTest, NothingIsSavedBeforeThereIsAText) {
  openWindow();
  const auto savesEnabled = [&] {
    int count = 0;
    for (const QAction* action : editor().findChild<QToolButton*>(QStringLiteral("KernelFiles"))->menu()->actions())
      count += action->isEnabled() && action->text().remove('&').startsWith("Save");
    return count;
  };
  EXPECT_EQ(savesEnabled(), 0);
  editACopy();
  EXPECT_EQ(savesEnabled(), 2);
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
     "which hangs or takes longer than that; this agent ends itself. Try a smaller size, or raise --hang-limit. "
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
  replace("rnadom", "random");
  replace("if (i >= n) return;", "");
  replace("n = 4096", "n = 100");
  press("KernelWrong");
  ASSERT_GT(editor().findings().topLevelItemCount(), 0) << editor().outcome().toStdString();
  EXPECT_EQ(editor().findings().topLevelItem(0)->text(1), "out of bounds");
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

TEST_F(KernelDeskTest, WhatWasTypedIsThereAgainAfterACrash) {
  openAttendedWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f;  // typed");
  ASSERT_TRUE(
      waitUntil([&] { return QFile::exists(QString::fromStdString(temporary("data/strata/drafts/kernel.json"))); }));
  QTest::qWait(600);  // the pause after which it is kept
  openAttendedWindow();
  EXPECT_TRUE(text().text().contains("// typed"));
  EXPECT_FALSE(desk().draft().saved);
  EXPECT_TRUE(editor().outcome().startsWith("Restored"));
  EXPECT_EQ(desk().draft().like, "naive");
  EXPECT_EQ(window().session().agentPid(), 0) << "nothing runs unasked";
}

KernelDraft puzzleDraft(const char* name) {
  KernelDraft draft{{}, "mine", "saxpy", "naive", std::string("// ") + name + "\n// your line here\n"};
  draft.puzzle = name;
  return draft;
}

/// A question would wait for an answer, and the test would not go on.
TEST_F(KernelDeskTest, WhatWasWrittenForAPuzzleGoesOnWhenItIsOpenedAgain) {
  openAttendedWindow();
  desk().takePuzzle(puzzleDraft("map"));
  replace("// your line here", "out[i] = x[i];");
  desk().takePuzzle(puzzleDraft("zip"));
  EXPECT_TRUE(text().text().contains("// zip"));
  EXPECT_TRUE(text().text().contains("your line here"));
  desk().takePuzzle(puzzleDraft("map"));
  EXPECT_TRUE(text().text().contains("out[i] = x[i];"));
  command("edit a copy");
  EXPECT_TRUE(text().text().contains("matmul_naive"));
  openAttendedWindow();
  desk().takePuzzle(puzzleDraft("map"));
  EXPECT_TRUE(text().text().contains("out[i] = x[i];"));
  command("begin anew");
  EXPECT_EQ(text().text().toStdString(), puzzleDraft("map").text);
  text().undo();
  EXPECT_TRUE(text().text().contains("out[i] = x[i];"));
}

TEST_F(KernelDeskTest, AFileThatIsChangedElsewhereIsReadAgainUnlessOnesOwnChangesWouldBeLost) {
  openWindow();
  editACopy();
  const std::string file = temporary("saxpy.cu");
  const auto write = [&](const std::string& content) { std::ofstream(file) << content; };
  write("__global__ void one() {}\n");
  desk().open(QString::fromStdString(file));
  EXPECT_EQ(desk().draft().name, "saxpy");
  EXPECT_TRUE(text().text().contains("one"));
  write("__global__ void two() {}\n");
  EXPECT_TRUE(waitUntil([&] { return text().text().contains("two"); }));
  EXPECT_TRUE(desk().draft().saved);
  text().setText("__global__ void typed() {}\n");
  write("__global__ void three() {}\n");
  EXPECT_TRUE(waitUntil([&] { return window().messages().message().contains("saxpy.cu"); }));
  EXPECT_TRUE(text().text().contains("typed")) << "nothing of one's own is lost";
}

TEST_F(KernelDeskTest, ReturnWithoutALookLosesNothing) {
  openWindow();
  editACopy();
  text().setText("__global__ void typed() {}\n");
  bool asked = false;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [&] {
    QWidget* question = QApplication::activeModalWidget();
    if (question == nullptr) return;
    look.stop();
    asked = true;
    QTest::keyClick(question, Qt::Key_Return);
  });
  look.start(20);
  desk().editCopy().trigger();
  EXPECT_TRUE(asked);
  EXPECT_TRUE(text().text().contains("typed"));
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
