#include "app/present/keys.h"

#include <GLFW/glfw3.h>

#include "app/present/presentation.h"

namespace strata::inline present {

// Clickers send Page Up and Page Down, "." or B for black, F5 for the beginning.
bool pressKey(Presentation& presentation, int key) {
  switch (key) {
    case GLFW_KEY_PAGE_DOWN:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_DOWN:
    case GLFW_KEY_SPACE:
    case GLFW_KEY_ENTER: presentation.next(); return true;
    case GLFW_KEY_PAGE_UP:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_UP:
    case GLFW_KEY_BACKSPACE: presentation.back(); return true;
    case GLFW_KEY_HOME:
    case GLFW_KEY_F5: presentation.go(0); return true;
    case GLFW_KEY_END: presentation.go(presentation.show().slides.size() - 1); return true;
    case GLFW_KEY_B:
    case GLFW_KEY_PERIOD: presentation.black = !presentation.black; return true;
    case GLFW_KEY_S: presentation.spotlight = !presentation.spotlight; return true;
    case GLFW_KEY_T: presentation.timer = !presentation.timer; return true;
    case GLFW_KEY_A: presentation.toggleAnswer(); return true;
    case GLFW_KEY_R: presentation.again(); return true;
    case GLFW_KEY_H: presentation.keys = !presentation.keys; return true;
    default: return false;
  }
}

}  // namespace strata::inline present
