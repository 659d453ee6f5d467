#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "app/lessons/lesson_file.h"

namespace strata::inline lessons {
namespace {

Result<std::string> lessonText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    return Error{ErrorCode::Io, fmt::format("Cannot read the lesson {}: is it there, and may you read it?", path)};
  std::string text(kLargestLesson + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
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
