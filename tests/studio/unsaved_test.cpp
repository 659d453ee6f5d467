#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QToolButton>

#include "app/session/kept_sessions.h"
#include "app/studio/message_bar.h"
#include "app/studio/results_model.h"
#include "app/studio/results_panel.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/settings.h"
#include "app/studio/status_line.h"
#include "app/studio/studio_style.h"
#include "app/studio/timeline_widget.h"
#include "app/words/messages.h"
#include "engine/trace/trace_query.h"
#include "window_fixture.h"

// Nobody loses a session without a word.

namespace strata {
namespace {

class UnsavedTest : public WindowTest {
 protected:
  void runOnce() {
    ASSERT_TRUE(runSmall());
    ran = contentHash(*window().session().snapshot());
  }
  /// A long one; the window asks.
  void closeDuringARun() {
    openAttendedWindow();
    setParameter("n", 384);
    setParameter("repeat", 1000);
    click(button("Run"));
    ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
    EXPECT_FALSE(window().close());
    ASSERT_TRUE(shows(Msg::StudioQuitRunning)) << window().messages().message().toStdString();
  }
  bool shows(Msg message) { return window().messages().message().toStdString() == text(message); }
  static QString toQString(Msg message) { return QString::fromUtf8(text(message).data()); }
  bool isBack() {
    return waitUntil([&] {
      const StudioSession& session = window().session();
      return !session.opening() && session.unsaved() && session.path().empty() && kernels() > 0;
    });
  }

  std::uint64_t ran = 0;  ///< contentHash of what was run
};

TEST_F(UnsavedTest, QuittingAsksInPlaceAndTheNextStartOffersTheSession) {
  openAttendedWindow();
  EXPECT_FALSE(window().messages().isVisible());
  EXPECT_TRUE(window().close()) << "there is nothing to lose";
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  EXPECT_FALSE(window().close());
  EXPECT_TRUE(window().isVisible());
  EXPECT_TRUE(shows(Msg::StudioQuitUnsaved));
  EXPECT_EQ(window().messages().property("tone"), "problem") << "it holds the closing back";
  click(button("MessageSecondAction"));
  EXPECT_FALSE(window().isVisible());
  endWindow();

  openAttendedWindow();
  EXPECT_TRUE(window().messages().isVisible());
  EXPECT_EQ(kernels(), 0u) << "it is an offer";
  click(button("MessageAction"));
  ASSERT_TRUE(isBack());
  EXPECT_GE(window().results().model().rowCount(), 3);
  EXPECT_FALSE(window().close()) << "it is still not saved";
  EXPECT_TRUE(window().close()) << "asked twice is answered";
}

TEST_F(UnsavedTest, WhereNothingCanBeKeptQuittingAndOpeningSaySo) {
  QFile state(QString::fromStdString(temporary("state")));
  ASSERT_TRUE(state.open(QIODevice::WriteOnly)) << "a file where the folder should be";
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  EXPECT_FALSE(window().close());
  const QString question = window().messages().message();
  EXPECT_TRUE(question.contains("cannot be kept")) << question.toStdString();
  EXPECT_TRUE(question.contains("Not a directory")) << question.toStdString();
  EXPECT_TRUE(question.contains("it is lost")) << question.toStdString();
  EXPECT_EQ(button("MessageAction")->text(), toQString(Msg::StudioSaveAndQuit));
  EXPECT_EQ(button("MessageSecondAction")->text(), toQString(Msg::StudioQuitWithout));
  EXPECT_FALSE(window().close()) << "asked twice is no answer where something is lost";
  EXPECT_EQ(window().messages().message(), question);
  const std::string file = temporary("saved.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  ASSERT_NO_FATAL_FAILURE(runOnce());
  openFile(file);
  EXPECT_TRUE(waitUntil([&] { return window().messages().message().contains("could not be kept: it is lost"); }))
      << window().messages().message().toStdString();
}

TEST_F(UnsavedTest, AWarningStandsThroughTheEndOfTheFirstRun) {
  openAttendedWindow();
  setParameter("n", 256);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running(); }));
  window().messages().show(QStringLiteral("Cannot keep the session."));  // a run's beginning ends those before it
  ASSERT_TRUE(waitUntil([&] { return !window().session().running() && kernels() > 0; }));
  EXPECT_EQ(window().messages().message(), "Cannot keep the session.") << "no tour is offered over it";
  window().messages().hide();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  EXPECT_TRUE(shows(Msg::StudioTourOffer)) << "it is offered later";
}

