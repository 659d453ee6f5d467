#pragma once

#include <string>
#include <string_view>

#include "app/facts/view_state.h"

namespace strata::inline facts {

/// What a person chose to see of a session that holds something, as one line of JSON: choices, bookmarks, the measured
/// part of time and how far the timeline is scrolled, as far as they differ from those of a fresh window, whose
/// timeline has all its groups fitted in (a negative scroll). "{}": nothing was chosen.
std::string sightText(const Sight& sight, const TraceSnapshot& snapshot);

/// Puts that into the sight of the same session, whose selection is made already. What is not known, or not of its
/// kind, stays as it is.
void readSight(std::string_view text, const TraceSnapshot& snapshot, Sight& sight);

/// Bookmarks as a session's file holds them.
SessionMessage marksMessage(const std::vector<TimelineMark>& marks, const TraceSnapshot& snapshot);
/// Those that the session came with, in order of time.
std::vector<TimelineMark> marksOf(const TraceSnapshot& snapshot);

}  // namespace strata::inline facts
