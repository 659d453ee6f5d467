#include "app/studio/menu_letters.h"

#include <QKeySequence>
#include <QMenu>
#include <QMenuBar>
#include <algorithm>

namespace strata::inline studio {
namespace {

/// Where in a text the letter of its own may stand: beginnings of words first. -1: nowhere.
qsizetype freePlace(const QString& text, const QString& taken) {
  const auto isFree = [&](qsizetype at) { return text[at].isLetterOrNumber() && !taken.contains(text[at].toUpper()); };
  for (qsizetype at = 0; at < text.size(); ++at)
    if ((at == 0 || !text[at - 1].isLetterOrNumber()) && isFree(at)) return at;
  for (qsizetype at = 0; at < text.size(); ++at)
    if (isFree(at)) return at;
  return -1;
}

void giveLettersBelow(QAction& entry) {
  QMenu* menu = entry.menu();
  if (!menu || menu->property("lettered").toBool()) return;
  menu->setProperty("lettered", true);
  QObject::connect(menu, &QMenu::aboutToShow, menu, [menu] { giveLetters(menu->actions()); });
}

}  // namespace

QChar letterOf(const QAction& entry) {
  const QKeySequence alone = QKeySequence::mnemonic(entry.text());
  return alone.isEmpty() ? QChar() : alone.toString().back().toUpper();
}

void giveLetters(const QList<QAction*>& entries) {
  QString taken;
  for (const QAction* entry : entries)
    if (const QChar letter = letterOf(*entry); !letter.isNull()) taken += letter;
  // Menus within first: what is in them is reached by their letters, too.
  QList<QAction*> inTurn = entries;
  std::stable_partition(inTurn.begin(), inTurn.end(), [](const QAction* entry) { return entry->menu() != nullptr; });
  for (QAction* entry : inTurn) {
    giveLettersBelow(*entry);
    if (entry->isSeparator() || !letterOf(*entry).isNull()) continue;
    QString text = entry->text();
    const qsizetype at = freePlace(text.section(QLatin1Char('\t'), 0, 0), taken);
    if (at < 0) continue;
    taken += text[at].toUpper();
    entry->setText(text.insert(at, QLatin1Char('&')));
  }
}

void giveLetters(QMenuBar& bar) {
  giveLetters(bar.actions());
}

}  // namespace strata::inline studio
