#include <QCoreApplication>
#include <QImage>
#include <QProcess>

#include <gmock/gmock.h>
#include <QProcessEnvironment>
#include <fstream>
#include <map>

#include "engine/base/version.h"
#include "window_fixture.h"

namespace strata {
namespace {

/// Variables of the environment; a null value takes one out.
using Environment = std::map<QString, QString>;

/// Runs the strata-studio program itself.
class ProgramTest : public WindowTest {
 protected:
  int run(const QStringList& words) { return runProgram("strata-studio", words, {}); }
  int runProgram(const char* name, const QStringList& words, const Environment& changes) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const auto& [variable, value] : changes)
      value.isNull() ? environment.remove(variable) : environment.insert(variable, value);
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(programPath(name), words);
    if (!process.waitForFinished(60'000)) return -1;
    m_errors = process.readAllStandardError().toStdString();
    m_output = process.readAllStandardOutput().toStdString();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
  }
  static QString programPath(const char* name) {
    return QCoreApplication::applicationDirPath() + "/../bin/" + QString::fromLatin1(name);
  }
  std::string m_errors, m_output;
};

TEST_F(ProgramTest, RunsAndTakesAPictureWithoutAnybody) {
  const QString picture = QString::fromStdString(temporary("run.png"));
  ASSERT_EQ(run({"--run", "matmul", "--set", "n=64", "--device", "cpu", "--screenshot", picture, "--size", "1280x720"}),
            0)
      << m_errors;
  EXPECT_EQ(QImage(picture).size(), QSize(1280, 720));
}

TEST_F(ProgramTest, TakesAPictureOfASavedSession) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().save(temporary("a.pftrace")).ok());
  const QString picture = QString::fromStdString(temporary("a.png"));
  ASSERT_EQ(run({QString::fromStdString(temporary("a.pftrace")), "--screenshot", picture, "--size", "1920x1080"}), 0)
      << m_errors;
  const QImage image(picture);
  EXPECT_EQ(image.size(), QSize(1920, 1080));
  EXPECT_NE(image.pixel(960, 300), image.pixel(960, 1070));
}

TEST_F(ProgramTest, AFileThatCannotBeReadEndsWithSix) {
  const QString picture = QString::fromStdString(temporary("none.png"));
  EXPECT_EQ(run({"/nowhere/at/all.pftrace", "--screenshot", picture}), 6);
  EXPECT_NE(m_errors.find("all.pftrace"), std::string::npos) << m_errors;
  EXPECT_FALSE(QFile::exists(picture));
}

TEST_F(ProgramTest, ALessonThatCannotBeReadEndsAsASessionDoes) {
  const QString picture = QString::fromStdString(temporary("none.png"));
  EXPECT_EQ(run({"/nowhere/at/all.lesson", "--screenshot", picture}), 6);
  EXPECT_NE(m_errors.find("all.lesson"), std::string::npos) << m_errors;
  EXPECT_FALSE(QFile::exists(picture));
}

TEST_F(ProgramTest, AKernelsTextOpensAsASessionDoes) {
  const QString kernel = QString::fromStdString(temporary("mine.cu"));
  std::ofstream(kernel.toStdString()) << "__global__ void mine(float* x) { x[0] = 0; }\n";
  EXPECT_EQ(run({kernel, "--quit-when-done"}), 0) << m_errors;
  EXPECT_EQ(run({"/nowhere/at/all.cu", "--quit-when-done"}), 6) << m_errors;
  EXPECT_NE(m_errors.find("all.cu"), std::string::npos) << m_errors;
}

TEST_F(ProgramTest, AModelThatIsNamedIsTheOneThatRuns) {
  const std::string model = temporary("broken.gguf");
  std::ofstream(model) << "GGUF, and no more";
  const QString picture = QString::fromStdString(temporary("model.png"));
  EXPECT_NE(run({QString::fromStdString(model), "--run", "transformer", "--device", "cpu", "--screenshot", picture}),
            0);
  EXPECT_THAT(m_errors, ::testing::HasSubstr("broken.gguf"));
}

