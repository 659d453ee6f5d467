#pragma once

namespace strata {

class Presentation;

/// What a key of the keyboard or a clicker does (GLFW's key codes). False: nothing of the show's.
bool pressKey(Presentation& presentation, int key);

}  // namespace strata
