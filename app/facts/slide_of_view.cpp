#include "app/facts/slide_of_view.h"

#include <fmt/format.h>

#include "app/facts/event_text.h"
#include "app/facts/sight_text.h"

namespace strata::inline facts {
namespace {

/// The selected event; of a call that was selected as a whole, its outermost.
const TraceEvent* shownEvent(const TraceSnapshot& snapshot, const Selection& selection) {
  if (selection.event) return findEvent(snapshot, *selection.event);
  const auto call = snapshot.call(selection.call);
  return call ? findEvent(snapshot, call->top) : nullptr;
}

/// Runs are counted from 1, as the window numbers them.
std::string runLine(std::string_view key, const ShownSession& session) {
  return session.run ? fmt::format("{}: {}\n", key, *session.run + 1) : std::string();
}

}  // namespace

std::string slideOfView(std::string_view view, std::string_view title, const ViewState& state,
                        const ShownSession& session, const ShownSession& beside) {
  const ViewChoices& choices = state.sight.choices;
  const bool shares = view == "stack" && choices.allCalls;
  std::string slide = fmt::format("slide: {}\nview: {}\nopen: {}\n", title, shares ? "shares" : view, session.file) +
                      runLine("of-run", session);
  if (!beside.file.empty()) slide += fmt::format("beside: {}\n", beside.file) + runLine("beside-run", beside);
  if (!choices.variant.empty()) slide += fmt::format("variant: {}\n", choices.variant);
  if (choices.line > 0) slide += fmt::format("line: {}\n", choices.line);
  const auto bounds = state.session.snapshot ? state.session.snapshot->bounds() : std::nullopt;
  if (!bounds) return slide;
  const auto since = [&](HostTime time) { return (time - bounds->begin).ns; };
  slide += fmt::format("range: {} to {}\n", since(state.sight.range.begin), since(state.sight.range.end));
  if (const TraceEvent* event = shownEvent(*state.session.snapshot, state.sight.selection))
    slide += fmt::format("select: {}\nat: {}\n", state.session.snapshot->name(event->name), since(event->begin));
  Sight rest = state.sight;
  rest.choices.variant.clear(), rest.choices.line = 0;  // which have lines of their own
  if (const std::string seen = sightText(rest, *state.session.snapshot); seen != "{}") slide += "seen: " + seen + "\n";
  return slide;
}

}  // namespace strata::inline facts
