#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/protocol/run_result.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// The longest finished event whose name contains a text, in any case of letters.
std::optional<EventRef> longestNamed(const TraceSnapshot& snapshot, const std::string& part);

/// What a lesson's "select" means: "<kernel>" is the longest of the newest result's median call, "<launch>" what
/// started it, "<call>" the call, "<copy>" the longest copy; anything else is part of a name.
std::optional<EventRef> eventMeant(const TraceSnapshot& snapshot, std::span<const RunResult> results,
                                   const std::string& words);

/// The name of an event that differs from `words` by few letters; empty if none does.
std::string nearestEventName(const TraceSnapshot& snapshot, const std::string& words);

}  // namespace strata::inline facts
