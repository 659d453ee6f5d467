#pragma once

namespace strata::inline present {

class Presentation;

/// What a key of the keyboard or a clicker does (GLFW's key codes). False: nothing of the show's.
bool pressKey(Presentation& presentation, int key);

}  // namespace strata::inline present
