#pragma once

#include <QAction>

class QMenuBar;

namespace strata::inline studio {

/// Gives each entry a letter of its own, if it has none: the first of a word that is free, else any. So Alt and letters
/// reach all.
void giveLetters(const QList<QAction*>& entries);

/// Those of the bar now, those of menus whenever they open.
void giveLetters(QMenuBar& bar);

/// In upper case; null: none.
QChar letterOf(const QAction& entry);

}  // namespace strata::inline studio
