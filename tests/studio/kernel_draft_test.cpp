#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <fstream>
#include <iterator>

#include "app/session/kernel_file.h"
#include "app/studio/message_bar.h"
#include "app/studio/ui_text.h"
#include "kernel_desk_fixture.h"
#include "layers/workloads/common/leading_comment.h"

// What is written in the editor: its file, and that nothing of it is lost.

namespace strata {
namespace {

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

TEST_F(KernelDeskTest, BeforeAForeignKernelRunsItIsSaidWhatItCameWith) {
  KernelDraft draft;
  EXPECT_TRUE(say(whetherToRun(draft)).contains("came with a session"));
  draft.puzzle = "26-puzzles-threads";
  EXPECT_TRUE(say(whetherToRun(draft)).contains("came with a lesson"));
}

// A name proves nothing: it may be that of a step of the experiment in the form.
TEST_F(KernelDeskTest, AKernelOfASessionIsForeignWhateverItIsCalled) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("saxpy"));
  ASSERT_TRUE(window().fillForm({"n=64", "repeat=1", "roofs=off", "model_gpu=none"}).ok());
  command("edit a copy");
  const auto inFile = [&](const char* name, const char* end) {
    const std::string file = temporary(name);
    std::ofstream(file) << text().text().toStdString() << end;
    desk().open(QString::fromStdString(file));
  };
  inFile("tiled.cu", "// not shipped\n");
  press("KernelRun");
  ASSERT_TRUE(variants().contains("tiled"));
  inFile("other.cu", "// other\n");
  const auto& results = window().session().results();
  emit window().results().activated(*std::ranges::find(results, "tiled", &RunResult::variant));
  ASSERT_TRUE(window().chooseExperiment("matmul"));
  command("edit a copy");
  ASSERT_TRUE(text().text().contains("// not shipped"));
  EXPECT_TRUE(desk().draft().foreign);
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

TEST_F(KernelDeskTest, QuittingSaysThatATextWithoutAFileIsKeptAndKeepsTheLastLetter) {
  openAttendedWindow();
  editACopy();
  replace("float sum = 0.0f;", "float sum = 0.0f;  // typed");
  press("KernelRun");
  text().insertAt(QStringLiteral("// the last\n"), 0, 0);
  EXPECT_FALSE(window().close());
  const QString question = window().messages().message();
  EXPECT_TRUE(question.endsWith("The kernel text mine.cu is kept as typed.")) << question.toStdString();
  click(button("MessageSecondAction"));
  EXPECT_FALSE(window().isVisible());
  endWindow();
  openAttendedWindow();
  EXPECT_TRUE(text().text().startsWith("// the last")) << "also what was typed just before";
  EXPECT_EQ(desk().keptText(), "The kernel text mine.cu is kept as typed.");
}

KernelDraft typedDraft(const char* text) {
  KernelDraft draft{{}, "mine", "matmul", "naive", text};
  draft.saved = false;
  return draft;
}

TEST_F(KernelDeskTest, AWindowThatIsClosedUntouchedLeavesTheTextOfAnother) {
  openAttendedWindow();
  DraftKeeper another;
  ASSERT_TRUE(another.keep(typedDraft("int before;\n")).ok());
  openAttendedWindow();
  EXPECT_EQ(text().text(), QStringLiteral("int before;\n"));
  ASSERT_TRUE(another.keep(typedDraft("int now;\n")).ok());
  window().close();
  EXPECT_EQ(DraftKeeper().kept(), typedDraft("int now;\n"));
}

TEST_F(KernelDeskTest, OfTwoWindowsThatWriteBothTextsAreKept) {
  openAttendedWindow();
  editACopy();
  DraftKeeper another;
  ASSERT_TRUE(another.keep(typedDraft("int theirs;\n")).ok());
  text().insertAt("// typed\n", 0, 0);
  desk().keep();
  const std::string file = temporary("data/strata/drafts/mine-2.cu");
  EXPECT_EQ(window().messages().message().toStdString(),
            "Another window keeps its kernel text, too. That of this one, mine.cu, is in " + file + ".");
  EXPECT_EQ(DraftKeeper().kept(), typedDraft("int theirs;\n"));
  ASSERT_TRUE(another.keep(typedDraft("int theirs, too;\n")).ok());
  text().insertAt("// the last\n", 0, 0);
  desk().keep();
  const auto kept = readKernelFile(file, {});
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_NE(kept.value().text.find("// the last\n// typed\n"), std::string::npos);
  EXPECT_EQ(likeNamedIn(kept.value().text), "naive");
  EXPECT_EQ(DraftKeeper().kept(), typedDraft("int theirs, too;\n"));
  EXPECT_FALSE(QFile::exists(QString::fromStdString(temporary("data/strata/drafts/mine-3.cu"))));
}

TEST_F(KernelDeskTest, TwoWindowsMayWriteForOnePuzzle) {
  openAttendedWindow();
  DraftKeeper one, two;
  KernelDraft mine = typedDraft("int mine;\n"), theirs = typedDraft("int theirs;\n");
  mine.puzzle = theirs.puzzle = "map";
  ASSERT_TRUE(one.keep(mine).ok());
  const auto aside = two.keep(theirs);
  ASSERT_TRUE(aside.ok());
  EXPECT_TRUE(aside.value().ends_with("mine-2.cu")) << aside.value();
  EXPECT_EQ(DraftKeeper().kept("map"), mine);
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
  int line = 0, column = -1;
  text().getCursorPosition(&line, &column);
  EXPECT_EQ(std::pair(line, column), std::pair(1, 0)) << "the cursor is in the hole";
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

/// Does what asks whether a text may be replaced, and answers; false: nothing asked.
bool answerWhile(const std::function<void()>& act, const std::function<void(QMessageBox&)>& answer) {
  bool asked = false;
  QTimer look;
  QObject::connect(&look, &QTimer::timeout, &look, [&] {
    auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (question == nullptr) return;
    look.stop();
    asked = true;
    answer(*question);
  });
  look.start(20);
  act();
  return asked;
}

TEST_F(KernelDeskTest, ReturnWithoutALookLosesNothing) {
  openWindow();
  editACopy();
  text().setText("__global__ void typed() {}\n");
  EXPECT_TRUE(answerWhile([&] { desk().editCopy().trigger(); },
                          [](QMessageBox& question) { QTest::keyClick(&question, Qt::Key_Return); }));
  EXPECT_TRUE(text().text().contains("typed"));
}

std::string contentOf(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST_F(KernelDeskTest, SavingDoesNotOverwriteWhatAnotherProgramWrote) {
  openWindow();
  editACopy();
  const std::string file = temporary("rows.cu");
  const auto write = [&](const std::string& content) { std::ofstream(file) << content; };
  const auto saveByKey = [&] { WindowTest::press(text(), Qt::Key_S, Qt::ControlModifier); };
  const auto offered = [&] { return window().messages().message().contains("rows.cu was changed by another program"); };
  write("// like: naive\nint one;\n");
  desk().open(QString::fromStdString(file));
  text().insertAt("// typed\n", 0, 0);
  write("// like: naive\nint two;\n");
  saveByKey();
  EXPECT_TRUE(contentOf(file).find("int two") != std::string::npos) << contentOf(file);
  EXPECT_TRUE(offered()) << "also before the change was noticed";
  EXPECT_FALSE(desk().draft().saved);
  click(button("MessageSecondAction"));
  EXPECT_EQ(contentOf(file), text().text().toStdString());
  EXPECT_TRUE(desk().draft().saved);
  EXPECT_FALSE(offered());
  text().insertAt("// more\n", 0, 0);
  saveByKey();
  EXPECT_TRUE(desk().draft().saved) << "its own text is no other program's";

  text().insertAt("// again\n", 0, 0);
  write("// like: naive\nint three;\n");
  ASSERT_TRUE(waitUntil(offered));
  write("// like: naive\nint four;\n");
  click(button("MessageAction"));
  EXPECT_TRUE(text().text().contains("int four")) << "as the file is when it is pressed";
  EXPECT_TRUE(desk().draft().saved);
}

TEST_F(KernelDeskTest, WhatWouldBeReplacedCanBeSaved) {
  openWindow();
  editACopy();
  const std::string file = temporary("first.cu");
  std::ofstream(file) << "__global__ void first() {}\n";
  desk().open(QString::fromStdString(file));
  text().insertAt("// typed\n", 0, 0);
  const auto choose = [](QMessageBox::StandardButton button) {
    return [button](QMessageBox& question) { question.button(button)->click(); };
  };
  EXPECT_TRUE(answerWhile([&] { desk().editCopy().trigger(); }, choose(QMessageBox::Save)));
  EXPECT_TRUE(contentOf(file).ends_with("// typed\n__global__ void first() {}\n")) << contentOf(file);
  EXPECT_FALSE(text().text().contains("typed")) << "the next one is there";
  text().insertAt("// again\n", 0, 0);
  EXPECT_TRUE(answerWhile([&] { desk().open(QString::fromStdString(file)); }, choose(QMessageBox::Discard)));
  EXPECT_TRUE(text().text().contains("typed"));
  text().insertAt("// last\n", 0, 0);
  EXPECT_TRUE(answerWhile([&] { desk().open(QString::fromStdString(file)); }, choose(QMessageBox::Save)));
  EXPECT_TRUE(text().text().contains("// last")) << "the file as it is by now";
}

TEST_F(KernelDeskTest, AFileThatIsSavedOpensInThePlaceOfItsStep) {
  openWindow();
  ASSERT_TRUE(window().chooseExperiment("norm"));
  const std::string file = temporary("rows.cu");
  std::ofstream(file) << "__global__ void rows() {}\n";
  desk().open(QString::fromStdString(file));
  EXPECT_EQ(desk().draft().like, "naive");
  auto* places = editor().findChild<QComboBox*>(QStringLiteral("KernelLike"));
  chooseByMouse(*places, "vectorised");
  WindowTest::press(text(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(contentOf(file), "// experiment: norm\n// like: vectorised\n__global__ void rows() {}\n");
  EXPECT_EQ(text().text().toStdString(), contentOf(file));
  EXPECT_TRUE(desk().draft().saved);

  for (const char* another : {"matmul", "kernel"}) {
    ASSERT_TRUE(window().chooseExperiment(another));
    desk().open(QString::fromStdString(file));
    EXPECT_EQ(desk().draft().experiment, "norm");
    EXPECT_EQ(desk().draft().like, "vectorised");
    EXPECT_EQ(places->currentText(), QStringLiteral("vectorised"));
  }
  chooseByMouse(*places, "naive");
  WindowTest::press(text(), Qt::Key_S, Qt::ControlModifier);
  EXPECT_EQ(contentOf(file), "// experiment: norm\n// like: naive\n__global__ void rows() {}\n");
}

TEST_F(KernelDeskTest, AFileInAnotherPlaceIsNotSaved) {
  openWindow();
  const std::string file = temporary("rows.cu"), content = "// experiment: norm\n// like: naive\nint rows;\n";
  std::ofstream(file) << content;
  desk().open(QString::fromStdString(file));
  EXPECT_TRUE(desk().draft().saved);
  auto* places = editor().findChild<QComboBox*>(QStringLiteral("KernelLike"));
  chooseByMouse(*places, "vectorised");
  EXPECT_FALSE(desk().draft().saved);
  EXPECT_TRUE(says(editor(), "rows.cu ●"));
  EXPECT_TRUE(answerWhile([&] { desk().editCopy().trigger(); },
                          [](QMessageBox& question) { question.button(QMessageBox::Cancel)->click(); }));
  text().insertAt("// typed\n", 0, 0);
  text().undo();
  EXPECT_FALSE(desk().draft().saved) << "the text alone is the file's";
  chooseByMouse(*places, "naive");
  EXPECT_TRUE(desk().draft().saved);
  EXPECT_FALSE(says(editor(), "rows.cu ●"));
  EXPECT_EQ(contentOf(file), content);
  std::ofstream(file) << "// experiment: norm\n// like: vectorised\nint rows;\n";
  EXPECT_TRUE(waitUntil([&] { return text().text().contains("vectorised"); }));
  EXPECT_EQ(desk().draft().like, "vectorised") << "as the file says by now";
  EXPECT_EQ(places->currentText(), QStringLiteral("vectorised"));
  EXPECT_TRUE(desk().draft().saved);
}

TEST_F(KernelDeskTest, AChangeThatIsUndoneIsNone) {
  openWindow();
  editACopy();
  text().insertAt("typed\n", 0, 0);
  EXPECT_TRUE(says(editor(), "mine.cu ●"));
  press("KernelRun");
  EXPECT_TRUE(editor().outcome().contains("does not compile")) << editor().outcome().toStdString();
  text().undo();
  EXPECT_TRUE(desk().draft().saved);
  EXPECT_FALSE(says(editor(), "mine.cu ●"));
  EXPECT_EQ(editor().outcome(), QString()) << "it was of the text that is gone";
  EXPECT_TRUE(waitUntil([&] { return text().notes().empty(); }));
  text().redo();
  EXPECT_FALSE(desk().draft().saved);
  EXPECT_TRUE(editor().outcome().contains("does not compile")) << editor().outcome().toStdString();
}

}  // namespace
}  // namespace strata
