#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "app/lessons/lesson_file.h"
#include "engine/base/shipped.h"
#include "engine/protocol/nearest_name.h"

// Where lessons lie, and which are meant.

namespace strata::inline lessons {
namespace {

void sortByName(std::vector<LessonFile>& files) {
  std::ranges::stable_sort(files, {},
                           [](const LessonFile& file) { return std::filesystem::path(file.path).filename().string(); });
}

}  // namespace

const Lesson* lessonNamed(std::span<const LessonFile> files, std::string_view name) {
  for (const LessonFile& file : files)
    if (file.lesson.ok() && file.lesson.value().name == name) return &file.lesson.value();
  return nullptr;
}

std::vector<LessonFile> lessonsIn(const std::string& folder) {
  std::vector<LessonFile> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == kLessonEnding)
      files.push_back({entry->path().string(), readLesson(entry->path().string())});
  sortByName(files);
  return files;
}

std::vector<LessonFile> allLessons() {
  std::vector<LessonFile> files = lessonsIn(shippedFolder("lessons").string());
  const auto own = ownFolder("lessons");
  if (own.empty()) return files;
  for (LessonFile& file : lessonsIn(own.string())) files.push_back(std::move(file));
  return files;
}

std::vector<LessonFile> inLanguage(std::vector<LessonFile> files, const std::string& language) {
  std::map<std::string, std::string> chosen;
  for (const LessonFile& file : files) {
    if (!file.lesson.ok()) continue;
    const std::string& one = file.lesson.value().language;
    std::string& best = chosen.try_emplace(file.lesson.value().name, one).first->second;
    if (one == language || (one.empty() && best != language)) best = one;
  }
  std::erase_if(files, [&](const LessonFile& file) {
    return file.lesson.ok() && file.lesson.value().language != chosen.at(file.lesson.value().name);
  });
  return files;
}

std::vector<std::string> languagesOf(const std::vector<LessonFile>& files) {
  std::set<std::string> languages;
  for (const LessonFile& file : files)
    if (file.lesson.ok() && !file.lesson.value().language.empty()) languages.insert(file.lesson.value().language);
  return {languages.begin(), languages.end()};
}

std::string languageFor(std::span<const std::string> read, const std::vector<LessonFile>& files) {
  const std::vector<std::string> languages = languagesOf(files);
  for (const std::string& one : read) {
    std::string language = one.substr(0, one.find_first_of("-_"));
    if (language == "en") return {};
    if (std::ranges::find(languages, language) != languages.end()) return language;
  }
  return {};
}

std::vector<Course> ownCourses() {
  std::vector<Course> courses;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(ownFolder("lessons"), error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_directory(ignored)) courses.push_back({entry->path().filename().string(), entry->path().string()});
  }
  std::ranges::sort(courses, {}, &Course::name);
  return courses;
}

Result<std::string> findLesson(const std::string& asked) {
  std::error_code ignored;
  if (asked.find('/') != std::string::npos || std::filesystem::is_regular_file(asked, ignored)) return asked;
  std::vector<std::string> names;
  const std::vector<LessonFile> files = allLessons();
  for (const LessonFile& file : files) {
    names.push_back(std::filesystem::path(file.path).stem().string());
    if (names.back() == asked) return file.path;
  }
  std::vector<std::string> begun;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!asked.empty() && names[i].find('.') == std::string::npos &&
        (names[i].starts_with(asked) || names[i].ends_with("-" + asked)))
      begun.push_back(files[i].path);
  if (begun.size() == 1) return begun.front();
  const std::string near = nearestName(asked, names);
  return Error{ErrorCode::Usage, fmt::format("There is no lesson \"{}\"; {}", asked,
                                             near.empty() ? "strata lesson list tells which there are."
                                                          : fmt::format("did you mean '{}'?", near))};
}

}  // namespace strata::inline lessons
