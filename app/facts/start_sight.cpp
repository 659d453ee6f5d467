#include "app/facts/start_sight.h"

#include "app/lessons/learned.h"
#include "app/lessons/lesson_sight.h"
#include "app/words/messages.h"

namespace strata::inline facts {

std::string StartSight::File::title() const {
  return gone ? fillText(Msg::StartFileGone, {name}) : name;
}

void addLessons(StartSight& start, std::span<const LessonFile> files, const Progress& progress,
                const std::string& language) {
  for (const LessonFile& file : files) {
    if (!file.lesson.ok()) continue;
    ++start.lessons;
    start.lessonsDone += progress.done.contains(file.lesson.value().name);
  }
  const auto next = nextLesson(files, progress);
  if (!next) return;
  const Lesson& lesson = files[*next].lesson.value();
  start.nextLesson = lesson.title;
  start.nextAbout = aboutNow(progress, lesson);
  start.nextLanguage = otherLanguage(lesson, language);
}

}  // namespace strata::inline facts
