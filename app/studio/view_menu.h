#pragma once

#include <QString>
#include <functional>

class QMainWindow;
class QMenu;

namespace strata::inline studio {

class Scene;
class SearchBar;

/// Which docks are open; theme, size of text, whose words; one call or all. `bring` opens a dock in front.
void fillViewMenu(QMenu& menu, QMainWindow& window, Scene& scene, const std::function<void(const QString&)>& bring);

/// Through the timeline: search, fit, zoom, measure.
void fillGoMenu(QMenu& menu, Scene& scene, SearchBar& search);

}  // namespace strata::inline studio
