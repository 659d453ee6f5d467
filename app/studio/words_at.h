#pragma once

#include <QString>

class QAbstractItemView;
class QPoint;
class QWidget;

namespace strata::inline studio {

/// Without the markup of a tip.
QString plainText(const QString& tip);

/// The list or table whose cells the part draws; nullptr: none.
const QAbstractItemView* cellsOf(const QWidget& part);

/// What a part of the window shows at a place, in words.
QString wordsAt(const QWidget& part, const QPoint& place);

/// The row that these words stand in, with tabs between its cells; empty: in none.
QString rowAt(const QWidget& part, const QPoint& place);

}  // namespace strata::inline studio
