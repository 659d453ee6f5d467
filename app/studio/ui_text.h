#pragma once

#include <QString>
#include <QTextDocument>
#include <QWidget>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/words/messages.h"

namespace strata::inline studio {

inline QString toQt(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// A text of the catalogue.
inline QString say(Msg id) {
  return toQt(text(id));
}

/// A text of the catalogue with {0}, {1} … filled in.
inline QString say(Msg id, std::initializer_list<QString> values) {
  QString filled = say(id);
  int place = 0;
  for (const QString& value : values) filled.replace(QStringLiteral("{%1}").arg(place++), value);
  return filled;
}

/// A menu's text as the title of what it opens: without the letter that is its key, and without dots.
inline QString asTitle(Msg id) {
  QString title = say(id).remove(QLatin1Char('&'));
  if (title.endsWith(QStringLiteral(" …"))) title.chop(2);
  return title;
}

/// Plain text for a tooltip: nothing in it is taken for markup, long lines wrap.
inline QString asTip(const QString& plain) {
  return plain.isEmpty() ? QString() : Qt::convertFromPlainText(plain, Qt::WhiteSpaceNormal);
}

/// The same of a part of the window, whose description for screen readers stays plain.
inline void setTip(QWidget& part, const QString& plain) {
  part.setToolTip(asTip(plain));
  part.setAccessibleDescription(plain);
}

inline constexpr QChar kMayBreak{0x200b};  ///< seen as nothing

/// A name that may go on in the next line behind "::" and "_"; a number stays with its unit.
inline QString breakable(QString name) {
  for (const QLatin1String end : {QLatin1String("::"), QLatin1String("_")}) name.replace(end, end + kMayBreak);
  for (qsizetype i = 1; i + 1 < name.size(); ++i)
    if (name[i] == u' ' && name[i - 1].isDigit() && !name[i + 1].isDigit()) name[i] = QChar(QChar::Nbsp);
  return name;
}

/// What `breakable` was given.
inline QString unbroken(QString seen) {
  return seen.remove(kMayBreak).replace(QChar(QChar::Nbsp), QLatin1Char(' '));
}

}  // namespace strata::inline studio
