#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/session/arrivals.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/session/spool.h"
#include "engine/interchange/trace_files.h"
#include "engine/protocol/agent_process.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"

namespace strata {

/// Three threads meet here: the owner's (public methods), the reader's (arrived, ended) and the watch's. All
/// state is under `mutex`; the process object is only made and ended by the owner and never while holding the mutex.
struct Session::Impl {
  struct Reply {
    std::uint64_t number = 0;  ///< of all replies, from 1
    Answer answer;
  };

  Impl(SessionOptions givenOptions, std::function<void()> changedCallback);
  ~Impl();

  // The owner's side.
  Result<void> open(const std::string& path);
  Result<void> checkEmpty(const std::string& file) const;
  Result<void> feedBase(const std::string& file);
  Result<std::vector<std::string>> openBase(const TraceFiles& traces);
  Result<void> start(const std::string& agentCommand);
  Result<void> deliver(Request& request);
  void endProcess();
  void finishOut();
  bool waitForExit(Duration patience);
  const Reply* newerReply(std::uint64_t request, std::uint64_t number) const;

  // The reader's side.
  void arrived(std::span<const std::byte> bytes);
  void ended(const AgentProcess::Exit& exit);

  // Under the mutex.
  void feed(std::span<const std::byte> bytes);
  void finishStream();
  void takeNews();
  void takeAnswer(const Answer& answer);
  bool wasAskedFor(const SessionMessage& result) const;
  void addError(Error error);
  void setChanged(bool sinceSaved);
  /// What must follow the bytes so far for a file that is complete; empty where more is to come.
  std::string ending() const;
  void judgeEnd(const AgentProcess::Exit& exit);
  void condemn(Error reason);
  bool working() const;  ///< an agent that should be heard of
  bool alive() const { return state != AgentState::None && state != AgentState::Exited; }
  void touch();

  // The watch's side.
  void listen(Duration sinceLastLook);
  void watchLoop(const std::stop_token& stop);

  const SessionOptions options;
  const std::function<void()> changed;

  mutable std::mutex mutex;
  std::condition_variable_any news;
  TraceStore store;
  PerfettoReader reader{store};  ///< one for all agents: it keeps their ids apart
  Spool spool{options.keepIn};
  std::uint64_t bytesFed = 0;   ///< to the reader, so far
  std::uint64_t tailBytes = 0;  ///< at the end of the newest finished stream: half a packet
  SessionMessages messages;
  std::size_t messagesTaken = 0, problemsTaken = 0;
  mutable std::shared_ptr<const TokenStory> tokens;  ///< made when asked for
  std::vector<Error> errors;
  std::string path;
  bool changedSinceSaved = false;  ///< something was asked of an agent
  bool holdsEvents = false;

  std::shared_ptr<AgentProcess> process;
  std::string command;
  AgentState state = AgentState::None;
  std::size_t agentsBefore = 0;  ///< hellos that were there when this agent started
  std::size_t errorsBefore = 0;  ///< and errors
  std::uint64_t agentBytes = 0;  ///< what this agent has written
  Duration silence;              ///< of this agent since it was last heard or had nothing to say
  bool inputClosed = false;
  std::optional<Error> verdict;  ///< why it ends or ended, where more than its exit status is known
  std::optional<Error> death;    ///< what was said when it ended

  std::uint64_t nextRequest = 1;
  std::uint64_t replyCount = 0;
  std::map<std::uint64_t, Reply> replies;       ///< the newest to each request sent
  std::map<std::uint64_t, Request> unanswered;  ///< sent to this agent, not answered for good
  std::string doing;                            ///< the newest progress message
  std::uint64_t changes = 0;

  Arrivals arrivals;   ///< uses all of the above
  std::jthread watch;  ///< and so does this
};

}  // namespace strata
