#pragma once

#include <string>

#include "app/facts/view_state.h"
#include "app/words/messages.h"
#include "engine/trace/device_work.h"

// What events are called and how they are explained, the same in every view.

namespace strata::inline facts {

/// The word on a bar: a copy is called by its bytes, everything else by its name.
std::string eventLabel(const TraceSnapshot& snapshot, const TraceEvent& event);
/// The label with what makes this one different: launch shape, operand sizes, kind of host memory.
std::string eventLongLabel(const TraceSnapshot& snapshot, const TraceEvent& event);
/// "32×16", "32×16×2"; empty without the arguments.
std::string shapeText(const TraceSnapshot& snapshot, const TraceEvent& event, std::string_view x, std::string_view y,
                      std::string_view z);

/// An argument's value, on one line: bytes with a unit, what names something as the file has it, of other numbers with
/// a fraction so many digits.
std::string argumentText(const TraceSnapshot& snapshot, const Arg& argument, int digits = 4);

/// Lines for a person: name, duration with its kind, storey and track, start, call, launch, arguments.
std::string eventTooltip(const ViewState& state, const TraceEvent& event);
/// On one line for who does not see it, beginning with what tells repeats apart: begin, name, duration, track.
std::string eventInWords(const ViewState& state, const TraceEvent& event);
/// When in the session it begins, with digits enough for its length: "299.123 46 s".
std::string beginText(const TraceSnapshot& snapshot, const TraceEvent& event);
/// How many launches only count, and their time; empty: none.
std::string launchesThatCount(const WorkApart& counting);
/// That they are left out, and what is to be said as there is nothing else.
std::string launchesLeftOut(const WorkApart& counting, Msg nothingElse);
/// How long it took, or has taken until now.
Duration shownDuration(const ViewState& state, const TraceEvent& event);

/// The events of finished rows and open ones alike.
EventRef openRef(const TraceSnapshot& snapshot, const TraceSnapshot::OpenEvent& open);
/// The event that a ref names, if the session has it.
const TraceEvent* findEvent(const TraceSnapshot& snapshot, EventRef ref);

Color eventColor(const TraceEvent& event);

}  // namespace strata::inline facts
