#include "app/studio/lesson_shelf.h"

#include <QFileDialog>
#include <QMenu>
#include <QSettings>
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/studio/settings.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

const QString kLanguageKey = QStringLiteral("lessonLanguage");

bool isSameFile(const std::string& a, const std::string& b) {
  std::error_code gone;
  return a == b || std::filesystem::equivalent(a, b, gone);
}

std::string chosenLanguage(const QStringList& read, const std::vector<LessonFile>& lessons) {
  if (const QSettings kept; kept.contains(kLanguageKey)) return kept.value(kLanguageKey).toString().toStdString();
  std::vector<std::string> languages;
  for (const QString& one : read) languages.push_back(one.toStdString());
  return languageFor(languages, lessons);
}

}  // namespace

LessonShelf::LessonShelf(QWidget* window, bool kept, const QStringList& read) : m_window(window), m_kept(kept) {
  std::vector<LessonFile> all = allLessons();
  if (m_kept) m_language = chosenLanguage(read, all);
  put(std::move(all));
}

std::string LessonShelf::course() const {
  return std::filesystem::path(m_folder).filename().string();
}

std::vector<LessonFile> LessonShelf::known() const {
  std::vector<LessonFile> all = m_files;
  if (m_folder.empty()) return all;
  std::vector<LessonFile> others = inLanguage(allLessons(), m_language);
  std::ranges::move(others, std::back_inserter(all));
  return all;
}

void LessonShelf::put(std::vector<LessonFile> all) {
  m_all = std::move(all);
  m_files = inLanguage(m_all, m_language);
}

void LessonShelf::openCourse(const std::string& folder) {
  std::vector<LessonFile> all = folder.empty() ? allLessons() : lessonsIn(folder);
  if (!folder.empty() && all.empty())
    return emit failed({ErrorCode::Io, say(Msg::StudioNoLessonsThere, {toQt(folder)}).toStdString()});
  m_folder = folder;
  put(std::move(all));
  emit changed();
}

std::size_t LessonShelf::add(const std::string& path) {
  const auto known = std::ranges::find_if(m_files, [&](const LessonFile& file) { return isSameFile(file.path, path); });
  const auto at = static_cast<std::size_t>(known - m_files.begin());
  if (known == m_files.end()) m_files.push_back({path, readLesson(path)});
  return at;
}

void LessonShelf::readAgain(std::size_t lesson) {
  LessonFile& file = m_files[lesson];
  file.lesson = readLesson(file.path);
}

void LessonShelf::readAgain() {
  for (LessonFile& file : m_all) file.lesson = readLesson(file.path);
  for (LessonFile& file : m_files) {
    const auto read = std::ranges::find(m_all, file.path, &LessonFile::path);
    file.lesson = read == m_all.end() ? readLesson(file.path) : read->lesson;
  }
}

/// What was opened by its path stays in the list.
void LessonShelf::speak(const std::string& language) {
  std::vector<LessonFile> opened = m_files;
  std::erase_if(opened, [&](const LessonFile& file) {
    return std::ranges::find(m_all, file.path, &LessonFile::path) != m_all.end();
  });
  m_language = language;
  if (m_kept) keepSetting(kLanguageKey, toQt(language));
  put(m_folder.empty() ? allLessons() : lessonsIn(m_folder));
  std::ranges::move(opened, std::back_inserter(m_files));
  emit languageChosen();
}

void LessonShelf::addTo(QMenu& menu) {
  menu.addAction(say(Msg::StudioOpenLesson), this, [this] {
    const QString path =
        QFileDialog::getOpenFileName(m_window, asTitle(Msg::StudioOpenLesson), {}, say(Msg::StudioLessonFilter));
    if (!path.isEmpty()) emit fileWanted(path);
  });
  const auto addMenu = [&](Msg title, void (LessonShelf::*fill)(QMenu&)) {
    QMenu* made = menu.addMenu(say(title));
    connect(made, &QMenu::aboutToShow, this, [this, made, fill] { (this->*fill)(*made); });
    (this->*fill)(*made);
  };
  addMenu(Msg::StudioCourses, &LessonShelf::fillCourses);
  addMenu(Msg::StudioLanguage, &LessonShelf::fillLanguages);
}

void LessonShelf::fillCourses(QMenu& menu) {
  menu.clear();
  std::vector<Course> courses = ownCourses();
  courses.insert(courses.begin(), {say(Msg::StudioOwnCourse).toStdString(), {}});
  if (std::ranges::find(courses, m_folder, &Course::folder) == courses.end()) courses.push_back({course(), m_folder});
  for (const Course& one : courses) {
    QAction* action = menu.addAction(toQt(one.name), this, [this, one] { openCourse(one.folder); });
    action->setCheckable(true);
    action->setChecked(one.folder == m_folder);
  }
  menu.addSeparator();
  menu.addAction(say(Msg::StudioOpenCourse), this, [this] {
    const QString folder = QFileDialog::getExistingDirectory(m_window, asTitle(Msg::StudioOpenCourse));
    if (!folder.isEmpty()) openCourse(folder.toStdString());
  });
}

/// "Deutsch (1 of 29 lessons)": the others stay as they were written.
QString LessonShelf::languageWords(const std::string& language) const {
  const std::vector<LessonFile> files = inLanguage(m_all, language);
  const auto in = std::ranges::count_if(
      files, [&](const LessonFile& file) { return file.lesson.ok() && file.lesson.value().language == language; });
  return say(Msg::StudioLanguageLessons, {QLocale(toQt(language)).nativeLanguageName(), QString::number(in),
                                          QString::number(static_cast<qulonglong>(files.size()))});
}

void LessonShelf::fillLanguages(QMenu& menu) {
  menu.clear();
  std::vector<std::string> languages = languagesOf(m_all);
  languages.insert(languages.begin(), std::string());
  for (const std::string& language : languages) {
    const QString title = language.empty() ? say(Msg::StudioLanguageOriginal) : languageWords(language);
    QAction* action = menu.addAction(title, this, [this, language] { speak(language); });
    action->setCheckable(true);
    action->setChecked(language == m_language);
  }
}

}  // namespace strata::inline studio
