#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/trace/trace_snapshot.h"

namespace strata::inline facts {

/// The longest finished event whose name contains a text, in any case of letters; within the calls that results were
/// measured with, where one of these has such an event: a warm-up is longer, and no number is of it.
std::optional<EventRef> longestNamed(const TraceSnapshot& snapshot, const std::string& part,
                                     std::span<const CallId> measured = {});

/// The event of just this name that begins at that time.
std::optional<EventRef> namedAt(const TraceSnapshot& snapshot, std::string_view name, HostTime begin);

/// What a lesson's "select" means: "<kernel>" is the typical kernel (selections.h), without one the longest; "<launch>"
/// what started it, "<call>" its call, "<copy>" the copy before it, without one the longest; anything else is part of a
/// name.
std::optional<EventRef> eventMeant(const TraceSnapshot& snapshot, std::optional<EventRef> typical,
                                   const std::string& words, std::span<const CallId> measured = {});

/// What events are called that longestNamed may find, each name once: first those of kernels. No counters, no moments,
/// nothing that has not ended.
std::vector<std::string> eventNames(const TraceSnapshot& snapshot);

/// The name of an event that differs from `words` by few letters; empty if none does.
std::string nearestEventName(const TraceSnapshot& snapshot, const std::string& words);

}  // namespace strata::inline facts
