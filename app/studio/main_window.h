#pragma once

#include <QMainWindow>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/session/known_speeds.h"
#include "app/session/opened_model.h"
#include "app/studio/options.h"
#include "app/studio/selection_model.h"
#include "app/studio/studio_session.h"
#include "app/words/messages.h"
#include "engine/protocol/request.h"

class QMenu;

namespace strata::inline studio {

class CommandPalette;
class Comparer;
class Inspector;
class FrameDesk;
class FrontViews;
class KernelDesk;
class Layouts;
class Learner;
class LessonDesk;
class MessageBar;
class ParameterForm;
struct FrameSwitches;
class ResultsPanel;
class RightClick;
class RunControl;
class Scene;
class SearchBar;
class ShowDesk;
class SessionFiles;
class SourcePanel;
class StartPage;
class StatusLine;
class TopBar;
class TensorFetch;
class ViewExport;
class UnsavedSessions;
class ViewWidget;
class WhatIsThis;

/// The window: makes the parts and connects them.
class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(const StudioOptions& options);
  ~MainWindow() override;

  StudioSession& session() { return *m_session; }
  SelectionModel& selection() { return *m_selection; }
  Scene& scene() { return *m_scene; }
  Layouts& layouts() { return *m_layouts; }
  LessonDesk& lessons() { return *m_lessons; }
  KernelDesk& kernel() { return *m_kernel; }
  Comparer& comparer() { return *m_comparer; }
  ViewExport& viewExport() { return *m_viewExport; }
  ShowDesk& shows() { return *m_shows; }
  RunControl& runs() { return *m_runs; }
  SessionFiles& files() { return *m_files; }
  ResultsPanel& results() { return *m_results; }
  Inspector& inspector() { return *m_inspector; }
  MessageBar& messages() { return *m_messages; }
  StartPage& start() { return *m_start; }
  WhatIsThis& whatIsThis() { return *m_whatIsThis; }
  RightClick& rightClick() { return *m_rightClick; }
  StatusLine& status() { return *m_status; }
  std::vector<ViewWidget*> viewWidgets() const;
  /// What it can be made as small as: no larger than the screen, whose pixels may be large.
  static QSize smallestOn(const QSize& screen);
  /// A session, a lesson, a kernel, a model, or the traces of several ranks; at least one.
  void openFiles(const QStringList& paths);
  /// False if there is no such experiment.
  bool chooseExperiment(const std::string& name);
  /// "n=64": parameters of the chosen experiment; an Error of code Usage where it has no such one.
  Result<void> fillForm(const std::vector<std::string>& assignments);

 protected:
  bool focusNextPrevChild(bool next) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct LeftForm {
    Request request;
    std::string filled;  ///< m_filled at that time
    bool byHand() const { return toLine(request) != filled; }
  };
  /// The form as it was when a lesson filled it first.
  struct FormBeforeLesson {
    LeftForm form;
    std::size_t runs = 0;     ///< that the session had
    std::string filled = {};  ///< the experiment that the lesson showed last
  };

