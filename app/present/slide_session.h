#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/facts/live_frame.h"
#include "app/graphics/frame_show.h"
#include "app/session/session.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"

namespace strata::inline present {

/// What a slide's action brings: the session of its run, or a file.
class SlideSession {
 public:
  /// Runs on the agent that the command starts. `changed` is called from any thread when there may be something new.
  SlideSession(Result<Request> run, const std::string& agent, const std::function<void()>& changed);

  /// A file instead, read at once.
  SlideSession(const std::string& file, const std::function<void()>& changed);

  bool working() const;
  const std::string& file() const { return m_file; }  ///< empty: of a run
  std::optional<Error> problem() const;               ///< the newest
  const Session& session() const { return *m_session; }
  /// Of a run; nullptr: there is none of that name, or a file tells its own.
  const std::shared_ptr<const ExperimentInfo>& experiment() const { return m_experiment; }
  std::shared_ptr<const LiveFrame> frame() const;  ///< the newest of its agent's; nullptr: none came
  void endAgent() { m_session->finish(); }
  void stop();  ///< once more ends an agent that does not stop

 private:
  Result<void> start(Result<Request> run, const std::string& agent);

  std::string m_file;
  std::shared_ptr<const ExperimentInfo> m_experiment;
  std::unique_ptr<FrameShow> m_frames;  ///< nullptr: of a file
  std::unique_ptr<Session> m_session;
  bool m_asked = false;  ///< the run
  bool m_stopped = false;
  std::optional<Error> m_problem;
};

}  // namespace strata::inline present
