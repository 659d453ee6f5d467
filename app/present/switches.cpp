#include "app/present/switches.h"

#include <GLFW/glfw3.h>

#include <utility>

namespace strata::inline present {

std::chrono::seconds Switches::elapsed() const {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - m_began);
}

bool Switches::press(int key) {
  switch (key) {
    case GLFW_KEY_B:
    case GLFW_KEY_PERIOD: black = !black; return true;
    case GLFW_KEY_S: spotlight = !spotlight; return true;
    case GLFW_KEY_T: timer = !timer; return true;
    case GLFW_KEY_H: keys = !keys; return true;
    case GLFW_KEY_ESCAPE: return std::exchange(keys, false);
    default: return false;
  }
}

}  // namespace strata::inline present
