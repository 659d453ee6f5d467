#pragma once

class QMainWindow;

namespace strata::inline studio {

class Scene;

/// Makes a dock for every view but the timeline, which is the window's centre, and places it as the window opens first.
void addViewDocks(QMainWindow& window, Scene& scene);

}  // namespace strata::inline studio
