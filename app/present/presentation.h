#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/facts/view_state.h"
#include "app/present/show_file.h"
#include "app/present/slide_session.h"
#include "app/present/switches.h"

namespace strata::inline present {

/// A show being given: which slide, what each slide's action brought, what the presenter's keys have switched. No
/// window.
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
  void type(int digit);  ///< of a slide's number, which a remark tells
  void enter();          ///< goes to the slide of that number; without one as next does
  void forgetNumber();
  bool stop();   ///< what runs; false: nothing does
  void again();  ///< the slide's action once more; of one without, whose session it shows is said

  bool hasNotes() const;  ///< any slide has
  bool answerShown() const { return m_answerShown; }
  void toggleAnswer() { m_answerShown = !m_answerShown; }
  /// For who looks at it later: each slide with its answer.
  void forPictures() { m_forPictures = true; }
  bool isForPictures() const { return m_forPictures; }

  /// Reads the session; to be called before drawing. Returns what the view draws from.
  const ViewState& state();
  bool working() const;  ///< what the slide shows is not all there
  /// What went wrong; no value: nothing.
  std::optional<Error> problem() const;
  /// What a key came to that changes nothing; empty: there is nothing to say.
  const std::string& remark() const { return m_remark; }
  /// The slide whose action brings what that slide shows: itself, or else the nearest before it; none: none brings any.
  std::optional<std::size_t> source(std::size_t index) const;

 private:
  std::vector<std::size_t> sources() const;  ///< of the slide's two sessions, the one shown last
  void act();
  void bringMissing();
  void bring(std::size_t index);
  std::string pathOf(const std::string& file) const;
  const SlideSession* shown() const;
  const SlideSession* beside() const;  ///< the slide's second one; nullptr: none
  void chooseOnce();                   ///< for what the session holds now
  void chooseEvent();
  std::optional<EventRef> selected(const TraceSnapshot& snapshot) const;

  Show m_show;
  std::string m_folder, m_agent;
  std::function<void()> m_changed;
  std::map<std::size_t, std::shared_ptr<SlideSession>> m_brought;  ///< by the slide whose action did; runs are kept
  std::unique_ptr<SlideSession> m_besideFile;                      ///< nullptr: the slide names none
  Session m_blank;                                                 ///< where no slide brings any
  ViewState m_state;
  /// Versions of both snapshots, number of results.
  std::optional<std::tuple<SnapshotState, SnapshotState, std::size_t>> m_chosenFor;
  TimeRange m_chosenRange;
  std::size_t m_index = 0;
  bool m_answerShown = false, m_forPictures = false;
  std::string m_remark;
  std::size_t m_number = 0;          ///< typed so far; 0: none
  std::optional<Error> m_unmatched;  ///< what the slide selects is not there
};

}  // namespace strata::inline present
