#pragma once

#include <QFontMetrics>
#include <QString>

namespace strata::inline studio {

/// The text for lines of that width: a word with a slash, mostly a path, is in one line, and one that is too long for a
/// line is elided in its middle.
QString wholePaths(const QString& said, const QFontMetrics& letters, int width);

}  // namespace strata::inline studio
