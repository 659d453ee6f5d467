#pragma once

#include "app/facts/view_state.h"

namespace strata {

/// A digit reader's run: a picture of 4×4, one stage of four channels, three logits of which the second is likeliest.
ViewState sampleDigits();

/// Channels of side×side pixels that count up from 0, `perRow` beside each other.
std::shared_ptr<SessionMessage> sampleStage(const std::string& name, int channels, int side, int perRow);

}  // namespace strata