  QSize roomOnScreen() const;
  QSize firstSize() const;
  void buildFrame();
  void buildDocks();
  void buildMenus();
  void buildLessons();
  void buildStart();
  void begin(const StartAct& act);  ///< what the start page chose
  void fillFileMenu(QMenu& menu);
  void fillRunMenu(QMenu& menu);
  void buildKernelDesk();
  void addExports(QMenu& view);
  void fillHelpMenu(QMenu& menu);
  void addPanelKeys(QMenu& menu);
  /// Gives the keys to what it finds from where they are.
  bool goPast(QWidget* (*nextOf)(QMainWindow&, QWidget*, bool), bool forward);
  void connectSession();
  void connectFiles();
  void connectPanels();
  Result<Request> requestToRun();
  void showExperiment(int index);
  void takeModel(const OpenedModel& model);
  void showSelection(const ViewState& state);
  void showKernelText();
  void showStep(const std::string& variant);
  const ExperimentInfo& shownExperiment() const;
  const RunRecord* runningRun() const;
  const ExperimentInfo& experimentOf(const RunRecord* run) const;  ///< null: the form's
  void showResults();
  QString doing() const;  ///< what the run does, how far it is, since when; empty: nothing is told
  std::string deviceToRunOn() const;
  void showExpected();  ///< beside Run
  void readSpeeds();
  void rememberSpeeds();
  void connectRuns();
  void changeRuns(const std::function<void(RunList&)>& change);
  void showShownRun();  ///< in the timeline, with one of its calls selected
  void chooseRun(std::size_t run);
  void chooseLostRun(std::size_t lost);
  void takeUpRun(const Request& request);
  void takeUp(const Request& request);
  void fillByWindow(const Request& request);  ///< no hand has set it
  void fillByLesson(const Request& request);
  void offerFormBack(const Request& before, Msg words);  ///< what a hand had set
  void giveFormsBack();                                  ///< as they were before the lesson
  void giveExperimentBack();                             ///< unless Results shows a run of since
  /// What a hand had set in that experiment's form when it was left last; null: nothing.
  const LeftForm* leftByHand(const std::string& experiment) const;
  LeftForm formNow() const;
  void fillWith(const LeftForm& form);
  void fillAsLeft();
  void returnToForm(const std::string& experiment);
  void takeUpSwitches(const FrameSwitches& now);
  void removeRun(std::size_t run);
  void removeLostRun(std::size_t lost);
  void sayRemoved(const QString& title, std::function<void(RunList&)> restore);
  void showNewestRequest();        ///< in the form
  void selectTypicalCall();        ///< so that a session does not open with an empty inspector
  bool newestRunSelected() const;  ///< something of it is
  void selectResult(const RunResult& result, bool zoom);
  void leaveInnermost();  ///< one press of Esc: of what lies over the window, of slow motion, of the run, of the lesson
  void raiseDock(const QString& name);
  void openDock(const QString& name);      ///< a view in it has the keys
  void openView(const std::string& name);  ///< with the keys
  void complain(const Error& error);
  void complainOfFile(const std::vector<Error>& errors);
  QString sessionName() const;                       ///< its file's; of several files what they are
  static QString firstSentence(const Error& error);  ///< for the line at the bottom
  void formChanged();
  void dropWhatWasSelected();
  void dropFormProblem();  ///< what was wrong with a form goes with it
  void tellOfForm(const QString& why);
  void notWritten(const Error& error);
  void written(const QString& message);
  void dropFileProblem();
  void runEnded(const Answer& answer);
  std::span<const RunResult> resultsOf(std::uint64_t request) const;
  void sayPaused(const QString& title);
  void sayPauseOnceFree();  ///< it waits for the message that stands
  void offerTour();
  void noteTour();  ///< it is not offered again
  void showInfo();
  void showKernelInForm();
  void showForeign();
  void showTitle();
  void showDevice();
  void restoreLayout();
  void keepLook();  ///< for the next start, whatever ends this one

  StudioOptions m_options;
  StudioSession* m_session;
  SelectionModel* m_selection;
  TopBar* m_bar;
  MessageBar* m_messages;
  Scene* m_scene;
  StatusLine* m_status;
  QWidget* m_formHolder;
  ParameterForm* m_form = nullptr;
  std::string m_filled;  ///< what the window wrote into the form last, as a line; else it is a hand's
  std::map<std::string, LeftForm> m_forms;         ///< by experiment: what its form said when another was chosen
  std::map<std::string, LeftForm> m_beforeLesson;  ///< those that a hand had set and the open lesson filled
  std::optional<FormBeforeLesson> m_chosenBeforeLesson;
  ResultsPanel* m_results;
  Inspector* m_inspector;
  SourcePanel* m_source;
  KnownSpeeds m_speeds;
  Selection m_shownSelection;
  bool m_light = false;  ///< as the settings have it
  double m_textScale = 1;
  QString m_formProblem;      ///< what the message bar said of a form that cannot be run
  QString m_pauseSaid;        ///< what the message bar says or said of a lesson out of sight
  bool m_pauseWaits = false;  ///< it is not said yet
  QString m_fileProblem;      ///< what the message bar said of a file that could not be written or read
  Selection m_typical;        ///< that was made for the user, who may have made another since
  SessionFiles* m_files;
  UnsavedSessions* m_unsaved;
  RunControl* m_runs;
  Layouts* m_layouts = nullptr;
  FrontViews* m_fronts = nullptr;
  Learner* m_learner = nullptr;
  LessonDesk* m_lessons = nullptr;
  KernelDesk* m_kernel = nullptr;
  FrameDesk* m_frames = nullptr;
  StartPage* m_start = nullptr;
  SearchBar* m_search = nullptr;
  Comparer* m_comparer = nullptr;
  TensorFetch* m_fetch = nullptr;
  ViewExport* m_viewExport = nullptr;
  ShowDesk* m_shows = nullptr;
  WhatIsThis* m_whatIsThis = nullptr;
  RightClick* m_rightClick = nullptr;
  CommandPalette* m_palette = nullptr;
};

}  // namespace strata::inline studio
