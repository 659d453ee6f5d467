#include "app/studio/words_at.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <algorithm>

#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"

namespace strata::inline studio {

QString plainText(const QString& tip) {
  QString plain = Qt::mightBeRichText(tip) ? QTextDocumentFragment::fromHtml(tip).toPlainText() : tip;
  return unbroken(std::move(plain));
}

/// The list or table whose cells the part draws; nullptr: none.
const QAbstractItemView* cellsOf(const QWidget& part) {
  const auto* items = qobject_cast<const QAbstractItemView*>(part.parentWidget());
  return items && !qobject_cast<const QHeaderView*>(items) ? items : nullptr;
}

/// What a part shows at a place, in words.
QString wordsAt(const QWidget& part, const QPoint& place) {
  if (const auto* view = qobject_cast<const ViewWidget*>(&part)) return toQt(view->wordsAt(place).value);
  if (const auto* label = qobject_cast<const QLabel*>(&part)) return plainText(label->text());
  if (const auto* button = qobject_cast<const QAbstractButton*>(&part)) return plainText(button->text());
  if (const auto* box = qobject_cast<const QComboBox*>(&part)) return box->currentText();
  if (const auto* menu = qobject_cast<const QMenuBar*>(&part)) {
    const QAction* action = menu->actionAt(place);
    return action ? action->text().remove(QLatin1Char('&')) : QString();
  }
  if (const auto* dock = qobject_cast<const QDockWidget*>(&part)) return dock->windowTitle();
  if (const auto* tabs = qobject_cast<const QTabBar*>(&part)) return tabs->tabText(tabs->tabAt(place));
  if (const auto* header = qobject_cast<const QHeaderView*>(part.parentWidget())) {
    const int section = header->logicalIndexAt(place);
    return section < 0 ? QString() : header->model()->headerData(section, header->orientation()).toString();
  }
  const QAbstractItemView* cells = cellsOf(part);
  return cells ? cells->indexAt(place).data().toString() : QString();
}

namespace {

/// Those beside it that are as high as it is, from the left.
QString labelsBeside(const QLabel& part) {
  QList<const QLabel*> row;
  for (const auto* label : part.parentWidget()->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly)) {
    const int top = std::max(label->geometry().top(), part.geometry().top()),
              bottom = std::min(label->geometry().bottom(), part.geometry().bottom());
    if (label->isVisible() && bottom - top > std::min(label->height(), part.height()) / 2) row << label;
  }
  std::ranges::sort(row, {}, [](const QLabel* label) { return label->x(); });
  QStringList words;
  for (const QLabel* label : row)
    if (!label->text().isEmpty()) words << plainText(label->text());
  return words.join(QLatin1Char('\t'));
}

}  // namespace

QString rowAt(const QWidget& part, const QPoint& place) {
  if (const auto* view = qobject_cast<const ViewWidget*>(&part)) return toQt(view->wordsAt(place).row);
  if (const auto* label = qobject_cast<const QLabel*>(&part)) return labelsBeside(*label);
  const QAbstractItemView* cells = cellsOf(part);
  if (!cells) return {};
  const QModelIndex at = cells->indexAt(place);
  QStringList words;
  for (int column = 0; at.isValid() && column < at.model()->columnCount(); ++column)
    words << at.siblingAtColumn(column).data().toString();
  return words.join(QLatin1Char('\t'));
}

}  // namespace strata::inline studio
