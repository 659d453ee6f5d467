#include "app/studio/command_palette.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>

#include "app/studio/menu_letters.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata::inline studio {
namespace {

constexpr QSize kSize{560, 380};  ///< at text size 100 %
constexpr int kFromTop = 54, kMargin = 10;
constexpr QChar kByArrows(0x2193);  ///< where all letters of an entry are its neighbours'
constexpr int kKeysRole = Qt::UserRole + 1;
constexpr QChar kBetween(0x203a);  ///< "›"
constexpr int kTitleFit = 20, kWholeTitleFit = 40;
constexpr int kNotOwn = 10;                 ///< so much less another name fits than an entry's own title
constexpr int kTextBegins = 1, kNamed = 2;  ///< beside a text that holds the words, which fits least

using Found = std::function<void(const QString& path, const QString& keys, QAction*)>;

/// `letters`: of the menus on the way.
void collect(const QList<QAction*>& actions, const QString& path, const QString& letters, const Found& found) {
  giveLetters(actions);
  for (QAction* action : actions) {
    if (action->isSeparator() || !action->isVisible()) continue;
    const QString text = action->text().remove(QLatin1Char('&')), title = text.section(QLatin1Char('\t'), 0, 0);
    const QString kind = action->property(kPaletteKind).toString();
    const QString named = kind.isEmpty() ? title : kind + QStringLiteral(" › ") + title;
    const QString whole = path.isEmpty() ? named : path + QStringLiteral(" › ") + named;
    const QChar letter = letterOf(*action), key = letter.isNull() ? kByArrows : letter;
    const QString way = (letters.isEmpty() ? QStringLiteral("Alt+") : letters + QStringLiteral(", ")) + key;
    const QString shown = text.section(QLatin1Char('\t'), 1);  // a key that the window itself listens for
    const QString own = shown.isEmpty() ? action->shortcut().toString(QKeySequence::NativeText) : shown;
    if (action->menu() != nullptr)
      collect(action->menu()->actions(), whole, way, found);
    else if (action->isEnabled())
      found(whole, own.isEmpty() ? way : own, action);
  }
}

/// A line of the list: the command, and its key at the right.
class WithKeys : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyledItemDelegate::paint(painter, option, index);
    painter->setPen(toQt(StudioStyle::shared().theme().textSoft));
    painter->drawText(option.rect.adjusted(0, 0, -kMargin, 0), Qt::AlignRight | Qt::AlignVCenter,
                      index.data(kKeysRole).toString());
  }

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
    QStyledItemDelegate::initStyleOption(option, index);
    const int keys = option->fontMetrics.horizontalAdvance(index.data(kKeysRole).toString());
    option->text =
        option->fontMetrics.elidedText(option->text, Qt::ElideMiddle, option->rect.width() - keys - 4 * kMargin);
  }
};

/// How well the end of what is typed is the title: "glossary driver" means "driver".
int titleFit(const QString& title, QStringView typed) {
  for (;; typed = typed.mid(typed.indexOf(QLatin1Char(' ')) + 1)) {
    const bool begins = !typed.isEmpty() && title.startsWith(typed, Qt::CaseInsensitive);
    if (begins) return title.size() == typed.size() ? kWholeTitleFit : kTitleFit;
    if (!typed.contains(QLatin1Char(' '))) return 0;
  }
}

/// "Run › Experiment › frames" of "Run › Experiment › One frame, four ways".
QString byOtherName(const QString& path, const QAction& action) {
  const QString name = action.property(kPaletteName).toString();
  return name.isEmpty() ? name : path.left(path.lastIndexOf(kBetween) + 1) + QLatin1Char(' ') + name;
}

bool holdsWord(const QString& text, const QString& beginning) {
  qsizetype at = text.indexOf(beginning, 0, Qt::CaseInsensitive);
  while (at > 0 && text[at - 1].isLetterOrNumber()) at = text.indexOf(beginning, at + 1, Qt::CaseInsensitive);
  return at >= 0;
}

}  // namespace

int textFit(const QString& text, QString typed) {
  for (const char between : {'-', '?', ','}) typed.replace(QLatin1Char(between), QLatin1Char(' '));
  typed = typed.simplified();
  for (const QString& word : typed.split(QLatin1Char(' ')))
    if (!holdsWord(text, word)) return -1;
  return text.startsWith(typed, Qt::CaseInsensitive) ? kTextBegins : 0;
}

