#pragma once

#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"
#include "app/lessons/progress.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

class QMenu;

namespace strata::inline studio {

class RunControl;
class Scene;
class SelectionModel;
class StudioSession;
class ViewWidget;

/// The lesson of the window: what its page asks for is run and shown, what is predicted is kept.
class LessonDesk : public QObject {
  Q_OBJECT
 public:
  /// `learner`: whether progress is read and kept.
  LessonDesk(StudioSession& session, RunControl& runs, Scene& scene, bool learner, QObject* parent);

  void addTo(QMenu& menu);
  void listenTo(ViewWidget& view);  ///< the lesson view: its clicks and keys act here
  void showList();
  void openNext();  ///< the first lesson that is not done

 signals:
  void viewWanted(const QString& view);  ///< "kernel" is to be seen
  void experimentWanted(const QString& name);
  void layoutWanted();  ///< a lesson begins
  void failed(const strata::Error& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act(const LessonAct& act);
  bool pressed(int key);
  bool pressedInList(int key);
  void begin(std::size_t lesson);
  void leave();
  void turn(const std::function<void()>& move);  ///< to another page
  void predict(Bet bet);
  void adjust(double steps);  ///< of a number, by a step of the keyboard
  void run();
  void runNext();
  void ended(const Answer& answer);
  Bet placeNow() const;
  void keep();  ///< the progress
  const ExperimentInfo* experimentOfPage() const;
  void takePlace();  ///< what was clicked in another view, where a place is asked for
  void lookSoon();
  void look();  ///< what the page's scene says
  void noteGuesses();
  void show();

  StudioSession& m_session;
  RunControl& m_runs;
  Scene& m_scene;
  const bool m_learner;
  std::vector<LessonFile> m_files;
  Progress m_progress;
  std::unique_ptr<LessonPlayer> m_player;
  std::deque<RunLine> m_waiting;  ///< runs of the page that have not begun
  std::vector<LessonRun> m_done;
  std::optional<LessonRun> m_running;  ///< without its results
  std::string m_problem;
  std::size_t m_runPage = 0;  ///< that asked for what runs
  std::size_t m_cursor = 0;   ///< in the list
  Bet m_place;                ///< that was chosen last
};

}  // namespace strata::inline studio
