#pragma once

#include <QString>
#include <string_view>

class QMainWindow;

namespace strata::inline studio {

class Scene;

/// "StackDock", of the view "stack".
QString dockNameOf(std::string_view view);

/// Makes a dock for every view but the timeline, which is the window's centre, and places it as the window opens first.
void addViewDocks(QMainWindow& window, Scene& scene);

}  // namespace strata::inline studio
