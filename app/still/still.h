#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/facts/view_state.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"

namespace strata::inline still {

/// A run of a session, by place; nullopt: none is asked for, or it is not there.
std::optional<RunRecord> runOf(const TraceSnapshot& snapshot, std::optional<std::size_t> place);

/// Its place; nullopt: the session holds no run.
std::optional<std::size_t> newestRunOf(const TraceSnapshot& snapshot);

/// What the session holds now, put into the state; all of it is in sight. What a person chose stays. `run`: the place
/// of the run whose results they are; none, or not there: the newest.
void readSession(const Session& session, ViewState& state, std::optional<std::size_t> run = {});

/// The experiment of the newest results, or of that run's; nullptr: they name none that Strata has.
std::shared_ptr<const ExperimentInfo> experimentOf(const TraceSnapshot& snapshot, std::optional<std::size_t> run = {});

/// A session at rest: all of it in sight, and a kernel worth looking at selected, where there is one.
ViewState stillOf(const Session& session);

/// Selects a kernel worth looking at, where the experiment has one. Nobody asked for its row: the table of events
/// begins with its first.
void selectTypicalKernel(ViewState& state);

/// Puts a second session beside the first, aligned at the selected event: of either one run, by place, or the newest;
/// all of what holds no run.
void compareWith(const Session& other, ViewState& state, std::optional<std::size_t> run = {},
                 std::optional<std::size_t> otherRun = {});

}  // namespace strata::inline still
