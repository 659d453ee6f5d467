#pragma once

#include <QFontMetrics>
#include <QString>

namespace strata::inline studio {

/// The text for lines of that width: a word with a slash, mostly a path, is in one line, and a word that is too long
/// for a line is elided in its middle: of a path in its folders, so that its name can be read.
QString wholePaths(const QString& said, const QFontMetrics& letters, int width);

/// The text for one line of that width: where it is too long, its path is elided before its end is, from the first word
/// with a slash to the last one, as folders may have spaces.
QString pathsOnOneLine(const QString& said, const QFontMetrics& letters, int width);

}  // namespace strata::inline studio
