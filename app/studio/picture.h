#pragma once

#include <QImage>
#include <string>

#include "engine/base/result.h"

namespace strata::inline studio {

class MainWindow;

/// The window as pixels, OpenGL views and all. Shows the window if it was not shown.
QImage grabWindow(MainWindow& window);
Result<void> savePicture(MainWindow& window, const std::string& path);

}  // namespace strata::inline studio
