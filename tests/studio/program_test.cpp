#include <QCoreApplication>
#include <QImage>
#include <QProcess>

#include "window_fixture.h"

namespace strata {
namespace {

/// Runs the strata-studio program itself.
class ProgramTest : public WindowTest {
 protected:
  int run(const QStringList& words) {
    QProcess process;
    process.start(QCoreApplication::applicationDirPath() + "/../bin/strata-studio", words);
    if (!process.waitForFinished(60'000)) return -1;
    m_errors = process.readAllStandardError().toStdString();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
  }
  std::string m_errors;
};

TEST_F(ProgramTest, RunsAndTakesAPictureWithoutAnybody) {
  const QString picture = QString::fromStdString(temporary("run.png"));
  ASSERT_EQ(run({"--run", "matmul", "--device", "cpu", "--screenshot", picture, "--size", "1280x720"}), 0) << m_errors;
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

}  // namespace
}  // namespace strata
