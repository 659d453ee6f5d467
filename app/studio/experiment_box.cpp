#include "app/studio/experiment_box.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QKeyEvent>

#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kExperimentNameRole = Qt::UserRole + 1;

}  // namespace

ExperimentBox::ExperimentBox(QWidget* parent) : ChoiceBox(parent) {
  view()->installEventFilter(this);
}

void ExperimentBox::add(std::span<const ExperimentInfo* const> experiments) {
  for (const ExperimentInfo* info : experiments) {
    addItem(toQt(info->title));
    setItemData(count() - 1, toQt(info->help), Qt::ToolTipRole);
    setItemData(count() - 1, toQt(info->name), kExperimentNameRole);
  }
}

QString ExperimentBox::nameAt(int row) const {
  return itemData(row, kExperimentNameRole).toString();
}

void ExperimentBox::keyPressEvent(QKeyEvent* event) {
  const QString letter = event->text();
  ChoiceBox::keyPressEvent(event);
  findByName(letter);
}

bool ExperimentBox::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view() && event->type() == QEvent::KeyPress) {
    const QString letter = static_cast<QKeyEvent*>(event)->text();
    QMetaObject::invokeMethod(
        this, [this, letter] { findByName(letter); }, Qt::QueuedConnection);  // once the list has looked for a title
  }
  return ChoiceBox::eventFilter(watched, event);
}

void ExperimentBox::findByName(const QString& letter) {
  if (letter.isEmpty() || !letter.front().isPrint() || letter == QLatin1String(" ")) return;
  const bool goesOn = m_sinceLetter.isValid() && m_sinceLetter.elapsed() <= QApplication::keyboardInputInterval();
  m_typed = goesOn ? m_typed + letter : letter;
  m_sinceLetter.start();
  const bool open = view()->isVisible();
  const int row = open ? view()->currentIndex().row() : currentIndex();
  if (itemText(row).startsWith(m_typed, Qt::CaseInsensitive)) return;
  const int found = findData(m_typed, kExperimentNameRole, Qt::MatchStartsWith);
  if (found < 0 || found == row) return;
  if (open) return view()->setCurrentIndex(model()->index(found, modelColumn()));
  setCurrentIndex(found);
  emit activated(found);
}

}  // namespace strata::inline studio
