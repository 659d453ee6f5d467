#include "app/views/what_is_here.h"

#include "app/canvas/recording_canvas.h"
#include "app/facts/event_text.h"
#include "app/words/messages.h"

namespace strata::inline views {

WhatIs whatIsHere(const View& view, Rect area, const ViewState& state, Point at) {
  RecordingCanvas drawn;
  view.draw(drawn, area, state);
  const auto hit = state.session.snapshot ? view.hit(drawn, area, state, at) : std::nullopt;
  if (hit && hit->selection.event && hit->selection != state.sight.selection)
    if (const TraceEvent* event = findEvent(*state.session.snapshot, *hit->selection.event))
      return whatIsEvent(state, *event);
  for (const DrawOp* words : drawn.of(DrawOp::Kind::Text))
    if (const auto seen = words->visible(); seen && seen->contains(at))
      if (auto what = whatIsWord(words->text, state.sight.choices.vocabulary)) return *what;
  return {std::string(text(view.title)), fillText(Msg::WhatView, {view.shows}), {}};
}

}  // namespace strata::inline views
