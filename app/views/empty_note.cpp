#include "app/views/empty_note.h"

#include <string_view>
#include <vector>

#include "app/canvas/paint.h"
#include "app/views/foreign.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline views {

std::optional<Msg> whyHidden(const ViewState& state) {
  switch (state.session.hidden) {
    case LessonHides::Nothing: return std::nullopt;
    case LessonHides::OtherExperiment: return Msg::EmptyOfLesson;
    case LessonHides::Answer: return Msg::EmptyOfQuestion;
  }
  return std::nullopt;
}

std::optional<Msg> whyWithoutEvents(const ViewState& state) {
  const SessionFacts& session = state.session;
  if (state.sight.live || !session.snapshot || session.snapshot->bounds() || !isCutOff(*session.snapshot))
    return std::nullopt;
  if (!session.results.empty()) return Msg::EmptyOfCutOff;
  return session.title.empty() ? std::nullopt : std::optional(Msg::EmptyOfCutOffAll);
}

void drawEmptyNote(Canvas& canvas, Rect area, const ViewState& state, Msg loud, std::initializer_list<Msg> quiet,
                   FilledBy by) {
  std::vector<std::string_view> lines;
  if (isForeign(state))
    lines = {text(Msg::EmptyOfForeign)};
  else if (const auto hidden = whyHidden(state))
    lines = {text(*hidden)};
  else if (state.sight.running)
    lines = {text(Msg::EmptyOfRunning)};
  else if (by == FilledBy::AnyRun && state.session.results.empty() && whyWithoutEvents(state))
    lines = {text(Msg::EmptyOfCutOffAll)};
  else
    for (const Msg line : quiet) lines.push_back(text(line));
  drawTeachingNote(canvas, area.inset(area.w / 20, 0), text(loud), lines);
}

}  // namespace strata::inline views
