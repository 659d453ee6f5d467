#pragma once

#include <chrono>

namespace strata::inline present {

/// What a presenter switches on over any slide.
struct Switches {
  bool black = false, spotlight = false, timer = false, keys = false;
  std::chrono::seconds elapsed() const;

  /// GLFW's key codes; Escape puts the list of keys away. False: nothing to do for this key.
  bool press(int key);

 private:
  std::chrono::steady_clock::time_point m_began = std::chrono::steady_clock::now();
};

}  // namespace strata::inline present
