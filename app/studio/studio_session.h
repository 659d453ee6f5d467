#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/still/run_list.h"

namespace strata::inline studio {

class SessionReading;

/// What a Session says, for the window: signals on the window's thread, at most once per display frame.
class StudioSession : public QObject {
  Q_OBJECT
 public:
  /// `keepIn`: SessionOptions::keepIn of each session.
  explicit StudioSession(QObject* parent = nullptr, std::string keepIn = {});
  ~StudioSession() override;

  /// Who shows the frames of agents that start from now on.
  void giveFramesTo(std::function<void(FrameSocket)> show) { m_frames = std::move(show); }

  /// Shows a saved or kept session, or the traces of several ranks as one, instead of what is shown now, once it is
  /// read; answered by opened or openFailed, and then what is shown stays. A newer open takes its place. Never starts a
  /// process.
  void open(std::vector<std::string> paths);
  void cancelOpening();
  bool opening() const { return m_reading != nullptr; }
  double openedShare() const;  ///< of the file that is being read, 0 … 1
  /// Starts the agent if it is not this one, or gone, and sends the request. A session that came from a file is left.
  Result<void> run(const std::string& agentCommand, Request request);
  /// Asks for the end of the run; asked once more, ends the agent. What the session holds stays.
  void stop();
  Result<void> save(const std::string& path);
  std::string page() const;  ///< reportPage of it
  /// What the files have besides that this session is saved to from now on.
  void keepBeside(std::vector<SessionMessage> beside) { m_beside = std::move(beside); }
  Result<void> fetch(const std::string& tensor) { return m_session->fetch(tensor); }

  const std::shared_ptr<const TraceSnapshot>& snapshot() const { return m_snapshot; }
  const RunList& runs() const { return m_runs; }
  /// Changes to the list of runs; all that is shown follows.
  void changeRuns(const std::function<void(RunList&)>& change);
  const std::vector<RunResult>& results() const { return m_results; }  ///< of the run that is shown
  /// The part of the session in which that run was measured, of a lost one what it recorded, empty where that is
  /// nothing; nullopt: nothing is known of it.
  std::optional<TimeRange> shownPart() const;
  /// Of that part, what results were measured in; of a lost run nothing is told apart.
  std::vector<TimedPart> shownTimedParts() const;
  /// Of what the run computed that is shown, "512×512×512"; empty: none is, or it is no ladder's.
  std::string shownShape() const;
  const std::vector<StoreyState>& storeys() const { return m_storeys; }
  const std::optional<Hello>& hello() const { return m_hello; }
  const std::vector<DeviceInfo>& devices() const { return m_devices; }  ///< of all agents that spoke
  const std::optional<Origin>& origin() const { return m_origin; }      ///< of another tool's trace
  QString device() const;                                               ///< it is of; empty: it does not say
  bool fromFile() const { return m_fromFile; }
  /// Of the run that is shown; where none is, of one that has no result yet.
  const RunPictures& pictures() const { return m_pictures; }
  const std::shared_ptr<const TokenStory>& tokens() const { return m_tokens; }
  Session::AgentState agentState() const { return m_agentState; }
  /// An agent is there: its stream goes on, or may.
  bool agentAlive() const;
  /// It starts, or has not answered all that it was asked.
  bool working() const;
  int agentPid() const { return m_session->agentPid(); }
  std::string path() const { return m_session->path(); }
  bool unsaved() const { return m_session->unsaved(); }
  /// Why not all of an unsaved session is kept when it goes; empty: it is.
  QString whyNotKept() const;
  /// Its beginning is, whatever the reason why not all of it.
  bool partKept() const { return !m_session->keptPath().empty(); }
  /// A run was asked for and is not over.
  bool running() const { return m_runId.has_value(); }
  /// It is one of this experiment.
  bool isRunning(std::string_view experiment) const { return running() && m_request.name == experiment; }
  bool stopping() const { return running() && m_stopAsked; }
  /// The newest run ended with its agent, before its first result.
  bool lost() const { return m_lost; }
  /// Of the request that runs, as RunRecord::request; nullopt: none does.
  std::optional<std::uint64_t> runId() const { return m_runId; }
  /// How long ago that run was asked for.
  Duration runningFor() const { return Duration{m_runClock.isValid() ? m_runClock.nsecsElapsed() : 0}; }
  /// Newest answer to the request that runs: how far it is.
  const std::optional<Answer>& progress() const { return m_progress; }
  /// The part of the session that the newest run fills; where there is one, or a file, all that lasts.
  TimeRange newestRun() const;
  /// What of it was measured, from its first timed call to its last; nullopt: nothing is known of it.
  std::optional<TimeRange> newestPart() const;
  /// The session's clock now: where open events end on the screen.
  HostTime now() const;

 signals:
  void changed();   ///< something to see is new
  void replaced();  ///< another session altogether
  /// What was shown before, which something else has replaced: where it can be opened again, whether it was saved, and
  /// else why not all of it is there; whether a run of it went on, which ended by this.
  void left(const QString& path, bool saved, const QString& whyNotKept, bool cutOff);
  void opened(const QString& path);                                  ///< empty: of several files
  void openFailed(const QString& path, const strata::Error& error);  ///< empty: of several files
  void runEnded(const strata::Answer& answer);
  void problem(const strata::Error& error);  ///< of what runs here, each once
  /// Of the file that was opened, all at once; there is one or more.
  void fileProblems(const std::vector<strata::Error>& errors);

 private:
  std::unique_ptr<Session> newSession(std::function<bool(std::uint64_t, std::uint64_t)> opening = {});
  /// Another session takes the place of the one shown.
  void replace(std::unique_ptr<Session> session, bool fromFile);
  void adopt(std::unique_ptr<Session> session);
  void finishOpening();
  void notice();
  void refresh();
  void readState();
  void reportProblems();
  void checkRun();
  std::optional<TimeRange> sinceRun() const;  ///< from the newest run's first call to the end; nullopt: it has none

  const std::string m_keepIn;
  std::function<void(FrameSocket)> m_frames;
  std::unique_ptr<Session> m_session;
  std::shared_future<void> m_leaving;  ///< sessions shown before: ending an agent may take its time
  SessionReading* m_reading = nullptr;
  std::atomic<bool> m_noticed = false;
  QTimer m_frame;
  QElapsedTimer m_sinceRefresh;
  std::string m_command;
  std::vector<SessionMessage> m_beside;
  bool m_fromFile = false;

  std::shared_ptr<const TraceSnapshot> m_snapshot;
  RunList m_runs;
  std::size_t m_resultCount = 0;
  std::vector<RunResult> m_results;
  std::vector<StoreyState> m_storeys;
  std::optional<Hello> m_hello;
  std::vector<DeviceInfo> m_devices;
  std::optional<Origin> m_origin;
  RunPictures m_pictures;
  std::shared_ptr<const TokenStory> m_tokens;
  Session::AgentState m_agentState = Session::AgentState::None;
  std::optional<std::uint64_t> m_runId;
  Request m_request;  ///< of the newest run
  QElapsedTimer m_runClock;
  bool m_stopAsked = false, m_lost = false;
  std::optional<Answer> m_progress;
  std::size_t m_problemsSeen = 0, m_callsBefore = 0;
  SnapshotState m_clockState;
  Duration m_clockOffset{INT64_MIN / 2};
};

}  // namespace strata::inline studio
