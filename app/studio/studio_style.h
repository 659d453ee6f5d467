#pragma once

#include <QColor>
#include <QFont>

#include "engine/base/storey.h"

class QApplication;

namespace strata {

inline QColor toQt(Color c) {
  return {c.r, c.g, c.b, c.a};
}

/// The window's fonts in the sizes of the design, in pixels.
QFont uiFont(int pixels = 13, bool bold = false);
QFont monoFont(int pixels = 12);

/// Dark palette and style sheet for the whole application.
void applyStyle(QApplication& application);

}  // namespace strata