TEST_F(ProgramTest, AComparisonWithoutEventsEndsWithASentence) {
  openWindow();
  ASSERT_TRUE(runSmall());
  ASSERT_TRUE(window().session().save(temporary("full.pftrace")).ok());
  ASSERT_EQ(runProgram("strata-agent-cpu", {}, {}), 0) << m_errors;
  std::ofstream(temporary("silent.pftrace"), std::ios::binary) << m_output;
  const QString full = QString::fromStdString(temporary("full.pftrace")),
                silent = QString::fromStdString(temporary("silent.pftrace"));
  for (const QStringList& sides : {QStringList{full, "--compare", silent}, QStringList{silent, "--compare", full}}) {
    EXPECT_EQ(run(sides + QStringList{"--quit-when-done"}), 6) << m_errors;
    EXPECT_NE(m_errors.find("silent.pftrace holds no events"), std::string::npos) << m_errors;
  }
  EXPECT_EQ(run({"--compare", full, "--quit-when-done"}), 2) << m_errors;
  EXPECT_NE(m_errors.find("nothing to compare"), std::string::npos) << m_errors;
  EXPECT_EQ(run({full, "--compare", full, "--quit-when-done"}), 0) << m_errors;
}

TEST_F(ProgramTest, AnUnknownExperimentIsWrongUsage) {
  EXPECT_EQ(run({"--run", "nonsense", "--quit-when-done"}), 2);
  EXPECT_NE(m_errors.find("nonsense"), std::string::npos) << m_errors;
}

TEST_F(ProgramTest, APictureSmallerThanTheWindowCanBeIsWrongUsage) {
  const QString picture = QString::fromStdString(temporary("small.png"));
  for (const char* size : {"640x600", "1280x400"}) {
    EXPECT_EQ(run({"--screenshot", picture, "--size", size}), 2) << size;
    EXPECT_NE(m_errors.find("800x560"), std::string::npos) << m_errors;
    EXPECT_FALSE(QFile::exists(picture));
  }
  EXPECT_EQ(run({"--screenshot", picture, "--size", "800x560"}), 0) << m_errors;
  EXPECT_EQ(QImage(picture).size(), QSize(800, 560));
}

TEST_F(ProgramTest, ADeviceThatIsNotHereIsSaid) {
  EXPECT_EQ(run({"--run", "matmul", "--device", "tpu", "--quit-when-done"}), 3);
  EXPECT_NE(m_errors.find("tpu"), std::string::npos) << m_errors;
}

TEST_F(ProgramTest, TheLinesOfBothWindowsAreCompletedWithoutAScreen) {
  const Environment machine{{"DISPLAY", QString()}, {"WAYLAND_DISPLAY", QString()}};
  for (const char* name : {"strata-studio", "strata-present"}) {
    if (!QFile::exists(programPath(name))) continue;  // the presenter is not built everywhere
    EXPECT_EQ(runProgram(name, {"--completion", "words", "--", "--li"}, machine), 0) << m_errors;
    EXPECT_EQ(m_output, "--light\n") << name;
    EXPECT_EQ(runProgram(name, {"--completion", "bash"}, machine), 0) << m_errors;
    EXPECT_NE(m_output.find(std::string("complete -o default -F _") + name + " " + name + "\n"), std::string::npos)
        << m_output;
  }
}

/// Machines on which nothing can be drawn.
std::vector<Environment> poorMachines() {
  return {{{"LIBGL_DRIVERS_PATH", "/nonexistent"}},
          {{"QT_QPA_PLATFORM", "offscreen"}, {"DISPLAY", QString()}},
          {{"QT_QPA_PLATFORM", "nonsense"}},
          {{"DISPLAY", ":54321"}}};
}

TEST_F(ProgramTest, WithoutOpenGlOrDisplayItEndsWithASentence) {
  const QString picture = QString::fromStdString(temporary("none.png"));
  for (const Environment& machine : poorMachines()) {
    SCOPED_TRACE(machine.begin()->first.toStdString());
    EXPECT_EQ(runProgram("strata-studio", {"--screenshot", picture}, machine), 3) << m_errors;
    EXPECT_NE(m_errors.find("strata-studio: "), std::string::npos) << m_errors;
    EXPECT_FALSE(QFile::exists(picture));
  }
}

