#pragma once

#include <QIcon>

namespace strata::inline studio {

/// What a button of slow motion does, as a sign.
enum class ReplaySign { Back, Play, Pause, Forward, Leave };

/// In the theme's colours, `side` high and wide.
QIcon replayIcon(ReplaySign sign, int side);

}  // namespace strata::inline studio
