#include "app/studio/whole_paths.h"

#include <QStringList>
#include <utility>

namespace strata::inline studio {
namespace {

/// Of the text it is one line.
QString wholePathsOfLine(const QString& said, const QFontMetrics& letters, int width) {
  const int space = letters.horizontalAdvance(QLatin1Char(' '));
  QString line;
  bool first = true;
  int used = 0;
  for (QString word : said.split(QLatin1Char(' '))) {
    const bool isPath = word.contains(QLatin1Char('/'));
    if (isPath) word = letters.elidedText(word, Qt::ElideMiddle, width);
    const int wanted = letters.horizontalAdvance(word);
    const bool fits = used + space + wanted <= width;
    if (!first) line += isPath && !fits ? QLatin1Char('\n') : QLatin1Char(' ');
    line += word;
    used = std::exchange(first, false) || !fits ? wanted : used + space + wanted;
  }
  return line;
}

}  // namespace

QString wholePaths(const QString& said, const QFontMetrics& letters, int width) {
  QStringList lines = said.split(QLatin1Char('\n'));
  for (QString& line : lines) line = wholePathsOfLine(line, letters, width);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace strata::inline studio
