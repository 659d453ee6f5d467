#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/frames/frame_socket.h"
#include "engine/protocol/agent_facts.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "engine/protocol/token_story.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline session {

struct Origin;
struct RunPictures;
struct RunRecord;

struct SessionOptions {
  /// Also write each byte that arrives here; what the file holds stays until finish(), and for good if no agent greeted
  /// or it could not be written whole. Empty: only a spool file in the temporary folder, for Save.
  std::string out = {};
  /// Folder in which a session stays that nobody saves (see keptSessions); empty: it is gone with this object.
  std::string keepIn = {};
  /// Told now and then how much of what is opened is read, of how much: a session's bytes; of another tool's trace the
  /// import's first, which are scaled to be most of it. False stops that. By the thread that opens.
  std::function<bool(std::uint64_t bytes, std::uint64_t of)> opening = {};
  Duration silenceLimit{15'000'000'000};  ///< an agent with work that says nothing for so long is hung
  /// Given the viewer's end of the socket for frames each time an agent starts; empty: agents get none. Called by the
  /// thread that starts it.
  std::function<void(FrameSocket)> frames = {};
  /// What arrives is read at once; off: on cores that the run leaves free, for who shows results at its end.
  bool live = true;
};

/// One session: the stream of one or more agents, or a file. No UI; used by the command line and by Studio.
/// Methods are for one thread, but any thread may stop, kill, read state and take snapshots. `changed` is called from a
/// thread of the session's own, after the state it speaks of is visible; changes that follow quickly share one call.
class Session {
 public:
  enum class AgentState { None, Starting, Idle, Running, Exited };

  explicit Session(SessionOptions options = {}, std::function<void()> changed = {});
  ~Session();

  /// Shows a saved session or another tool's trace; for a session that holds nothing yet. Never starts a process.
  Result<void> open(const std::string& path);
  /// Shows traces that ranks of one job wrote as one session, which no file holds yet.
  Result<void> open(std::span<const std::string> paths);
  /// Starts an agent (a shell command). What the session already holds stays.
  Result<void> start(const std::string& agentCommand);
  /// Waits for what the agent says first, about itself and its device.
  Result<Hello> awaitHello();
  /// Sends a run request; starts the agent again if it is gone. Returns the request's id.
  Result<std::uint64_t> run(Request request);
  Result<void> fetch(const std::string& tensor);
  void stop();       ///< asks the agent to stop what runs
  void killAgent();  ///< SIGKILL; what waits for an answer hears Stopped
  /// Ends the agent in order: closes its input and waits until it has written all it has to say and is gone; after
  /// `patience` it is killed. What is in the session stays. Does nothing without an agent.
  void finish(Duration patience = {10'000'000'000});

  /// Copies all bytes of the session to `path`; where no folder could take them all, writes anew what it holds. An
  /// agent goes on, and what it writes later is not in the file; one that waits for work has written all, so the file
  /// is complete. `beside`: what whoever looks at it adds.
  Result<void> save(const std::string& path, std::span<const SessionMessage> beside = {});
  /// It holds what no file of the user's does: something was asked of an agent since it was saved.
  bool unsaved() const;
  /// Where it stays, not being saved, when this object goes; empty: nowhere.
  std::string keptPath() const;
  /// Why there is not all of it, or nothing; empty: nothing failed.
  std::string whyNotKept() const;

  std::shared_ptr<const TraceSnapshot> snapshot() const;
  AgentState agentState() const;
  bool working() const;  ///< an agent starts, or has not yet answered all that it was asked
  std::optional<Hello> hello() const;
  std::vector<DeviceInfo> devices() const;  ///< of all agents that spoke, each once
  std::optional<Origin> origin() const;     ///< of another tool's trace
  std::vector<StoreyState> storeys() const;
  std::vector<RunResult> results() const;                      ///< of the newest run, shareOfLibrary filled in
  std::vector<RunRecord> runs() const;                         ///< all that have a result, oldest first
  std::size_t resultCount() const;                             ///< of all runs
  RunPictures pictures(std::optional<std::size_t> run) const;  ///< as SessionMessages has them
  /// The newest text of a language model; nullptr: none. The same object until there is something new.
  std::shared_ptr<const TokenStory> tokens() const;
  std::optional<Answer> lastAnswer() const;
  std::vector<Error> errors() const;  ///< agent deaths, answers of status Error, problems of the stream
  int agentPid() const;
  std::string path() const;  ///< of the opened or saved file; empty for a session that never was either

  /// Waits until the request is answered for good (Done, Stopped, Error) or the agent is gone.
  Result<Answer> wait(std::uint64_t request, const std::function<void(const Answer&)>& progress = {});

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline session