TEST_F(UnsavedTest, QuittingDuringARunSaysThatItIsStopped) {
  ASSERT_NO_FATAL_FAILURE(closeDuringARun());
  click(button("MessageSecondAction"));
  EXPECT_FALSE(window().isVisible());
}

TEST_F(UnsavedTest, ARunThatEndsMeanwhileIsNoNewQuestion) {
  ASSERT_NO_FATAL_FAILURE(closeDuringARun());
  window().session().stop();
  ASSERT_TRUE(waitUntil([&] { return !window().session().running(); }));
  EXPECT_TRUE(shows(Msg::StudioQuitUnsaved)) << window().messages().message().toStdString();
  EXPECT_EQ(button("MessageSecondAction")->text(), toQString(Msg::StudioQuitKeeping));
  EXPECT_TRUE(window().close()) << "asked twice is answered";
}

TEST_F(UnsavedTest, ThemeAndSizeOfTheTextAreKeptWhenTheyAreChosen) {
  openAttendedWindow();
  StudioStyle& style = StudioStyle::shared();
  EXPECT_FALSE(QSettings().contains("light"));
  style.setLight(true);
  EXPECT_TRUE(QSettings().value("light").toBool()) << "whatever ends the program now";
  EXPECT_FALSE(QSettings().contains("textScale")) << "another window may have chosen it";
  style.setTextScale(1.21);
  EXPECT_DOUBLE_EQ(QSettings().value("textScale").toDouble(), 1.21);
  QSettings().setValue("light", false);  // as another window does
  EXPECT_TRUE(window().close());
  EXPECT_FALSE(QSettings().value("light").toBool()) << "what was chosen later stays";
  endWindow();
  style.setLight(false);
  style.setTextScale(1);
}

TEST_F(UnsavedTest, OfTwoWindowsNeitherForgetsWhatTheOtherOpened) {
  openAttendedWindow();
  const QString mine = QString::fromStdString(temporary("mine.pftrace")), theirs = QStringLiteral("/their/own.pftrace");
  QSettings().setValue("recentFiles", QStringList{theirs});  // as another window does
  window().files().addRecent(mine);
  EXPECT_EQ(QSettings().value("recentFiles").toStringList(), (QStringList{mine, theirs}));
  EXPECT_EQ(window().files().recent(), (QStringList{mine, theirs}));
}

TEST_F(UnsavedTest, SettingsAreKeptInNoRelativeFolder) {
  const QByteArray before = qgetenv("XDG_CONFIG_HOME");
  qputenv("XDG_CONFIG_HOME", "relative");
  ignoreRelativeConfigHome();
  EXPECT_TRUE(qEnvironmentVariableIsEmpty("XDG_CONFIG_HOME"));
  qputenv("XDG_CONFIG_HOME", "/some/config");
  ignoreRelativeConfigHome();
  EXPECT_EQ(qgetenv("XDG_CONFIG_HOME"), "/some/config");
  before.isEmpty() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
}

TEST_F(UnsavedTest, SettingsThatCannotBeKeptAreSaidOnce) {
  openAttendedWindow();
  const QString folder = QFileInfo(QSettings().fileName()).path();
  QDir(folder).removeRecursively();
  ASSERT_TRUE(QDir().mkpath(QFileInfo(folder).path()));
  QFile inTheWay(folder);
  ASSERT_TRUE(inTheWay.open(QIODevice::WriteOnly));
  int said = 0;
  QObject::connect(&SettingsWatch::shared(), &SettingsWatch::notKept, &window(), [&] { ++said; });
  keepSetting("light", true);
  keepSetting("textScale", 1.1);
  EXPECT_EQ(said, 1);
  inTheWay.remove();
  keepSetting("light", false);
  EXPECT_EQ(said, 1);
  EXPECT_FALSE(settingNow("light").toBool());
  QSettings().clear();
}

TEST_F(UnsavedTest, ASizeOfTheTextThatIsNoneIsTheUsualOne) {
  openAttendedWindow();
  endWindow();
  for (const char* none : {"nan", "inf"}) {
    QSettings().setValue("textScale", none);
    openAttendedWindow();
    EXPECT_DOUBLE_EQ(StudioStyle::shared().textScale(), 1) << none;
    endWindow();
  }
  StudioStyle::shared().setTextScale(1);
}

