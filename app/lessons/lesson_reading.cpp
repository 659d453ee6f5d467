#include "app/lessons/lesson_file.h"
#include "engine/base/read_file.h"

namespace strata::inline lessons {
namespace {

Result<std::string> lessonText(const std::string& path) {
  return readWholeFile(path, kLargestLesson + 1);
}

}  // namespace

Result<Lesson> readLesson(const std::string& path) {
  STRATA_ASSIGN(const std::string text, lessonText(path));
  return parseLesson(text, path);
}

std::vector<Error> lessonErrors(const std::string& path) {
  const auto text = lessonText(path);
  return text.ok() ? lessonErrors(text.value(), path) : std::vector{text.error()};
}

Lesson readablePart(const std::string& path) {
  const auto text = lessonText(path);
  return readablePart(text.ok() ? std::string_view(text.value()) : std::string_view(), path);
}

}  // namespace strata::inline lessons