int commandFit(const QString& path, const QString& typed) {
  const QString title = path.mid(path.lastIndexOf(kBetween) + 1).trimmed();
  int fit = titleFit(title, typed);
  qsizetype from = 0;
  for (const QString& word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
    qsizetype at = path.indexOf(word, from, Qt::CaseInsensitive);
    if (at < 0) at = path.indexOf(word, 0, Qt::CaseInsensitive);
    if (at < 0) return -1;
    fit += at == 0 || !path[at - 1].isLetterOrNumber() ? 10 : 1;
    from = at + word.size();
  }
  return fit == 0 ? 0 : std::max(1, fit - static_cast<int>(path.count(kBetween)));
}

CommandPalette::CommandPalette(QMenuBar& menus, QWidget* window)
    : QDialog(window, Qt::Popup), m_menus(menus), m_text(new QLineEdit), m_list(new QListWidget) {
  setObjectName(QStringLiteral("Palette"));
  m_text->setValidator(new UnbrokenInput(m_text));
  m_text->setPlaceholderText(say(Msg::StudioPaletteHint));
  m_text->setAccessibleName(say(Msg::StudioPalette));
  m_list->setFocusPolicy(Qt::NoFocus);
  m_list->setItemDelegate(new WithKeys(m_list));
  m_text->installEventFilter(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 8, 8, 8);
  column->setSpacing(6);
  column->addWidget(m_text);
  column->addWidget(m_list);
  connect(m_text, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_text, &QLineEdit::returnPressed, this, &CommandPalette::trigger);
  connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::trigger);
}

void CommandPalette::popUp() {
  m_commands.clear();
  collect(m_menus.actions(), {}, {}, [this](const QString& path, const QString& keys, QAction* action) {
    m_commands.push_back({path, byOtherName(path, *action), action->property(kPaletteWords).toString(), keys, action});
  });
  m_text->clear();
  filter();
  const QSize size = (kSize * StudioStyle::shared().textScale()).boundedTo(parentWidget()->size() - QSize(40, 80));
  resize(size);
  move(parentWidget()->mapToGlobal(QPoint((parentWidget()->width() - size.width()) / 2, kFromTop)));
  show();
  m_text->setFocus();
}

void CommandPalette::filter() {
  std::vector<std::pair<int, std::size_t>> found;
  for (std::size_t i = 0; i < m_commands.size(); ++i) {
    if (!m_commands[i].action) continue;
    const Command& command = m_commands[i];
    const int other = command.named.isEmpty() ? -1 : commandFit(command.named, m_text->text());
    const int named =
        std::max(commandFit(command.path, m_text->text()), other < 0 ? other : std::max(0, other - kNotOwn));
    const int fit = named >= 0 ? named + kNamed : textFit(command.words, m_text->text());
    if (fit >= 0) found.emplace_back(-fit, i);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  m_list->clear();
  for (const auto& [fit, index] : found) {
    const Command& command = m_commands[index];
    auto* item = new QListWidgetItem(command.path, m_list);
    item->setData(kKeysRole, command.keys);
    item->setData(Qt::UserRole, static_cast<qulonglong>(index));
    if (command.action->isChecked()) item->setText(QStringLiteral("✓ ") + item->text());
  }
  if (found.empty()) (new QListWidgetItem(say(Msg::StudioPaletteNothing), m_list))->setFlags(Qt::NoItemFlags);
  m_list->setCurrentRow(0);
}

void CommandPalette::trigger() {
  const QListWidgetItem* item = m_list->currentItem();
  if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled)) return;
  const QPointer<QAction> action = m_commands[item->data(Qt::UserRole).toULongLong()].action;
  accept();
  if (action) action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_text || event->type() != QEvent::KeyPress) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  const int by = key == Qt::Key_Down       ? 1
                 : key == Qt::Key_Up       ? -1
                 : key == Qt::Key_PageDown ? 8
                 : key == Qt::Key_PageUp   ? -8
                                           : 0;
  if (by == 0) return false;
  m_list->setCurrentRow(std::clamp(m_list->currentRow() + by, 0, std::max(0, m_list->count() - 1)));
  return true;
}

}  // namespace strata::inline studio
