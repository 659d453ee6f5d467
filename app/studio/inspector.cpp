#include "app/studio/inspector.h"

#include <QGridLayout>
#include <QLabel>
#include <QStyle>
#include <QVBoxLayout>

#include "app/studio/studio_style.h"

namespace strata {
namespace {

constexpr int kKeyWidth = 112;

void setTone(QLabel* label, InspectorText::Tone tone) {
  label->setForegroundRole(QPalette::WindowText);
  label->setProperty("tone", tone == InspectorText::Tone::Good  ? "good"
                             : tone == InspectorText::Tone::Bad ? "bad"
                                                                : "plain");
  label->style()->polish(label);
}

QLabel* makeLabel(const QString& objectName, std::function<QFont()> font) {
  auto* label = new QLabel;
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
      m_grid(new QGridLayout) {
  m_title->setWordWrap(true);
  m_title->setMinimumWidth(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 0, 12, 10);
  column->setSpacing(8);
  column->addWidget(m_title);
  column->addLayout(m_grid);
  column->addStretch(1);
  m_grid->setVerticalSpacing(4);
  m_grid->setHorizontalSpacing(8);
  m_grid->setColumnMinimumWidth(0, kKeyWidth);
  m_grid->setColumnStretch(1, 1);
}

Inspector::Line& Inspector::line(std::size_t index) {
  while (m_lines.size() <= index) {
    const Line made{makeLabel(QStringLiteral("Key"), [] { return uiFont(12); }),
                    makeLabel(QStringLiteral("Value"), [] { return monoFont(); }),
                    makeLabel(QStringLiteral("Tag"), [] { return uiFont(10); })};
    made.value->setWordWrap(true);
    made.value->setMinimumWidth(1);
    made.key->setWordWrap(true);
    made.key->setFixedWidth(kKeyWidth);
    const int row = static_cast<int>(m_lines.size());
    m_grid->addWidget(made.key, row, 0, Qt::AlignTop);
    m_grid->addWidget(made.kind, row, 2, Qt::AlignTop | Qt::AlignRight);
    m_lines.push_back(made);
  }
  return m_lines[index];
}

void Inspector::setText(const InspectorText& text) {
  if (text == m_text) return;
  m_text = text;
  m_title->setText(text.title);
  for (std::size_t i = 0; i < std::max(text.rows.size(), m_lines.size()); ++i) {
    Line& labels = line(i);
    const bool used = i < text.rows.size();
    const InspectorText::Row row = used ? text.rows[i] : InspectorText::Row{};
    labels.key->setText(row.key);
    labels.value->setText(row.value);
    setTone(labels.value, row.tone);
    labels.value->setFont(row.prose ? uiFont(12) : monoFont());
    labels.kind->setText(row.kind);
    m_grid->addWidget(labels.value, static_cast<int>(i), 1, 1, row.kind.isEmpty() ? 2 : 1, Qt::AlignTop);
    labels.key->setVisible(used);
    labels.value->setVisible(used);
    labels.kind->setVisible(used && !row.kind.isEmpty());
  }
}

QString Inspector::title() const {
  return m_title->text();
}

QString Inspector::text() const {
  QStringList lines{m_text.title};
  for (const InspectorText::Row& row : m_text.rows)
    lines << QStringList{row.key, row.value, row.kind}.join(QLatin1Char(' '));
  return lines.join(QLatin1Char('\n'));
}

}  // namespace strata
