#include "app/studio/lesson_shelf.h"

#include <gtest/gtest.h>
#include <sys/inotify.h>

#include <QCoreApplication>
#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <array>
#include <fstream>
#include <map>

#include "engine/base/unique_fd.h"

namespace strata {
namespace {

/// How often each file of a folder was opened since it was asked last.
class OpenedFiles {
 public:
  explicit OpenedFiles(const std::string& folder) : m_events(::inotify_init1(IN_NONBLOCK)) {
    EXPECT_GE(::inotify_add_watch(m_events.get(), folder.c_str(), IN_OPEN), 0);
  }
  std::map<std::string, int> take() {
    std::map<std::string, int> opened;
    alignas(inotify_event) std::array<char, 16384> buffer;
    for (ssize_t got; (got = ::read(m_events.get(), buffer.data(), buffer.size())) > 0;)
      for (const char* at = buffer.data(); at < buffer.data() + got;) {
        const auto* event = reinterpret_cast<const inotify_event*>(at);
        if (event->len > 0) ++opened[event->name];
        at += sizeof(inotify_event) + event->len;
      }
    return opened;
  }

 private:
  UniqueFd m_events;
};

class LessonShelfTest : public testing::Test {
 protected:
  std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
  void write(const char* name, std::string_view title) const {
    std::ofstream(path(name)) << "lesson: " << title << "\nsay: Page\n  Words.\n";
  }
  std::string title(const LessonFile& file) const { return file.lesson.ok() ? file.lesson.value().title : "none"; }

  QTemporaryDir m_folder;
};

const std::map<std::string, int> kEachOnce{{"one.lesson", 1}, {"two.de.lesson", 1}, {"two.lesson", 1}};

TEST_F(LessonShelfTest, ReadsEachFileOnceAndKnowsWhatChanged) {
  write("one.lesson", "One");
  write("two.lesson", "Two");
  write("two.de.lesson", "Zwei");
  LessonShelf shelf(nullptr, false);
  OpenedFiles opened(m_folder.path().toStdString());
  shelf.openCourse(m_folder.path().toStdString());
  EXPECT_EQ(opened.take(), kEachOnce);
  ASSERT_EQ(shelf.files().size(), 2u);

  write("two.lesson", "Two, now");
  write("two.de.lesson", "Zwei, jetzt");
  opened.take();
  shelf.readAgain();
  EXPECT_EQ(opened.take(), kEachOnce);
  EXPECT_EQ(title(shelf.files()[1]), "Two, now");
  ASSERT_EQ(shelf.inAllLanguages().size(), 3u);
  EXPECT_EQ(title(shelf.inAllLanguages()[1]), "Zwei, jetzt");
  EXPECT_EQ(title(shelf.inAllLanguages()[2]), "Two, now");
}

TEST_F(LessonShelfTest, ReadsAgainWhatWasOpenedByItsPath) {
  write("mine.lesson", "Mine");
  LessonShelf shelf(nullptr, false);
  const std::size_t at = shelf.add(path("mine.lesson"));
  write("mine.lesson", "Mine, now");
  shelf.readAgain();
  EXPECT_EQ(title(shelf.files()[at]), "Mine, now");
}

TEST_F(LessonShelfTest, BeginsInTheLanguageOfTheSystemUntilOneIsChosen) {
  const QByteArray dataBefore = qgetenv("XDG_DATA_HOME");
  const QString before = QCoreApplication::organizationName();
  ASSERT_TRUE(QDir(m_folder.path()).mkpath(QStringLiteral("strata/lessons")));
  write("strata/lessons/two.de.lesson", "Zwei");
  qputenv("XDG_DATA_HOME", m_folder.path().toUtf8());
  QCoreApplication::setOrganizationName(QStringLiteral("strata-shelf"));
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
  EXPECT_EQ(LessonShelf(nullptr, true, {"de-AT", "de"}).language(), "de");
  EXPECT_EQ(LessonShelf(nullptr, true, {"en-GB", "de"}).language(), "");
  EXPECT_EQ(LessonShelf(nullptr, false, {"de-AT", "de"}).language(), "")
      << "a window that keeps nothing is the same anywhere";
  QSettings().setValue("lessonLanguage", QString());
  EXPECT_EQ(LessonShelf(nullptr, true, {"de-AT", "de"}).language(), "") << "English was chosen";
  QCoreApplication::setOrganizationName(before);
  qputenv("XDG_DATA_HOME", dataBefore);
}

}  // namespace
}  // namespace strata
