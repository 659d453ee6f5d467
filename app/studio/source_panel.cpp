#include "app/studio/source_panel.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/studio/code_highlighter.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata {

SourcePanel::SourcePanel(QWidget* parent)
    : QWidget(parent),
      m_buttons(new QButtonGroup(this)),
      m_row(new QHBoxLayout),
      m_idea(new QLabel(this)),
      m_code(new QPlainTextEdit(this)) {
  m_idea->setObjectName(QStringLiteral("Note"));
  m_idea->setWordWrap(true);
  m_code->setReadOnly(true);
  m_code->setFont(monoFont(11));
  m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_code->setMinimumHeight(90);
  new CodeHighlighter(m_code->document());
  m_row->setSpacing(4);
  m_row->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 0, 12, 10);
  column->setSpacing(6);
  column->addLayout(m_row);
  column->addWidget(m_idea);
  column->addWidget(m_code, 1);
  connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) { show(static_cast<std::size_t>(id)); });
}

void SourcePanel::setExperiment(const ExperimentInfo& info) {
  m_info = info;
  for (QAbstractButton* button : m_buttons->buttons()) delete button;
  for (std::size_t i = 0; i < m_info.variants.size(); ++i) {
    auto* button = new QPushButton(toQt(m_info.variants[i].name), this);
    button->setCheckable(true);
    button->setToolTip(toQt(m_info.variants[i].title));
    m_buttons->addButton(button, static_cast<int>(i));
    m_row->insertWidget(static_cast<int>(i), button);
  }
  if (!m_info.variants.empty()) show(0);
}

void SourcePanel::show(std::size_t variant) {
  const VariantInfo& info = m_info.variants[variant];
  m_buttons->button(static_cast<int>(variant))->setChecked(true);
  m_idea->setText(toQt(info.idea));
  m_idea->setToolTip(toQt(info.file));
  const QString source = info.source.empty() ? say(Msg::StudioNoSource) : toQt(info.source);
  if (source != m_code->toPlainText()) m_code->setPlainText(source);
}

void SourcePanel::showVariant(const std::string& name) {
  for (std::size_t i = 0; i < m_info.variants.size(); ++i)
    if (m_info.variants[i].name == name) return show(i);
}

void SourcePanel::showKernel(const std::string& kernel) {
  for (std::size_t i = 0; i < m_info.variants.size(); ++i)
    if (!kernel.empty() && m_info.variants[i].kernel == kernel) return show(i);
}

QString SourcePanel::source() const {
  return m_code->toPlainText();
}

}  // namespace strata
