#pragma once

#include <QObject>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/progress.h"
#include "engine/base/result.h"

class QMenu;
class QWidget;

namespace strata::inline studio {

class MessageBar;

/// Who learns at this window, and what they have done. Several may share a machine.
class Learner : public QObject {
  Q_OBJECT
 public:
  /// `kept`: progress is read and kept; else it lasts as long as the window.
  Learner(bool kept, QWidget* window);

  Progress& progress() { return m_progress; }
  const Progress& progress() const { return m_progress; }
  const std::string& name() const { return m_name; }  ///< empty: the user
  bool kept() const { return m_kept; }
  /// Beside what other windows of the same learner kept meanwhile, which is known here then, too.
  void keep();
  /// False where answers could not be kept, nor were saved to a file: the bar now asks what becomes of them. Asked
  /// again, or answered, it is true.
  bool mayQuit(MessageBar& messages, const std::function<void()>& quit);
  void choose(const std::string& name);
  /// Where the lessons are looked up that answers are of; a page of them speaks their language.
  void takeLessonsFrom(std::function<std::vector<LessonFile>()> lessons) { m_lessons = std::move(lessons); }
  /// Everything predicted, as .html or .json.
  void saveTo(const QString& path);
  void addTo(QMenu& menu);

 signals:
  void changed();  ///< another one, or what they had done is forgotten
  void said(const QString& what);
  void failed(const strata::Error& error);

 private:
  void fill(QMenu& menu);
  void askName();
  void askFile();
  void forget();

  const bool m_kept;
  QWidget* m_window;
  std::string m_name;
  Progress m_progress;
  Progress m_before;         ///< as it was read or kept last
  Progress m_saved;          ///< to a file last, or given up
  std::string m_whyNotKept;  ///< empty: it was
  std::function<std::vector<LessonFile>()> m_lessons = [] { return allLessons(); };
};

}  // namespace strata::inline studio
