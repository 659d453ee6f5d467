#pragma once

class QMainWindow;
class QMenu;

namespace strata {

class Scene;

/// Which docks are open; theme, size of text, whose words; one call or all.
void fillViewMenu(QMenu& menu, QMainWindow& window, Scene& scene);

}  // namespace strata
