#pragma once

#include <QLocale>
#include <QObject>
#include <QStringList>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"

class QMenu;
class QWidget;

namespace strata::inline studio {

/// Which lessons are on offer: of a course, in a language.
class LessonShelf : public QObject {
  Q_OBJECT
 public:
  /// `kept`: the language is the one chosen last; until one is, the first of those `read` on this machine that lessons
  /// are in.
  LessonShelf(QWidget* window, bool kept, const QStringList& read = QLocale::system().uiLanguages());

  const std::vector<LessonFile>& files() const { return m_files; }
  const std::vector<LessonFile>& inAllLanguages() const { return m_all; }  ///< those of the course
  /// The same, and of others Strata's and the user's own: in the language.
  std::vector<LessonFile> known() const;
  std::string course() const;                                 ///< its name; empty: Strata's and the user's own
  const std::string& language() const { return m_language; }  ///< of translations; empty: as written
  void openCourse(const std::string& folder);
  /// Where it stands in files(): it is put there, unless it is there under any of its paths.
  std::size_t add(const std::string& path);
  void readAgain(std::size_t lesson);  ///< it may have changed since
  void readAgain();                    ///< all of them
  void addTo(QMenu& menu);

 signals:
  void changed();
  void languageChosen();  ///< the files are those in it
  void fileWanted(const QString& path);
  void failed(const strata::Error& error);

 private:
  void put(std::vector<LessonFile> all);
  void fillCourses(QMenu& menu);
  void fillLanguages(QMenu& menu);
  QString languageWords(const std::string& language) const;
  void speak(const std::string& language);

  QWidget* m_window;
  const bool m_kept;
  std::vector<LessonFile> m_all;    ///< of the course, in all languages
  std::vector<LessonFile> m_files;  ///< in the language
  std::string m_folder;             ///< of the course; empty: Strata's
  std::string m_language;           ///< of translations; empty: as written
};

}  // namespace strata::inline studio
