#include <QAction>
#include <QFile>

#include "app/studio/message_bar.h"
#include "app/studio/ui_text.h"
#include "lesson_walk_fixture.h"

namespace strata {
namespace {

/// A lesson that is open here, given to a class.
class PresentLesson : public LessonWalkTest {
 protected:
  bool isOffered() {
    const QString words = asTitle(Msg::StudioPresentLesson);
    return std::ranges::any_of(window().findChildren<QAction*>(), [&](const QAction* entry) {
      return entry->isEnabled() && entry->text().remove(QLatin1Char('&')) == words;
    });
  }
  void expectTroubleWithOwn() {
    QFile::remove(QString::fromStdString(temporary("own.lesson")));
    command("present the lesson");
    EXPECT_TRUE(waitUntil([&] {
      return window().messages().message().contains(QStringLiteral("own.lesson: No such file"));
    })) << window().messages().message().toStdString();
  }
};

TEST_F(PresentLesson, OnlyOneThatIsOpen) {
  openAttendedWindow();
  EXPECT_FALSE(isOffered());
  beginOwn(kAsksAndExplores);
  EXPECT_TRUE(isOffered());
  window().lessons().openTour();
  EXPECT_FALSE(isOffered()) << "a tour is no lesson";
  window().lessons().leave();
  EXPECT_FALSE(isOffered());
}

TEST_F(PresentLesson, ThePresenterIsStartedWithItAndItsTroubleIsSaid) {
  openAttendedWindow();
  beginOwn(kAsksAndExplores);
  expectTroubleWithOwn();
}

TEST_F(PresentLesson, NotOneThatCouldNotBeOpened) {
  openAttendedWindow();
  beginOwn(kAsksAndExplores);
  const std::string broken = temporary("broken.lesson");
  std::ofstream(broken) << "no lesson\n";
  window().lessons().openFile(QString::fromStdString(broken));
  EXPECT_EQ(sight().lesson, "Own") << "still open";
  expectTroubleWithOwn();
}

}  // namespace
}  // namespace strata
