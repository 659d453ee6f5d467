#include "app/views/what_is_here.h"

#include "app/canvas/badge.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/event_text.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

/// What stands at a place; else `otherwise`.
std::string wordsAt(const RecordingCanvas& drawn, Point at, std::string_view otherwise) {
  for (const DrawOp* words : drawn.of(DrawOp::Kind::Text))
    if (const auto seen = words->visible(); seen && seen->contains(at)) return words->text;
  return std::string(otherwise);
}

}  // namespace

WhatIs whatIsHere(const View& view, Rect area, const ViewState& state, Point at) {
  RecordingCanvas drawn;
  view.draw(drawn, area, state);
  if (view.whatIs && badgeTip(drawn, at).empty())
    if (auto what = view.whatIs(drawn, area, state, at)) return *what;
  const auto hit = state.session.snapshot ? view.hit(drawn, area, state, at) : std::nullopt;
  const bool points = hit && hit->selection.event && hit->selection != state.sight.selection;
  const TraceEvent* event = points ? findEvent(*state.session.snapshot, *hit->selection.event) : nullptr;
  const std::string_view name = event ? state.session.snapshot->name(event->name) : std::string_view();
  for (const DrawOp* words : drawn.of(DrawOp::Kind::Text)) {
    const auto seen = words->visible();
    if (!seen || !seen->contains(at) || (event && words->text.find(name) != std::string::npos)) continue;
    if (auto what = whatIsWord(words->text, state.sight.choices.vocabulary)) return *what;
  }
  if (event) return whatIsEvent(state, *event);
  if (hit && !hit->tooltip.empty()) return {wordsAt(drawn, at, text(view.title)), hit->tooltip, {}};
  return {std::string(text(view.title)), fillText(Msg::WhatView, {view.shows}), {}};
}

}  // namespace strata::inline views