TEST_F(UnsavedTest, TheQuestionIsAnsweredWithKeysAlone) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  QWidget* const worked = &window().scene().timelineWidget();
  QApplication::setActiveWindow(&window());
  worked->setFocus();
  EXPECT_FALSE(window().close());
  EXPECT_EQ(QApplication::focusWidget(), button("MessageAction"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
  EXPECT_FALSE(window().messages().isVisible()) << "no answer, and nothing is lost";
  EXPECT_EQ(QApplication::focusWidget(), worked);
  EXPECT_FALSE(window().close());
  window().messages().hide();
  EXPECT_EQ(QApplication::focusWidget(), worked) << "as with its cross";
  EXPECT_FALSE(window().close());
  window().messages().show("Another message", MessageBar::Tone::Problem, "Do it", [] {});
  EXPECT_EQ(QApplication::focusWidget(), worked) << "Return was meant for the question";
  EXPECT_FALSE(window().close());
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
  EXPECT_EQ(QApplication::focusWidget(), button("MessageSecondAction"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_FALSE(window().isVisible());
}

TEST_F(UnsavedTest, TheOfferSaysWhereOnlyTheBeginningIsKept) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  endWindow();
  const std::string kept = keptSessions(keptSessionsFolder()).at(0).path;
  const std::string stem = kept.substr(0, kept.rfind(".pftrace"));
  ASSERT_TRUE(QFile::rename(QString::fromStdString(kept), QString::fromStdString(stem + ".beginning.pftrace")));
  openAttendedWindow();
  EXPECT_TRUE(window().messages().message().contains("Only its beginning is kept"));
  click(button("MessageAction"));
  EXPECT_TRUE(isBack());
}

TEST_F(UnsavedTest, ADiscardedOfferIsNotMadeAgain) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  endWindow();
  openAttendedWindow();
  ASSERT_TRUE(window().messages().isVisible());
  click(button("MessageSecondAction"));
  openAttendedWindow();
  EXPECT_FALSE(window().messages().isVisible());
}

TEST_F(UnsavedTest, TheOfferIsBackBehindOtherMessagesUntilItIsAnswered) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  endWindow();
  openAttendedWindow();
  MessageBar& messages = window().messages();
  const QString offer = messages.message();
  ASSERT_FALSE(offer.isEmpty());
  const auto isOffered = [&] { return waitUntil([&] { return messages.message() == offer; }); };
  messages.show(QStringLiteral("It failed."));
  EXPECT_EQ(messages.message(), "It failed.");
  messages.findChild<QToolButton*>()->click();
  ASSERT_TRUE(isOffered());
  openFile(STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace");
  ASSERT_TRUE(isOffered()) << "it has no answer yet";
  messages.show(QStringLiteral("It failed again."));
  messages.hide();
  ASSERT_TRUE(isOffered());
  click(button("MessageAction"));
  ASSERT_TRUE(isBack());
  QTest::qWait(50);
  EXPECT_NE(messages.message(), offer);
}

TEST_F(UnsavedTest, AnOfferThatIsDismissedOrAnsweredInTheMenuIsNotMadeAgain) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  endWindow();
  openAttendedWindow();
  const QString offer = window().messages().message();
  ASSERT_FALSE(offer.isEmpty());
  const auto sessions = keptSessions(keptSessionsFolder());
  ASSERT_EQ(sessions.size(), 1u);
  openFile(sessions.front().path);
  ASSERT_TRUE(isBack());
  QTest::qWait(50);
  EXPECT_NE(window().messages().message(), offer);
  endWindow();
  openAttendedWindow();
  ASSERT_FALSE(window().messages().message().isEmpty());
  window().messages().findChild<QToolButton*>()->click();
  window().messages().show(QStringLiteral("It failed."));
  window().messages().hide();
  QTest::qWait(50);
  EXPECT_FALSE(window().messages().isVisible());
}

TEST_F(UnsavedTest, WhatAnOpenedFileReplacesCanBeBroughtBack) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  const std::string file = temporary("saved.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  ASSERT_NO_FATAL_FAILURE(runOnce());
  openFile(file);
  EXPECT_EQ(window().session().path(), file);
  ASSERT_TRUE(waitUntil([&] { return shows(Msg::StudioUnsavedLeft); }));
  click(button("MessageAction"));
  ASSERT_TRUE(isBack());
  EXPECT_GE(window().session().snapshot()->callCount(), 2u);
  EXPECT_TRUE(window().windowTitle().startsWith(QString::fromUtf8(text(Msg::StudioTitleUnsaved).data())));
}

