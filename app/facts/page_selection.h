#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/facts/view_state.h"
#include "app/lessons/lesson.h"
#include "app/lessons/lesson_player.h"

namespace strata::inline facts {

/// What a lesson's page selects of what ran; where it explains without doing so, the call that its numbers are of: the
/// median one of its variant, else of the last. Nothing where no event is meant.
/// `measured`: the calls that results of the session were measured with, of all its runs.
Selection selectionOf(const Page& page, const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                      const ExperimentInfo* experiment, std::span<const CallId> measured);

/// What is selected beside a page that selects nothing itself: what the nearest page before it does of the same run,
/// else the kernel worth looking at first, else the call that the last result is of.
Selection selectionElse(const LessonPlayer& player, const TraceSnapshot& snapshot,
                        const std::vector<RunResult>& results, const ExperimentInfo* experiment,
                        std::span<const CallId> measured);

/// The step whose kernel is looked at: the page's; where the page shows the kernel view and what it is of has not run,
/// the first that will run. Empty: the selected call's.
std::string stepShown(const LessonPlayer& player, const ExperimentInfo* experiment);

}  // namespace strata::inline facts
