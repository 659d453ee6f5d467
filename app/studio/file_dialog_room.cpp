#include "app/studio/file_dialog_room.h"

#include <QApplication>
#include <QEvent>
#include <QFileDialog>
#include <QFontMetrics>
#include <QHeaderView>
#include <QScreen>
#include <QTreeView>
#include <algorithm>

namespace strata::inline studio {

FileDialogRoom::FileDialogRoom(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

/// Before it has a place on the screen, which then fits its size.
bool FileDialogRoom::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show && !event->spontaneous())
    if (auto* dialog = qobject_cast<QFileDialog*>(watched)) widen(*dialog);
  return QObject::eventFilter(watched, event);
}

void FileDialogRoom::widen(QFileDialog& dialog) {
  constexpr int kLetters = 120, kBesideFilter = 40, kMostOfScreen = 9, kScreen = 10;
  auto* files = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
  if (!files) return;  // the desktop's dialog, not Qt's
  QHeaderView& header = *files->header();
  header.setStretchLastSection(false);
  for (int column = 0; column < header.count(); ++column)
    header.setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
  const QFontMetrics letters(dialog.font());
  int wide = letters.averageCharWidth() * kLetters;
  for (const QString& filter : dialog.nameFilters())
    wide = std::max(wide, letters.horizontalAdvance(filter) + letters.averageCharWidth() * kBesideFilter);
  const int most = dialog.screen()->availableSize().width() * kMostOfScreen / kScreen;
  dialog.resize(std::max(dialog.width(), std::min(wide, most)), dialog.height());
}

}  // namespace strata::inline studio