TEST_F(UnsavedTest, AFileThatEndsARunSaysSo) {
  openAttendedWindow();
  setParameter("n", 384);
  setParameter("repeat", 1000);
  click(button("Run"));
  ASSERT_TRUE(waitUntil([&] { return window().session().running() && kernels() > 0; }));
  openFile(STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace");
  EXPECT_TRUE(waitUntil([&] { return window().messages().message().endsWith(toQString(Msg::StudioLeftRunning)); }))
      << window().messages().message().toStdString();
}

TEST_F(UnsavedTest, ARunOverAFilesSessionOffersTheWayBack) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  const std::string file = temporary("saved.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  openFile(file);
  ASSERT_NO_FATAL_FAILURE(runOnce());
  ASSERT_TRUE(waitUntil([&] { return window().messages().message().contains("saved.pftrace"); }));
  click(button("MessageAction"));
  ASSERT_TRUE(waitUntil([&] { return window().session().path() == file; }));
  ASSERT_TRUE(waitUntil([&] { return shows(Msg::StudioUnsavedLeft); })) << "the run was not saved either";
}

TEST_F(UnsavedTest, TheOfferOfTheWayBackGoesWhenThePersonWorksOn) {
  openAttendedWindow();
  ASSERT_NO_FATAL_FAILURE(runOnce());
  openFile(STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace");
  ASSERT_TRUE(waitUntil([&] { return shows(Msg::StudioUnsavedLeft); }));
  MessageBar& messages = window().messages();
  QTest::mouseClick(&messages, Qt::LeftButton, {}, QPoint(20, 4));
  press(view("Timeline"), Qt::Key_Tab);
  EXPECT_TRUE(messages.isVisible()) << "on the way to its button";
  QTest::mouseClick(&view("Stack"), Qt::LeftButton);
  EXPECT_FALSE(messages.isVisible());
  messages.show(QStringLiteral("It failed."));
  QTest::mouseClick(&view("Stack"), Qt::LeftButton);
  EXPECT_TRUE(messages.isVisible()) << "what is a problem stays";
}

TEST_F(UnsavedTest, SavingLeavesTheAgentAndTheTitleSaysWhatIsSaved) {
  openAttendedWindow();
  EXPECT_EQ(window().windowTitle(), "Strata Studio");
  ASSERT_NO_FATAL_FAILURE(runOnce());
  EXPECT_TRUE(window().isWindowModified());
  const int agent = window().session().agentPid();
  const std::string file = temporary("mine.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  EXPECT_TRUE(window().windowTitle().startsWith("mine.pftrace[*]")) << window().windowTitle().toStdString();
  EXPECT_FALSE(window().isWindowModified());
  EXPECT_TRUE(window().status().text().contains("mine.pftrace"));
  ASSERT_NO_FATAL_FAILURE(runOnce());
  EXPECT_EQ(window().session().agentPid(), agent);
  EXPECT_TRUE(window().isWindowModified());
  EXPECT_TRUE(window().status().text().contains("changed since")) << window().status().text().toStdString();
  EXPECT_TRUE(window().messages().message().isEmpty()) << window().messages().message().toStdString();
  EXPECT_TRUE(window().files().save()) << "nobody is asked again";
  EXPECT_FALSE(window().isWindowModified());
  Session saved;
  ASSERT_TRUE(saved.open(file).ok());
  EXPECT_EQ(saved.runs().size(), 2u);
}

TEST_F(UnsavedTest, WhatAKilledStudioShowedIsOfferedAtTheNextStart) {
  openAttendedWindow();
  endWindow();
  QProcess studio;
  studio.setProcessEnvironment([this] {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_CONFIG_HOME", QString::fromStdString(temporary("config")));
    return environment;
  }());
  studio.start(QCoreApplication::applicationDirPath() + "/../bin/strata-studio",
               {"--run", "matmul", "--device", "cpu", "--set", "n=64"});
  const QDir kept(QString::fromStdString(keptSessionsFolder()));
  constexpr qint64 kSomeEvents = 100'000;
  ASSERT_TRUE(waitUntil([&] {
    const QFileInfoList files = kept.entryInfoList({"*.pftrace"}, QDir::Files);
    return !files.isEmpty() && files.front().size() > kSomeEvents;
  })) << studio.readAllStandardError().toStdString();
  studio.kill();
  ASSERT_TRUE(studio.waitForFinished());

  openAttendedWindow();
  ASSERT_TRUE(window().messages().isVisible());
  click(button("MessageAction"));
  EXPECT_TRUE(isBack());
}

}  // namespace
}  // namespace strata
