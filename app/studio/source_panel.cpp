#include "app/studio/source_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "app/studio/code_highlighter.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/variant_box.h"
#include "layers/workloads/ladder/ladder_experiment.h"

namespace strata::inline studio {

SourcePanel::SourcePanel(QWidget* parent)
    : QWidget(parent), m_variants(new QComboBox(this)), m_idea(new QLabel(this)), m_code(new QPlainTextEdit(this)) {
  m_variants->setObjectName(QStringLiteral("SourceVariant"));
  m_idea->setObjectName(QStringLiteral("Note"));
  m_idea->setWordWrap(true);
  m_code->setReadOnly(true);
  m_code->setAccessibleName(say(Msg::StudioSource));
  m_code->setTabChangesFocus(true);
  m_code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  keepFont(m_code, [] { return monoFont(11); });
  m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_code->setMinimumHeight(90);
  new CodeHighlighter(m_code->document());
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 0, 12, 10);
  column->setSpacing(6);
  column->addWidget(m_variants);
  column->addWidget(m_idea);
  column->addWidget(m_code, 1);
  connect(m_variants, &QComboBox::activated, this, [this](int index) { showChosen(static_cast<std::size_t>(index)); });
}

void SourcePanel::setExperiment(const ExperimentInfo& info) {
  m_info = info;
  m_variants->clear();
  for (const VariantInfo& variant : m_info.variants) m_variants->addItem(variantWords(variant));
  m_variants->setMinimumContentsLength(12);
  m_variants->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_variants->setVisible(!m_info.variants.empty());
  m_info.variants.empty() ? showKernel(nullptr) : showChosen(0);
}

void SourcePanel::showKernel(const VariantInfo* step) {
  step ? show(*step) : showNone(Msg::StudioNoKernel);
}

void SourcePanel::showNone(Msg why) {
  m_shown = {};
  m_idea->setText(say(why));
  m_idea->setToolTip({});
  m_code->clear();
}

void SourcePanel::showChosen(std::size_t variant) {
  m_variants->setCurrentIndex(static_cast<int>(variant));
  show(m_info.variants[variant]);
}

void SourcePanel::show(const VariantInfo& info) {
  m_shown = info;
  m_idea->setText(toQt(m_info.variants.empty() ? info.title + ". " + info.idea : info.idea));
  m_idea->setToolTip(toQt(info.file));
  const Msg none = isLibraryVariant(info.name) ? Msg::StudioNoSource : Msg::StudioNoKernelOfItsOwn;
  const QString source = info.source.empty() ? say(none) : toQt(info.source);
  m_code->setLineWrapMode(info.source.empty() ? QPlainTextEdit::WidgetWidth : QPlainTextEdit::NoWrap);
  if (source != m_code->toPlainText()) m_code->setPlainText(source);
}

void SourcePanel::showVariant(const std::string& name) {
  for (std::size_t i = 0; i < m_info.variants.size(); ++i)
    if (m_info.variants[i].name == name) return showChosen(i);
}

QString SourcePanel::source() const {
  return m_code->toPlainText();
}

}  // namespace strata::inline studio
