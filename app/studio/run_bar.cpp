#include "app/studio/run_bar.h"

#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "app/still/run_list.h"
#include "app/studio/choice_box.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {

RunBar::RunBar(QWidget* parent)
    : QWidget(parent), m_box(new ChoiceBox(this)), m_more(new QToolButton(this)), m_menu(new QMenu(this)) {
  m_box->setObjectName(QStringLiteral("Runs"));
  m_box->setPlaceholderText(say(Msg::StudioRunAwaited));
  m_box->setToolTip(say(Msg::StudioRunsTip));
  m_box->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  m_more->setObjectName(QStringLiteral("Plain"));
  m_more->setText(QStringLiteral("⋯"));
  m_more->setToolTip(say(Msg::StudioRunMore));
  m_more->setPopupMode(QToolButton::InstantPopup);
  m_more->setMenu(m_menu);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 6);
  row->addWidget(m_box, 1);
  row->addWidget(m_more);
  connect(m_box, &QComboBox::activated, this, [this](int at) { emit chosen(runAt(at)); });
  connect(m_menu, &QMenu::aboutToShow, this, &RunBar::fillMenu);
  hide();
}

void RunBar::setRuns(const RunList& runs) {
  const auto listed = runs.listed();
  const QSignalBlocker quiet(m_box);
  while (m_box->count() > static_cast<int>(listed.size())) m_box->removeItem(m_box->count() - 1);
  for (std::size_t i = 0; i < listed.size(); ++i) {
    const int row = static_cast<int>(i);
    const QString title = toQt(runs.title(listed[i]));
    if (row == m_box->count()) m_box->addItem(title);
    if (m_box->itemText(row) != title) m_box->setItemText(row, title);
    m_box->setItemData(row, static_cast<qulonglong>(listed[i]));
    if (runs.shown() == listed[i]) m_box->setCurrentIndex(row);
  }
  if (!runs.shown()) m_box->setCurrentIndex(-1);
  setVisible(!listed.empty());
}

std::size_t RunBar::runAt(int row) const {
  return static_cast<std::size_t>(m_box->itemData(row).toULongLong());
}

void RunBar::fillMenu() {
  m_menu->clear();
  const int shown = m_box->currentIndex();
  if (shown < 0) return;
  m_menu->addAction(say(Msg::StudioRunRename), this, &RunBar::askName);
  for (int row = 0; row < m_box->count(); ++row) {
    if (row == shown) continue;
    const std::size_t run = runAt(row);
    m_menu->addAction(say(Msg::StudioRunCompare, {m_box->itemText(row)}), this,
                      [this, run] { emit compareWanted(run); });
  }
  m_menu->addAction(say(Msg::StudioRunRemove), this, [this, run = runAt(shown)] { emit removeWanted(run); });
}

void RunBar::askName() {
  const int row = m_box->currentIndex();
  bool given = false;
  const QString name = QInputDialog::getText(this, say(Msg::StudioRunRename), say(Msg::StudioRunName),
                                             QLineEdit::Normal, m_box->itemText(row), &given);
  if (given) emit named(runAt(row), name.trimmed());
}

}  // namespace strata::inline studio
