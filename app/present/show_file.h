#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/base/result.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_line.h"

namespace strata::inline present {

/// One slide: one view, one sentence, one action.
struct Slide {
  std::string title;
  std::string say;                 ///< the sentence below the title
  std::string view;                ///< "stack"; a name of the view catalogue
  std::string open;                ///< session file, relative to the show; empty: the session that is there
  RunLine run;                     ///< no experiment: none
  std::string beside;              ///< the second session of "compare": a file, or kBefore; empty: none
  std::string select;              ///< part of an event's name: the longest such event is selected
  bool zoom = false;               ///< the timeline shows just the selected event
  std::optional<std::int64_t> at;  ///< ns after the session's begin: the event that is named just so and begins then
  std::optional<std::pair<std::int64_t, std::int64_t>> range;  ///< ns after the session's begin that the timeline shows
  std::string variant;                                         ///< the step that the kernel view shows
  int codeLine = 0;                                            ///< of its text; 0: none
  std::optional<std::size_t> ofRun;      ///< place of the run whose results are shown; none: the newest
  std::optional<std::size_t> besideRun;  ///< of the second session, what is compared; none: the newest
  std::string seen;                      ///< what else was chosen to be seen, as sightText (app/facts) has it
  std::string note;                      ///< for who gives the show, in lines
  std::string answer;                    ///< hidden until asked for
  int line = 0;                          ///< of the file, where the slide begins
  KeyLines keys;

  static constexpr std::string_view kBefore = "before";  ///< the session of the slide before

  /// Of the file, where the slide has that key; where it has none, its first.
  int lineOf(std::string_view key) const { return keys.of(key, line); }
};

struct Show {
  std::string file;  ///< as it was given
  std::string title;
  bool light = false;  ///< dark letters on a light ground
  std::vector<Slide> slides;
};

/// Reads the text of a *.strata-show: lines "key: value", a slide begins with "slide:", "#" begins a comment. An Error
/// of code Usage names file, line and what was expected. That a run's names exist is not asked: it is not run yet.
Result<Show> parseShow(std::string_view text, std::string_view file);
Result<Show> readShow(const std::string& path);

/// How far it is asked whether sessions that slides name can be shown.
enum class NamedSessions { AreThere, Opened };

/// All that is wrong with a show, found without running anything: what readShow says and what comes after it, runs
/// whose names do not exist, and sessions that are not there or, where they are opened, cannot be shown; at most 20.
std::vector<Error> showErrors(const std::string& path, NamedSessions how = NamedSessions::AreThere);

/// What the slide runs. Usage, with file and line, where there is no such experiment, parameter or variant.
Result<Request> requestOf(const Slide& slide, std::string_view file);

/// The file that is meant: `asked` itself, or that show among those that come with Strata ("strata").
std::string findShow(const std::string& asked);

/// A lesson's file; or a bare name that no show has, such as "01-what-are-cuda-and-rocm.de".
bool namesLesson(const std::string& asked);

}  // namespace strata::inline present
