#include "app/facts/start_sight.h"

namespace strata::inline facts {

void addLessons(StartSight& start, std::span<const LessonFile> files, const Progress& progress) {
  for (const LessonFile& file : files) {
    if (!file.lesson.ok()) continue;
    const Lesson& lesson = file.lesson.value();
    ++start.lessons;
    if (progress.done.contains(lesson.name)) {
      ++start.lessonsDone;
    } else if (start.nextLesson.empty()) {
      start.nextLesson = lesson.title;
      start.nextAbout = lesson.about;
    }
  }
}

}  // namespace strata::inline facts
