#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// Why a lesson's page shows nothing of the run that is there; no value: it hides nothing.
std::optional<Msg> whyHidden(const ViewState& state);

/// That a session nobody writes any more ends before its first event; no value: it has some, or was never to have any.
std::optional<Msg> whyWithoutEvents(const ViewState& state);

/// Whether a view would have something to show of any run, or of some only.
enum class FilledBy : std::uint8_t { AnyRun, SomeRuns };

/// What a view of a run says that has nothing to show: what would stand here and how to fill it. Of another tool's
/// trace, that it has no such thing. Where any run fills it, of a session that ends too early, that it does.
void drawEmptyNote(Canvas& canvas, Rect area, const ViewState& state, Msg loud, std::initializer_list<Msg> quiet,
                   FilledBy by = FilledBy::SomeRuns);

}  // namespace strata::inline views
