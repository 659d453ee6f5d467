#include "app/studio/whole_paths.h"

#include <QStringList>
#include <algorithm>
#include <utility>

namespace strata::inline studio {
namespace {

constexpr int kSpare = 1;  // pixels: parts measured apart may be a bit narrower than together

/// What does not fit goes from its folders first, then from the middle of its name.
QString shortPath(const QString& path, const QFontMetrics& letters, int width) {
  if (width <= 0 || letters.horizontalAdvance(path) <= width) return path;
  const QString left = QStringLiteral("…");
  const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
  const QString name = path.mid(std::max<qsizetype>(slash, 0));
  const int forFolders = width - letters.horizontalAdvance(name) - kSpare;
  if (slash <= 0) return letters.elidedText(name, Qt::ElideMiddle, width);
  if (forFolders < letters.horizontalAdvance(left)) return letters.elidedText(left + name, Qt::ElideMiddle, width);
  return letters.elidedText(path.left(slash), Qt::ElideRight, forFolders) + name;
}

/// Of the text it is one line.
QString wholePathsOfLine(const QString& said, const QFontMetrics& letters, int width) {
  const int space = letters.horizontalAdvance(QLatin1Char(' '));
  QString line;
  bool first = true;
  int used = 0;
  for (QString word : said.split(QLatin1Char(' '))) {
    const bool isPath = word.contains(QLatin1Char('/'));
    word = shortPath(word, letters, width);
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

QString pathsOnOneLine(const QString& said, const QFontMetrics& letters, int width) {
  const int missing = letters.horizontalAdvance(said) - width;
  const qsizetype slash = said.indexOf(QLatin1Char('/'));
  if (missing <= 0) return said;
  if (slash < 0) return letters.elidedText(said, Qt::ElideRight, width);
  const qsizetype begin = said.lastIndexOf(QLatin1Char(' '), slash) + 1;
  const qsizetype after = said.indexOf(QLatin1Char(' '), said.lastIndexOf(QLatin1Char('/')));
  const qsizetype end = after < 0 ? said.size() : after;
  const QString path = said.mid(begin, end - begin);
  const int room = letters.horizontalAdvance(path) - missing - kSpare;
  return letters.elidedText(said.left(begin) + shortPath(path, letters, room) + said.mid(end), Qt::ElideRight, width);
}

}  // namespace strata::inline studio
