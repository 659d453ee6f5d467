#include "app/cli/lesson_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "app/words/messages.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {

Result<std::vector<LessonFile>> courseIn(const std::string& folder) {
  std::vector<LessonFile> files = lessonsIn(folder);
  if (files.empty()) return Error{ErrorCode::Io, fillText(Msg::StudioNoLessonsThere, {folder})};
  return files;
}

std::vector<LessonFile> asked(const std::vector<std::string>& names, std::vector<Error>& errors) {
  if (names.empty()) return allLessons();
  std::vector<LessonFile> files;
  std::error_code ignored;
  for (const std::string& name : names) {
    if (std::filesystem::is_directory(name, ignored)) {
      auto course = courseIn(name);
      if (course.ok())
        std::ranges::move(course.value(), std::back_inserter(files));
      else
        errors.push_back(course.error());
      continue;
    }
    const auto path = findLesson(name);
    if (path.ok())
      files.push_back({path.value(), readLesson(path.value())});
    else
      errors.push_back(path.error());
  }
  return files;
}

ExitCode said(const std::vector<Error>& errors, ExitCode code) {
  for (const Error& error : errors) code = complain(error);
  return code;
}

Result<void> knownLanguage(const std::string& language, const std::vector<LessonFile>& files) {
  const std::vector<std::string> languages = languagesOf(files);
  if (language.empty() || language == "en" || std::ranges::find(languages, language) != languages.end()) return {};
  return Error{ErrorCode::Usage, fmt::format("No lesson is in \"{}\"; {}", language, suggestion(language, languages))};
}

bool endsIn(const std::string& path, std::initializer_list<std::string_view> endings) {
  return std::ranges::find(endings, std::filesystem::path(path).extension().string()) != endings.end();
}

Error noPage(const std::string& out, std::string_view endings) {
  return {ErrorCode::Usage,
          fmt::format("'{}' cannot be written: --out ends in {}. For a PDF, open the page of HTML in a "
                      "browser and print it to one.",
                      out, endings)};
}

}  // namespace strata::inline cli
