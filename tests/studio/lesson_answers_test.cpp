#include <QAction>
#include <fstream>
#include <iterator>

#include "app/studio/learner.h"
#include "app/studio/message_bar.h"
#include "lesson_walk_fixture.h"

// Where a learner's answers go.

namespace strata {
namespace {

class LessonAnswersTest : public LessonWalkTest {};

TEST_F(LessonAnswersTest, SavedAnswersSpeakTheLanguageThatLessonsAreReadIn) {
  openAttendedWindow();
  auto& learner = *window().findChild<Learner*>();
  Progress::Guess guess;
  guess.lesson = "01-what-are-cuda-and-rocm", guess.question = "which", guess.words = guess.outcome = "2";
  learner.progress().note(guess);
  const auto saved = [&] {
    learner.saveTo(QString::fromStdString(temporary("answers.html")));
    std::ifstream file(temporary("answers.html"));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(saved().find("lang=\"de\""), std::string::npos);
  QAction* german = languageAction("Deutsch");
  ASSERT_NE(german, nullptr);
  german->trigger();
  EXPECT_NE(saved().find("<html lang=\"de\">"), std::string::npos);
}

TEST_F(LessonAnswersTest, AnswersThatCannotBeKeptAreSaidAndAskedForWhenTheWindowIsClosed) {
  std::ofstream(temporary("data")) << "a file where the folder should be";
  openAttendedWindow();
  MessageBar& messages = window().messages();
  beginOwn(kAsksAndExplores);
  predictByKeys();
  EXPECT_TRUE(messages.message().contains("Not a directory")) << messages.message().toStdString();
  EXPECT_TRUE(messages.message().contains("XDG_DATA_HOME")) << messages.message().toStdString();
  messages.hide();
  goOn(false);
  EXPECT_TRUE(messages.message().isEmpty()) << "it is said once: " << messages.message().toStdString();
  EXPECT_FALSE(window().close());
  EXPECT_TRUE(messages.message().contains("Save answers")) << messages.message().toStdString();
  EXPECT_TRUE(window().close()) << "asked twice is answered";
}

}  // namespace
}  // namespace strata
