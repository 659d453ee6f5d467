#pragma once

namespace strata::inline present {

class LessonShow;
class Presentation;

/// What a key of the keyboard or a clicker does (GLFW's key codes). False: nothing of the show's.
bool pressKey(Presentation& presentation, int key);
bool pressKey(LessonShow& show, int key, bool shift);

}  // namespace strata::inline present
