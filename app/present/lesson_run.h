#pragma once

#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/facts/live_frame.h"
#include "app/graphics/frame_show.h"
#include "app/lessons/values.h"
#include "app/session/session.h"
#include "engine/protocol/run_line.h"

namespace strata::inline present {

/// The command of the agent that a lesson's runs go to; found out before the first of them, which may start processes.
using FindAgent = std::function<Result<std::string>()>;

/// Of the device that was asked for: it is looked for once.
FindAgent agentOf(const std::string& device);

/// One page's run, or runs one after the other, into one session.
class LessonRunning {
 public:
  /// What is counted or modelled runs on this machine's CPU device. `changed` is called from any thread when there may
  /// be something new.
  LessonRunning(const RunLine& line, const FindAgent& findAgent, const std::function<void()>& changed);

  /// A recording instead, read at once.
  LessonRunning(const std::string& recording, const std::function<void()>& changed);

  void update();  ///< reads what has arrived; to be called after `changed`
  bool working() const { return !m_waiting.empty() || m_found.valid() || m_run; }
  const std::optional<Error>& problem() const { return m_problem; }
  const std::vector<LessonRun>& done() const { return m_done; }  ///< in the order of singleRuns
  const Session& session() const { return *m_session; }
  std::shared_ptr<const LiveFrame> frame() const;  ///< the newest of its agent's; null: none came
  const std::string& experiment() const { return m_experiment; }
  void endAgent() { m_session->finish(); }
  void stop();  ///< what it came to so far is no result; once more ends an agent that does not stop

 private:
  void runNext();
  Result<void> send(const RunLine& line);
  void takeAnswer();
  void fail(const Error& error);

  std::string m_experiment;
  std::unique_ptr<FrameShow> m_frames;  ///< null: of a recording
  std::unique_ptr<Session> m_session;
  std::deque<RunLine> m_waiting;
  std::string m_agent;  ///< empty: not found yet
  std::optional<std::uint64_t> m_run;
  bool m_stopped = false;
  std::vector<LessonRun> m_done;
  std::optional<Error> m_problem;
  std::future<Result<std::string>> m_found;
  std::jthread m_finding;
};

}  // namespace strata::inline present
