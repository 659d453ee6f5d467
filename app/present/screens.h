#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/base/result.h"

// Which of several screens shows what. Screens are counted as the system lists them, the primary one first.

namespace strata::inline present {

/// Of the desktop that all screens share.
struct ScreenArea {
  int x = 0, y = 0, width = 0, height = 0;
};

/// For the slides: the one asked for, from 1; else the first that is not the primary, as projectors are. Usage where
/// there are not so many. `count` is at least 1.
Result<std::size_t> screenOfSlides(std::size_t count, std::optional<std::size_t> asked);
/// For the notes: the primary one, unless the slides have it.
std::size_t screenOfNotes(std::size_t count, std::size_t slides);
/// The one that shows most of a window; the first where none shows any.
std::size_t screenUnder(std::span<const ScreenArea> screens, const ScreenArea& window);

/// What to do where the window system cannot be reached. `onlyWayland`: it has no X.
std::string screenRemedy(bool onlyWayland);
/// What to do where no window opens, as far as it is known. `addresses`: how many bytes of them the process may have
/// (`ulimit -v`); empty: as many as there are.
std::string windowRemedy(std::optional<std::uint64_t> addresses);

}  // namespace strata::inline present
