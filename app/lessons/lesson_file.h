#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/base/result.h"

namespace strata::inline lessons {

inline constexpr std::string_view kLessonEnding = ".lesson";
inline constexpr std::size_t kLargestLesson = std::size_t{256} * 1024;
inline bool isLessonFile(std::string_view path) {
  return path.ends_with(kLessonEnding);
}

/// Reads the text of a lesson: docs/teaching.md says how one is written. Usage names file, line and what was expected.
/// That experiments, views and values exist is asked by problemsOf (lesson_check.h).
Result<Lesson> parseLesson(std::string_view text, std::string_view file);
/// Why it is none: the first mistake of each page and each of what stands before the pages, at most 20; empty: it is
/// one.
std::vector<Error> lessonErrors(std::string_view text, std::string_view file);
/// What can be read of one that is none, to be checked all the same.
Lesson readablePart(std::string_view text, std::string_view file);
/// Io where it cannot be read, or is larger than any text a person writes (kLargestLesson).
Result<Lesson> readLesson(const std::string& path);
std::vector<Error> lessonErrors(const std::string& path);
Lesson readablePart(const std::string& path);

/// A lesson, or why it is none: a course shows the others all the same.
struct LessonFile {
  std::string path;
  Result<Lesson> lesson;
};
/// All lessons of a folder, by file name, and those of Strata and of the user's own folder where none is named.
std::vector<LessonFile> lessonsIn(const std::string& folder);
std::vector<LessonFile> allLessons();

/// The first of that name; nullptr: none can be read.
const Lesson* lessonNamed(std::span<const LessonFile> files, std::string_view name);

/// Of lessons and their translations one each: the one in that language, such as "de", else the original, else the one
/// there is. Empty: the originals.
std::vector<LessonFile> inLanguage(std::vector<LessonFile> files, const std::string& language);
/// What there are translations into, in order.
std::vector<std::string> languagesOf(const std::vector<LessonFile>& files);
/// The first of the languages that a person reads ("de-AT", "en") that lessons are in; empty: English, as they were
/// written.
std::string languageFor(std::span<const std::string> read, const std::vector<LessonFile>& files);
/// A folder of lessons of its own, in the user's folder of lessons.
struct Course {
  std::string name, folder;
};
std::vector<Course> ownCourses();

/// The file that is meant: `asked` itself, or the lesson of that name, or beginning of a name, among all. Usage with
/// the nearest where there is none.
Result<std::string> findLesson(const std::string& asked);

}  // namespace strata::inline lessons
