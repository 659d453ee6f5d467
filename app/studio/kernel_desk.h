#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>
#include <string_view>

#include "app/studio/kernel_draft.h"
#include "app/studio/kernel_outcome.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"

class QAction;
class QMenu;

namespace strata::inline studio {

class KernelEditor;
class MessageBar;
class RunControl;
class StudioSession;

/// What the desk of one's own kernel asks of the window.
struct KernelSurroundings {
  StudioSession& session;
  RunControl& runs;
  MessageBar& messages;
  std::function<VariantInfo()> shown;                            ///< the step that can be seen; without a text: none
  std::function<const ExperimentInfo&()> experiment;             ///< of that step
  std::function<void(const std::string&)> choose;                ///< another experiment
  std::function<Result<Request>(const std::string&)> requestOf;  ///< the form's, of this experiment
  std::function<bool(const KernelDraft&)> answer;  ///< runs it for the puzzle that is open; false: none is
};

/// One's own kernel: its files, its runs, and what came of them. Compiles and runs nothing unasked.
class KernelDesk : public QObject {
  Q_OBJECT
 public:
  /// `kept`: what is typed is kept for the next start.
  KernelDesk(KernelSurroundings around, bool kept, QWidget* window);

  KernelEditor& editor() { return *m_editor; }
  void addTo(QMenu& menu);
  QAction& editCopy() { return *m_editCopy; }
  void open(const QString& path);
  /// A puzzle's kernel; what was written for it before goes on.
  void takePuzzle(KernelDraft draft);
  const KernelDraft& draft() const { return m_draft; }
  /// Of a text that no file holds: that it is kept for the next start; empty: there is none, or nothing is kept.
  QString keptText() const;
  /// Now, and not only once typing rests.
  void keep();
  /// Its own run goes on, or has just ended: the editor will say what came of it.
  bool awaitsResult() const { return m_sent && m_sentId; }
  /// Shows the editor with a free kernel: the one that is there, else a new one.
  void writeFree();
  /// The editor has a kernel that needs no step to stand in for, and that may be run without a question.
  bool runsAlone() const;
  /// Of a request for the experiment of free kernels that names no file: gives it the editor's, whose outcome is told
  /// there. False: there is none, or it is not such a request.
  bool bring(Request& request);

 signals:
  void draftChanged();  ///< some time after the last letter
  void wanted();        ///< the editor is to be seen
  void opened(const QString& path);
  void looksAt(const QString& variant, int line);  ///< in views; line 0: where they begin themselves
  void said(const QString& what);
  void failed(const strata::Error& error);

 private:
  void makeActions();
  void connectRuns();
  void connectText();
  void editShown();
  void begin(const VariantInfo& step);
  void beginFree();
  /// "mine"; "mine_2" where a text of that name has run in the session, so that two texts have two names.
  std::string newName() const;
  /// The step in whose place a text comes: the one that is shown, or whose place that one took, or the first.
  std::string placeOf(const VariantInfo& shown) const;
  void take(KernelDraft draft);
  void goToHole(std::string_view withHole);
  void show();
  void beginAnew();
  bool mayReplace();
  void chooseAndOpen();
  void save();
  void write();
  void sayPlace();
  bool changedOutside() const;  ///< the file, since this read or wrote it
  void offerReload();
  void dropOffer();
  void saveAs();
  void watch();
  void readAgain();
  void reload();
  void typed();
  void showSaved();
  void likeChosen();
  void showDifference();
  const ExperimentInfo& experiment() const;
  /// Text of the step whose place it takes; of a puzzle or a free kernel, what it was taken with.
  std::string origin() const;
  /// What the file holds, or what it just came from; nullopt: the draft is the only one.
  std::optional<std::string> textElsewhere() const;
  bool isFree() const;
  enum class Look { Time, Errors };
  struct Asked {
    Request request;
    QString agent;  ///< command; empty: the chosen device's
    Look look;
    bool ours;  ///< what comes of it is told in the editor
  };
  static Look lookOf(const Request& request);
  bool isOfEditor(const Request& request) const;  ///< the form's, for the free kernel that is there
  void run(Look look);
  void start(const Asked& asked);
  void begin(OwnKernel sent, Look look);
  bool checks() const;  ///< what is wrong with a text
  /// Whatever is asked for meanwhile waits, the newest alone; true: it does.
  bool holds(const Asked& asked);
  bool nextIsChecked() const;  ///< it would run the text that is checked
  Result<Request> request(Look look);
  bool mayRun();
  void quieten(const QString& message);
  void runEnded(const Answer& answer);
  void takeAnswers();
  void takeResults();
  void tell(RunResult result);

  KernelSurroundings m_around;
  const bool m_kept;
  QWidget* m_window;
  QAction *m_editCopy, *m_run, *m_wrong, *m_difference;
  QList<QAction*> m_files, m_ofText;  ///< what needs a text
  KernelEditor* m_editor;
  std::optional<KernelOutcome> m_outcome;
  KernelDraft m_draft;
  DraftKeeper m_drafts;
  std::string m_aside;                     ///< the file that keeps the draft, where another window's is in its place
  std::string m_taken;                     ///< the draft's text as it came; of a puzzle, with its hole
  std::optional<std::string> m_elsewhere;  ///< the draft is saved as long as this is its text
  std::optional<std::string> m_inFile;     ///< what the file held when it was last read into the editor, or written
  std::string m_placeElsewhere;            ///< and, of a file, this the step whose place it takes
  QTimer m_rest;                           ///< since the last letter
  QFileSystemWatcher m_watcher;
  QTimer m_written;  ///< since another program last wrote
  bool m_showing = false;
  std::optional<OwnKernel> m_sent;        ///< that runs, and has no result yet
  std::optional<std::uint64_t> m_sentId;  ///< of its request; none: it is not sent yet
  Look m_look = Look::Time;               ///< what for
  std::optional<Asked> m_next;            ///< that waits for the end of a check
  std::string m_checked;                  ///< text that was checked last
  bool m_waits = false;                   ///< another run has not ended
};

}  // namespace strata::inline studio
