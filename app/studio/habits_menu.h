#pragma once

class QMenu;
class QWidget;

namespace strata::inline studio {

class Scene;

/// Back and forth through what was looked at; bookmarks and their notes.
void addLooks(QMenu& menu, Scene& scene);
void addMarks(QMenu& menu, Scene& scene, QWidget& window);
/// What can be done to the lane of the selection.
void addLanes(QMenu& menu, Scene& scene);

}  // namespace strata::inline studio
