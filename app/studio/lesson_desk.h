#pragma once

#include <QObject>
#include <QPoint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/start_sight.h"
#include "app/facts/view_state.h"
#include "app/lessons/lesson_sight.h"
#include "app/studio/kernel_draft.h"
#include "app/studio/lesson_shelf.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

class QAction;
class QDockWidget;
class QMenu;
class QWidget;

namespace strata::inline views {
struct LessonLayout;
}

namespace strata::inline studio {

class Learner;
class RunControl;
class Scene;
class SelectionModel;
class StudioSession;
class ViewWidget;

/// The lesson of the window: what its page asks for is run and shown, what is predicted is kept.
class LessonDesk : public QObject {
  Q_OBJECT
 public:
  LessonDesk(StudioSession& session, RunControl& runs, Scene& scene, Learner& learner, QWidget* window);

  void addTo(QMenu& menu);
  void addTo(StartSight& start) const;
  void listenTo(ViewWidget& view);  ///< what is clicked there for the lesson, and the lesson view's keys, act here
  void showList();
  void openTour();  ///< along one call of the run that is shown
  /// One is open, and in sight, or has asked for the newest run.
  bool leads() const { return m_player && (!m_paused || m_ours); }
  void openNext();                     ///< the one that is half done, else the first that is not
  void openFile(const QString& path);  ///< a lesson, wherever it lies
  /// What is open, with its place kept; done, if it was read to its end. The list comes back where it was open before.
  void leave();
  void comeBack();  ///< to what is open, after its panel was closed
  /// Runs it for the puzzle that it answers; false, and nothing happens: that is not open, or something runs.
  bool answer(const KernelDraft& draft);

 signals:
  void viewWanted(const QString& view);  ///< "kernel" is to be seen; "experiment" is the form
  void keysWanted(const QString& view);  ///< they are to act on "kernel"
  void experimentWanted(const QString& name);
  void formWanted(const strata::Request& run);  ///< shows what the lesson runs, so that a hand can go on
  void layoutWanted();                          ///< a lesson begins
  void recordingWanted(const QString& path);
  void puzzleWanted(const strata::KernelDraft& draft);  ///< its kernel is to be written
  void puzzleTurned(const strata::KernelDraft& draft);  ///< it follows one that may still be in the editor
  void left();                                          ///< a lesson, or the tour
  void paused(const QString& title);                    ///< its panel was closed; empty: it goes on, or was left
  void tourEnded();
  void done(const QString& words);  ///< a lesson, and how it went
  void failed(const strata::Error& error);

 public slots:
  void recordingOpened();  ///< a session was read from a file
  void recordingFailed(const strata::Error& error);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act(const LessonAct& act);
  void clicked(const LessonAct& wanted);
  void fillTitles();
  void goOn();
  void goBack();
  bool pressed(int key);
  bool bringListBack();  ///< where the curve of answers stands alone
  bool pressedInList(int key);
  bool choose(int key);
  bool type(int key);
  void put(std::string typed);
  void addTyped(QuestionSight& asked) const;  ///< what was typed, where it is no prediction
  void begin(std::size_t lesson);
  /// From its first page, or from that place.
  void play(Lesson lesson, const LessonPlace* place = nullptr);
  void goOnInLanguage();
  void restart();
  void present();  ///< to a class
  void keepPlace();
  void ran(std::vector<LessonRun> runs);  ///< of m_runPage
  void end(bool toList);
  void close();
  void takeUp();
  void listSoon();
  bool outOfSight() const;
  void pause();                                  ///< while the panel is closed; goes on once it is open
  void turn(const std::function<void()>& move);  ///< to another page
  void predict(Bet bet);                         ///< by a click: nothing moves under the mouse
  void predictInSight(Bet bet, std::size_t row = 0);
  void adjust(double steps);  ///< of a number, by a step of the keyboard
  LessonLayout layout() const;
  void scrollTo(float scroll);
  bool scrollPage(int by);               ///< false: the page ends there
  void showAnswer(std::size_t row = 0);  ///< of lines to put in order, the one at that row
  void run();
  void runNext();
  void showInForm();               ///< what the page's run asks for, and which experiment it is of
  std::string puzzleName() const;  ///< of the page's
  KernelDraft puzzleDraft() const;
  void editPuzzle();
  void turnPuzzle();
  void answerRan();
  void ended(const Answer& answer);
  Bet placeNow() const;
  const ExperimentInfo* experimentOfPage() const;
  void askForPlace();
  void takePlace();  ///< what was clicked in another view, where a place is asked for
  void lookSoon();
  bool mayBeTold() const;  ///< what the page asks, by a run from before the lesson, or of it where the page hides that
  Selection selectionOfPage() const;
  void selectElse();                        ///< for a page that selects nothing
  void look();                              ///< what the page's scene says
  void forgetBefore(ViewChoices& choices);  ///< what was chosen for the lesson or the page before
  void openRecording();
  void showTheirs();
  void showRunOfPage();
  std::optional<LessonRun> shownRun() const;
  void addTry();  ///< a run of the learner's own, where one is asked for
  void askForRun(LessonSight& tour) const;
  void show();

  StudioSession& m_session;
  RunControl& m_runs;
  Scene& m_scene;
  Learner& m_learner;
  LessonShelf m_shelf;
  ViewWidget* m_view = nullptr;   ///< that shows it
  QDockWidget* m_dock = nullptr;  ///< in which it stands
  bool m_paused = false;
  bool m_listed = false;  ///< the list stood there when the lesson was begun
  std::unique_ptr<LessonPlayer> m_player;
  std::deque<RunLine> m_waiting;  ///< runs of the page that have not begun
  std::vector<LessonRun> m_done;
  std::optional<LessonRun> m_running;           ///< without its results
  std::optional<OwnKernel> m_answer;            ///< that m_running runs
  bool m_recordingAwaited = false;              ///< a recording is on its way
  bool m_ours = false;                          ///< the newest run, or the recording, is one that the lesson asked for
  bool m_theirs = false;                        ///< what is shown is a session that the learner opened
  bool m_begins = false;                        ///< nothing of the lesson was looked at
  bool m_zoomed = false;                        ///< the timeline, by the page that was seen last
  bool m_turned = false;                        ///< nothing of the page was looked at
  bool m_turnedBack = false;                    ///< and the page before was a later one
  std::map<std::size_t, Selection> m_selected;  ///< on each page, when it was left
  bool m_tourWaits = false;                     ///< for a run to tell of
  bool m_touring = false;                       ///< what is open is the tour, which is no lesson
  std::string m_problem;
  std::string m_opening;  ///< said where the lesson goes on
  QAction *m_restart = nullptr, *m_present = nullptr, *m_leave = nullptr;
  QMenu* m_titles = nullptr;                   ///< of each lesson
  std::optional<QPoint> m_leftAt;              ///< where the mouse was when a click left a lesson
  std::size_t m_runPage = 0;                   ///< that asked for what runs
  const Page* m_inForm = nullptr;              ///< whose run the form shows, or a hand has gone on from
  std::map<std::size_t, std::size_t> m_ranAs;  ///< pages that ran something: which of the session's runs
  std::size_t m_cursor = 0;                    ///< in the list
  Bet m_place;                                 ///< that was chosen last
  std::string m_typed;                         ///< of the number that is asked for, so far
  bool m_typedAll = false;                     ///< a key went on after it
};

}  // namespace strata::inline studio
