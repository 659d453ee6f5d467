#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/session/agent_errors.h"
#include "app/session/arrivals.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/session/spool.h"
#include "engine/base/mutex.h"
#include "engine/interchange/trace_files.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/process_waits.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"

namespace strata::inline session {

/// Three threads meet here: the owner's (public methods), the reader's (arrived, ended) and the watch's. All state is
/// under `mutex`. The process object is only made and ended by the owner, and not ended while holding the mutex: its
/// end waits for the reader, which takes it.
struct Session::Impl {
  struct Reply {
    std::uint64_t number = 0;  ///< of all replies, from 1
    Answer answer;
  };

  Impl(SessionOptions givenOptions, std::function<void()> changedCallback);
  ~Impl();

  // The owner's side.
  Result<void> open(std::span<const std::string> files) STRATA_EXCLUDES(mutex);
  Result<void> checkEmpty(const std::string& file) const STRATA_EXCLUDES(mutex);
  struct ImportedBase {
    std::vector<std::string> problems;  ///< what of another tool's trace could not be read
    bool isImport = false;
  };
  Result<ImportedBase> openBase(TraceFiles& traces) STRATA_EXCLUDES(mutex);
  Result<void> feedBase(const std::string& file, bool isImport) STRATA_EXCLUDES(mutex);
  Result<void> start(const std::string& agentCommand) STRATA_EXCLUDES(mutex);
  Result<void> deliver(Request& request) STRATA_EXCLUDES(mutex);
  void endProcess() STRATA_EXCLUDES(mutex);
  void finishOut() STRATA_EXCLUDES(mutex);
  bool waitForExit(Duration patience) STRATA_EXCLUDES(mutex);

  // The reader's side.
  void arrived(std::span<const std::byte> bytes) STRATA_EXCLUDES(mutex);
  void ended(const AgentProcess::Exit& exit) STRATA_EXCLUDES(mutex);

  // Any side's.
  void feed(std::span<const std::byte> bytes) STRATA_REQUIRES(mutex);
  void finishStream() STRATA_REQUIRES(mutex);
  void takeNews() STRATA_REQUIRES(mutex);
  void takeAnswer(const Answer& answer) STRATA_REQUIRES(mutex);
  bool wasAskedFor(const SessionMessage& result) const STRATA_REQUIRES(mutex);
  void addError(Error error) STRATA_REQUIRES(mutex);
  void setChanged(bool sinceSaved) STRATA_REQUIRES(mutex);
  /// What must follow the bytes so far for a file that ends here and says how; empty where no agent waits or works.
  std::string ending(std::span<const SessionMessage> beside) const STRATA_REQUIRES(mutex);
  const Reply* newerReply(std::uint64_t request, std::uint64_t number) const STRATA_REQUIRES(mutex);
  RanThen ranThen() const STRATA_REQUIRES(mutex);
  void judgeEnd(const AgentProcess::Exit& exit) STRATA_REQUIRES(mutex);
  void condemn(Error reason) STRATA_REQUIRES(mutex);
  bool working() const STRATA_REQUIRES(mutex);  ///< an agent that should be heard of
  bool alive() const STRATA_REQUIRES(mutex) { return state != AgentState::None && state != AgentState::Exited; }
  void touch() STRATA_REQUIRES(mutex);

  // The watch's side.
  void growSilence(Duration by) STRATA_REQUIRES(mutex);
  void listen(Duration sinceLastLook) STRATA_REQUIRES(mutex);
  void watchLoop(const std::stop_token& stop) STRATA_EXCLUDES(mutex);

  const SessionOptions options;
  const std::function<void()> changed;

  mutable Mutex mutex;
  Condition news;
  TraceStore store STRATA_GUARDED_BY(mutex);
  PerfettoReader reader STRATA_GUARDED_BY(mutex){store};  ///< one for all agents: it keeps their ids apart
  Spool spool STRATA_GUARDED_BY(mutex){options.keepIn};
  std::uint64_t bytesFed STRATA_GUARDED_BY(mutex) = 0;   ///< to the reader, so far
  std::uint64_t tailBytes STRATA_GUARDED_BY(mutex) = 0;  ///< at the end of the newest finished stream: half a packet
  SessionMessages messages STRATA_GUARDED_BY(mutex);
  std::size_t messagesTaken STRATA_GUARDED_BY(mutex) = 0;
  std::size_t problemsTaken STRATA_GUARDED_BY(mutex) = 0;
  mutable std::shared_ptr<const TokenStory> tokens STRATA_GUARDED_BY(mutex);  ///< made when asked for
  std::vector<Error> errors STRATA_GUARDED_BY(mutex);
  std::string path STRATA_GUARDED_BY(mutex);
  bool changedSinceSaved STRATA_GUARDED_BY(mutex) = false;  ///< something was asked of an agent
  bool holdsEvents STRATA_GUARDED_BY(mutex) = false;

  std::shared_ptr<AgentProcess> process STRATA_GUARDED_BY(mutex);
  std::string command STRATA_GUARDED_BY(mutex);
  AgentState state STRATA_GUARDED_BY(mutex) = AgentState::None;
  std::size_t agentsBefore STRATA_GUARDED_BY(mutex) = 0;       ///< hellos that were there when this agent started
  std::size_t errorsBefore STRATA_GUARDED_BY(mutex) = 0;       ///< and errors
  std::uint64_t agentBytes STRATA_GUARDED_BY(mutex) = 0;       ///< what this agent has written
  std::optional<ProcessWaits> waits STRATA_GUARDED_BY(mutex);  ///< of this agent
  Silence silence STRATA_GUARDED_BY(mutex);  ///< of this agent since it was last heard or had nothing to say
  bool inputClosed STRATA_GUARDED_BY(mutex) = false;
  /// Why it ends or ended, where more than its exit status is known.
  std::optional<Error> verdict STRATA_GUARDED_BY(mutex);
  std::optional<Error> death STRATA_GUARDED_BY(mutex);  ///< what was said when it ended

  std::uint64_t nextRequest STRATA_GUARDED_BY(mutex) = 1;
  std::uint64_t replyCount STRATA_GUARDED_BY(mutex) = 0;
  std::map<std::uint64_t, Reply> replies STRATA_GUARDED_BY(mutex);       ///< the newest to each request sent
  std::map<std::uint64_t, Request> unanswered STRATA_GUARDED_BY(mutex);  ///< sent to this agent, not answered for good
  std::string doing STRATA_GUARDED_BY(mutex);                            ///< the newest progress message
  std::uint64_t changes STRATA_GUARDED_BY(mutex) = 0;

  Arrivals arrivals;   ///< uses all of the above
  std::jthread watch;  ///< and so does this
};

}  // namespace strata::inline session
