#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/facts/view_state.h"
#include "app/lessons/class_lesson.h"
#include "app/present/kernel_scales.h"
#include "app/present/lesson_run.h"
#include "app/present/switches.h"
#include "app/views/view.h"

namespace strata::inline present {

/// A lesson being given to a class: its pages, the view beside each, and the runs that were asked for. Nothing runs
/// before that. No window.
class LessonShow : public Switches {
 public:
  /// `changed` is called from any thread when there may be something new to draw.
  LessonShow(std::shared_ptr<const Lesson> lesson, FindAgent findAgent, std::function<void()> changed);

  ClassLesson& lesson() { return m_lesson; }
  const ClassLesson& lesson() const { return m_lesson; }

  /// Runs, shows the outcome, or the next page, whichever comes now; without a prediction, where that was asked for
  /// just before (`again`).
  void goOn(bool again = false);
  void back();
  void go(std::size_t page);    ///< as far as the first page that waits
  void skip();                  ///< the next page, without what is missing
  void run();                   ///< the page's, once more too
  bool stop();                  ///< the run; false: none is on its way
  void play(std::size_t page);  ///< that page, without what is missing before it; its run begins
  void act(const LessonAct& act);
  /// Whether votes are lost is asked once: false where it was, or where there are none, and the lesson may be left.
  bool askToLeave();
  bool leaving() const { return m_leaving; }  ///< that was asked, and nothing else done since
  /// Going on without a prediction was asked for, and nothing else done since.
  bool goingWithout() const { return m_goingWithout; }
  void stay() { m_leaving = m_goingWithout = false; }
  void forPictures();  ///< as ClassLesson has it

  /// The view beside the page; nullptr: it has none, or nothing to show yet.
  const View* view() const { return m_view; }
  /// What was clicked in the view: it is chosen there, and where a place is asked for a hand goes up for it.
  void choose(const Hit& hit);
  void scrollTo(const ViewChoices& choices) { m_state.sight.choices = choices; }

  /// Reads the sessions; to be called before drawing. Returns what page and view draw from.
  const ViewState& state();
  KernelScales& kernelScales() { return m_kernelScales; }  ///< of its slides
  bool working() const;
  bool playing() const { return m_slowSince.has_value(); }  ///< slow motion, which changes the picture by itself
  std::optional<Error> problem() const;                     ///< of the page

 private:
  std::optional<Error> problemBeside() const;  ///< of its run or view, not of its text
  void turn(const std::function<void()>& move);
  void look();  ///< what the page says about its view
  void readRun();
  void readShown(const LessonRunning* shown);
  void selectOnce(const LessonRunning* shown);
  void select(std::span<const CallId> measured);
  void playSlowly();
  const LessonRunning* shown() const;  ///< of the page, or else the nearest before it; nullptr: none was asked for
  bool hidden() const;                 ///< what ran would tell what the page asks
  void vote(const Hit& hit);           ///< for the place that was clicked

  ClassLesson m_lesson;
  FindAgent m_findAgent;
  std::function<void()> m_changed;
  std::map<std::size_t, std::unique_ptr<LessonRunning>> m_runs;  ///< by page
  std::optional<std::size_t> m_running;                          ///< page of the run that is on its way
  bool m_leaving = false, m_goingWithout = false;
  Session m_blank;                ///< before anything ran
  const View* m_named = nullptr;  ///< the view that the page wants
  const View* m_view = nullptr;
  std::optional<Error> m_unknown;  ///< the page wants a view that is none
  ViewState m_state;
  KernelScales m_kernelScales;
  std::shared_ptr<const ExperimentInfo> m_experiment;
  /// Run and version of its snapshot that the page's selection was made for.
  std::optional<std::pair<const LessonRunning*, SnapshotState>> m_selectedFor;
  TimeRange m_range;
  std::optional<std::chrono::steady_clock::time_point> m_slowSince;
};

}  // namespace strata::inline present
