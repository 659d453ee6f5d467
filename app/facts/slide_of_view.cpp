#include "app/facts/slide_of_view.h"

#include <fmt/format.h>

#include "app/facts/event_text.h"

namespace strata::inline facts {
namespace {

/// The selected event; of a call that was selected as a whole, its outermost.
const TraceEvent* shownEvent(const TraceSnapshot& snapshot, const Selection& selection) {
  if (selection.event) return findEvent(snapshot, *selection.event);
  const auto call = snapshot.call(selection.call);
  return call ? findEvent(snapshot, call->top) : nullptr;
}

}  // namespace

std::string slideOfView(std::string_view view, std::string_view title, const ViewState& state, std::string_view file) {
  std::string slide = fmt::format("slide: {}\nview: {}\nopen: {}\n", title, view, file);
  const ViewChoices& choices = state.sight.choices;
  if (!choices.variant.empty()) slide += fmt::format("variant: {}\n", choices.variant);
  if (choices.line > 0) slide += fmt::format("line: {}\n", choices.line);
  if (choices.allCalls) slide += "calls: all\n";
  const auto bounds = state.session.snapshot ? state.session.snapshot->bounds() : std::nullopt;
  if (!bounds) return slide;
  const auto since = [&](HostTime time) { return (time - bounds->begin).ns; };
  slide += fmt::format("range: {} to {}\n", since(state.sight.range.begin), since(state.sight.range.end));
  if (const TraceEvent* event = shownEvent(*state.session.snapshot, state.sight.selection))
    slide += fmt::format("select: {}\nat: {}\n", state.session.snapshot->name(event->name), since(event->begin));
  return slide;
}

}  // namespace strata::inline facts
