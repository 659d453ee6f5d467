#include "app/studio/run_bar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "app/studio/ask_line.h"
#include "app/studio/choice_box.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kNameRole = Qt::UserRole;  ///< of a run, without what became of it

}  // namespace

RunBar::RunBar(QWidget* parent)
    : QWidget(parent),
      m_box(new ChoiceBox(this)),
      m_more(new QToolButton(this)),
      m_menu(new QMenu(this)),
      m_compare(new QMenu(say(Msg::StudioRunCompare), this)) {
  m_compare->menuAction()->setVisible(false);
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
  connect(m_box, &QComboBox::activated, this, &RunBar::choose);
  connect(m_menu, &QMenu::aboutToShow, this, &RunBar::fillMenu);
  hide();
}

void RunBar::setRuns(const RunList& runs) {
  m_runs = &runs;
  m_lines = runs.lines();
  const QSignalBlocker quiet(m_box);
  while (m_box->count() > static_cast<int>(m_lines.size())) m_box->removeItem(m_box->count() - 1);
  for (int row = 0; row < static_cast<int>(m_lines.size()); ++row) {
    const auto [place, lost] = runAt(row);
    const std::string& reason = lost ? runs.lost()[place].reason : runs.cutOff(place);
    const QString name = toQt(lost ? runs.lostTitle(place) : runs.title(place));
    const QString title = lost || reason.empty() ? name : say(Msg::StudioCutOffRun, {name});
    if (row == m_box->count()) m_box->addItem(title);
    if (m_box->itemText(row) != title) m_box->setItemText(row, title);
    m_box->setItemData(row, name, kNameRole);
    m_box->setItemData(row, reason.empty() ? QVariant() : QVariant(asTip(toQt(reason))), Qt::ToolTipRole);
    if ((lost ? runs.shownLost() : runs.shown()) == place) m_box->setCurrentIndex(row);
  }
  if (!runs.shown() && !runs.shownLost()) m_box->setCurrentIndex(-1);
  setVisible(!m_lines.empty());
  fillCompareMenu();
}

void RunBar::choose(int row) {
  const auto [place, lost] = runAt(row);
  if (lost)
    emit lostChosen(place);
  else
    emit chosen(place);
}

void RunBar::fillMenu() {
  m_menu->clear();
  const int shown = m_box->currentIndex();
  if (shown < 0) return;
  const std::size_t place = runAt(shown).place;
  if (runAt(shown).lost) {
    m_menu->addAction(say(Msg::StudioRunAgain), this, [this, place] { emit againWanted(place); });
    m_menu->addAction(say(Msg::StudioRunRemove), this, [this, place] { emit lostRemoveWanted(place); });
    return;
  }
  m_menu->addAction(say(Msg::StudioRunRename), this, &RunBar::askName);
  m_menu->addAction(say(Msg::StudioRunRemove), this, [this, place] { emit removeWanted(place); });
  if (!m_compare->isEmpty()) m_menu->addMenu(m_compare);
}

/// The newest first; nothing where none is shown that another could stand beside. Entries that stay are not made anew:
/// the menu may be open.
void RunBar::fillCompareMenu() {
  decltype(m_compared) others;
  const int shown = m_box->currentIndex();
  const bool any = shown >= 0 && !runAt(shown).lost;
  for (int row = any ? m_box->count() - 1 : -1; row >= 0; --row) {
    const auto [run, lost] = runAt(row);
    if (row == shown || lost) continue;
    const QString name = toQt(m_runs->titleAmongAlike(run)).replace(QLatin1Char('&'), QLatin1String("&&"));
    others.emplace_back(run, m_runs->cutOff(run).empty() ? name : say(Msg::StudioCutOffRun, {name}));
  }
  m_compare->menuAction()->setVisible(!others.empty());
  if (others == m_compared) return;
  m_compared = std::move(others);
  m_compare->clear();
  for (const auto& [run, title] : m_compared)
    m_compare->addAction(title, this, [this, with = run] { emit compareWanted(with); });
}

void RunBar::askName() {
  const int row = m_box->currentIndex();
  askLine(*this, say(Msg::StudioRunRename), say(Msg::StudioRunName), m_box->itemData(row, kNameRole).toString(),
          [this, run = runAt(row).place](const QString& name) { emit named(run, name.trimmed()); });
}

}  // namespace strata::inline studio
