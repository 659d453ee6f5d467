#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "app/facts/view_state.h"
#include "app/graphics/frame_show.h"
#include "app/present/show_file.h"
#include "app/present/switches.h"
#include "app/session/session.h"

namespace strata::inline present {

/// A show being given: which slide, what its action brought, what the presenter's keys have switched. No window.
class Presentation : public Switches {
 public:
  /// `agent`: command of the agent that runs what slides ask for. `changed` is called from any thread when there may be
  /// something new to draw.
  Presentation(Show show, std::string folder, std::string agent, std::function<void()> changed);

  const Show& show() const { return m_show; }
  std::size_t index() const { return m_index; }
  const Slide& slide() const { return m_show.slides[m_index]; }

  void next();  ///< shows the answer first where there is one
  void back();
  void go(std::size_t index);
  void again();  ///< the slide's action once more

  bool hasNotes() const;  ///< any slide has
  bool answerShown() const { return m_answerShown; }
  void toggleAnswer() { m_answerShown = !m_answerShown; }

  /// Reads the session; to be called before drawing. Returns what the view draws from.
  const ViewState& state();
  bool working() const;  ///< the slide's action is not done
  /// What went wrong; no value: nothing.
  std::optional<Error> problem() const;

 private:
  SessionOptions options();
  void act();
  void openFile();
  void runExperiment();
  void openBeside();
  void show(std::unique_ptr<Session> session);
  const Session* beside() const;
  void chooseOnce();  ///< for what the session holds now
  void chooseEvent();
  std::optional<EventRef> selected(const TraceSnapshot& snapshot) const;

  Show m_show;
  std::string m_folder, m_agent, m_opened;
  std::function<void()> m_changed;
  FrameShow m_frames;
  std::unique_ptr<Session> m_session;
  std::unique_ptr<Session> m_beside;  ///< the second one of the slide below; nullptr: none
  std::optional<std::size_t> m_besideFor;
  std::optional<std::uint64_t> m_run;
  ViewState m_state;
  /// Versions of both snapshots, number of results.
  std::optional<std::tuple<std::uint64_t, std::uint64_t, std::size_t>> m_chosenFor;
  TimeRange m_chosenRange;
  std::size_t m_index = 0;
  bool m_answerShown = false;
  std::optional<Error> m_problem;
  std::optional<Error> m_unmatched;  ///< what the slide selects is not there
};

}  // namespace strata::inline present