TEST_F(ProgramTest, WhereThereIsOnlyWaylandBothWindowsSayWhatToInstall) {
  const Environment wayland{
      {"DISPLAY", QString()}, {"QT_QPA_PLATFORM", QString()}, {"WAYLAND_DISPLAY", "no-such-wayland"}};
  EXPECT_EQ(runProgram("strata-studio", {}, wayland), 3) << m_errors;
  EXPECT_NE(m_errors.find("apt install qt6-wayland"), std::string::npos) << m_errors;
  if (!QFile::exists(programPath("strata-present"))) return;  // it is not built everywhere
  QFile show(QString::fromStdString(temporary("w.strata-show")));
  ASSERT_TRUE(show.open(QIODevice::WriteOnly) && show.write("slide: a\nview: stack\n") > 0);
  show.close();
  EXPECT_EQ(runProgram("strata-present", {show.fileName(), "--device", "cpu", "--window"}, wayland), 3) << m_errors;
  EXPECT_NE(m_errors.find("apt install xwayland"), std::string::npos) << m_errors;
}

// The limit leaves no room for the stacks of all threads. Sanitizers reserve more addresses than that.
TEST_F(ProgramTest, WhereNoThreadCanBeStartedItEndsWithASentence) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "no limit of addresses under a sanitizer";
#endif
  QProcess process;
  process.setStandardInputFile(QProcess::nullDevice());
  process.start("/bin/sh", {"-c", "ulimit -v 600000; exec \"$0\" --quit-when-done", programPath("strata-studio")});
  ASSERT_TRUE(process.waitForFinished(60'000));
  const std::string errors = process.readAllStandardError().toStdString();
  ASSERT_EQ(process.exitStatus(), QProcess::NormalExit) << errors;
  if (process.exitCode() == 0) GTEST_SKIP() << "that is enough here";
  EXPECT_EQ(process.exitCode(), 3) << errors;
  EXPECT_NE(errors.find("strata-studio: "), std::string::npos) << errors;
}

TEST_F(ProgramTest, WithoutOpenGlOrDisplayThePresenterEndsWithASentence) {
  if (!QFile::exists(programPath("strata-present"))) GTEST_SKIP() << "the presenter is not built here";
  QFile show(QString::fromStdString(temporary("a.strata-show")));
  ASSERT_TRUE(show.open(QIODevice::WriteOnly) && show.write("slide: a\nview: stack\n") > 0);
  show.close();
  for (const Environment& machine : poorMachines()) {
    const char* const remedy = machine.contains("DISPLAY") ? "--pictures FOLDER" : "libgl1-mesa-dri";
    if (machine.contains("QT_QPA_PLATFORM") && !machine.contains("DISPLAY")) continue;  // nothing to it
    SCOPED_TRACE(machine.begin()->first.toStdString());
    const QStringList words{show.fileName(), "--device", "cpu", "--window"};
    EXPECT_EQ(runProgram("strata-present", words, machine), 3) << m_errors;
    EXPECT_NE(m_errors.find("strata-present: No window with OpenGL 3.2"), std::string::npos) << m_errors;
    EXPECT_NE(m_errors.find(remedy), std::string::npos) << m_errors;
  }
}

TEST_F(ProgramTest, AShowsMistakesAreToldWithoutAScreen) {
  if (!QFile::exists(programPath("strata-present"))) GTEST_SKIP() << "the presenter is not built here";
  const QString file = QString::fromStdString(temporary("b.strata-show"));
  const auto check = [&](const char* text) {
    QFile show(file);
    EXPECT_TRUE(show.open(QIODevice::WriteOnly) && show.write(text) > 0);
    show.close();
    return runProgram("strata-present", {"--check", file}, {{"DISPLAY", QString()}, {"WAYLAND_DISPLAY", QString()}});
  };
  EXPECT_EQ(check("light: maybe\nslide: a\nview: stack\nrun: matmul variants=naiv\n"), 2);
  EXPECT_NE(m_errors.find("b.strata-show:1: "), std::string::npos) << m_errors;
  EXPECT_NE(m_errors.find("b.strata-show:4: matmul has no variant 'naiv'"), std::string::npos) << m_errors;
  EXPECT_EQ(check("slide: a\nview: stack\nrun: matmul n=32\n"), 0) << m_errors;
}

TEST_F(ProgramTest, EachProgramSaysItsVersion) {
  for (const char* program :
       {"strata", "strata-studio", "strata-present", "strata-agent-cpu", "strata-agent-cuda", "strata-agent-hip"}) {
    if (!QFile::exists(programPath(program))) continue;
    ASSERT_EQ(runProgram(program, {"--version"}, {}), 0) << program << m_errors;
    EXPECT_EQ(m_output, versionOf(program) + "\n");
  }
}

}  // namespace
}  // namespace strata
