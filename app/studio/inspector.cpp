#include "app/studio/inspector.h"

#include <QAction>
#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "app/canvas/badge.h"
#include "app/canvas/format.h"
#include "app/studio/name_label.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

// Pixels at text size 100 %. Where a column is narrower than kWide, names leave its values room, and what kind of value
// it is stands below.
constexpr int kKeyWidth = 112, kNarrowKeyWidth = 76, kWide = 300;
constexpr int kRowsOfALine = 2;  // of the grid

void setTone(QLabel* label, InspectorText::Tone tone) {
  const char* word = tone == InspectorText::Tone::Good ? "good" : tone == InspectorText::Tone::Bad ? "bad" : "plain";
  if (label->property("tone") == word) return;
  label->setForegroundRole(QPalette::WindowText);
  label->setProperty("tone", word);
  label->style()->polish(label);
}

/// What is as long as a page would push all else out of sight: its beginning and its end are seen.
QString cut(const QString& whole) {
  constexpr qsizetype kMost = 300, kEnd = 80;
  return whole.size() <= kMost ? whole : whole.left(kMost - kEnd - 1) + QStringLiteral("…") + whole.right(kEnd);
}

NameLabel* makeLabel(const QString& objectName, std::function<QFont()> font) {
  auto* label = new NameLabel;
  label->setObjectName(objectName);
  keepFont(label, std::move(font));
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent),
      m_title(makeLabel(QStringLiteral("SelectionTitle"), [] { return monoFont(15); })),
      m_copyName(new QAction(say(Msg::InspectorCopyName), this)),
      m_grid(new QGridLayout) {
  m_title->setWordWrap(true);
  m_title->setMinimumWidth(1);
  connect(m_copyName, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(m_text.title); });
  m_title->addAction(m_copyName);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 0, 12, 10);
  column->setSpacing(8);
  column->addWidget(m_title);
  column->addLayout(m_grid);
  column->addStretch(1);
  m_grid->setVerticalSpacing(4);
  m_grid->setHorizontalSpacing(8);
  m_grid->setColumnStretch(1, 1);
  fitKeys();
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &Inspector::fitKeys);
}

void Inspector::fitKeys() {
  const bool narrow = width() < scaledPixels(kWide);
  const int wide = scaledPixels(narrow ? kNarrowKeyWidth : kKeyWidth);
  m_grid->setColumnMinimumWidth(0, wide);
  for (const Line& line : m_lines) line.key->setFixedWidth(wide);
  if (std::exchange(m_narrow, narrow) == narrow) return;
  for (std::size_t i = 0; i < m_lines.size(); ++i) place(i);
}

void Inspector::resizeEvent(QResizeEvent* event) {
  fitKeys();
  QWidget::resizeEvent(event);
}

void Inspector::place(std::size_t index) {
  const Line& line = m_lines[index];
  const int row = kRowsOfALine * static_cast<int>(index);
  const bool beside = !m_narrow && !line.kind->text().isEmpty();
  m_grid->addWidget(line.value, row, 1, 1, beside ? 1 : 2, Qt::AlignTop);
  m_narrow ? m_grid->addWidget(line.kind, row + 1, 1, 1, 2, Qt::AlignTop | Qt::AlignLeft)
           : m_grid->addWidget(line.kind, row, 2, Qt::AlignTop | Qt::AlignRight);
}

QFont Inspector::fontOf(std::size_t index) const {
  return index < m_text.rows.size() && m_text.rows[index].prose ? uiFont(12) : monoFont();
}

Inspector::Line& Inspector::line(std::size_t index) {
  while (m_lines.size() <= index) {
    const auto valueFont = [this, made = m_lines.size()] { return fontOf(made); };
    const Line made{makeLabel(QStringLiteral("Key"), [] { return uiFont(12); }),
                    makeLabel(QStringLiteral("Value"), valueFont),
                    makeLabel(QStringLiteral("Tag"), [] { return uiFont(10); })};
    made.value->setWordWrap(true);
    made.value->setMinimumWidth(1);
    made.key->setWordWrap(true);
    m_grid->addWidget(made.key, kRowsOfALine * static_cast<int>(m_lines.size()), 0, Qt::AlignTop);
    m_lines.push_back(made);
    fitKeys();
  }
  return m_lines[index];
}

// Only what differs is touched: each label that changes has all others placed anew.
void Inspector::setText(const InspectorText& text) {
  if (text == m_text) return;
  const InspectorText before = std::exchange(m_text, text);
  showTitle();
  const auto rowOf = [](const InspectorText& of, std::size_t i) { return i < of.rows.size() ? &of.rows[i] : nullptr; };
  for (std::size_t i = 0; i < std::max(text.rows.size(), before.rows.size()); ++i) {
    const auto *now = rowOf(text, i), *was = rowOf(before, i);
    if (!now || !was || !(*now == *was)) showRow(i, now);
  }
  layout()->activate();  // now, and not after the labels have been painted where they were
}

void Inspector::showTitle() {
  const QString seen = cut(m_text.title);
  const bool whole = seen == m_text.title;
  m_title->setName(seen);
  m_title->setContextMenuPolicy(whole ? Qt::DefaultContextMenu : Qt::ActionsContextMenu);
  setTip(*m_title,
         whole ? QString()
               : say(Msg::InspectorCutName, {toQt(formatCount(static_cast<std::uint64_t>(m_text.title.size())))}));
}

void Inspector::showRow(std::size_t index, const InspectorText::Row* row) {
  Line& labels = line(index);
  const bool hasKind = row && !row->kind.isEmpty();
  if (row) {
    labels.key->setText(row->key);
    labels.value->setName(cut(row->value));
    labels.value->setFont(fontOf(index));  // before its style, which keeps the one that it finds
    setTone(labels.value, row->tone);
    labels.kind->setText(row->kind);
    const QString meaning = toQt(provenanceMeaning(row->kind.toStdString()));
    setTip(*labels.kind, meaning);
    const QString what = say(Msg::InspectorRow, {row->key, row->value});
    for (QLabel* label : {labels.key, labels.value})
      label->setWhatsThis(hasKind ? what + QLatin1Char('\n') + meaning : what);
    place(index);
  }
  labels.key->setVisible(row);
  labels.value->setVisible(row);
  labels.kind->setVisible(hasKind);
}

QString Inspector::title() const {
  return m_text.title;
}

QString Inspector::text() const {
  QStringList lines{m_text.title};
  for (const InspectorText::Row& row : m_text.rows)
    lines << QStringList{row.key, row.value, row.kind}.join(QLatin1Char(' '));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace strata::inline studio
