#include "app/studio/compare_bar.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QShortcut>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/facts/table_cells.h"
#include "app/studio/scene.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata::inline studio {
namespace {

constexpr std::pair<CompareOf, Msg> kOf[] = {
    {CompareOf::Events, Msg::CompareEvents},         {CompareOf::Ops, Msg::CompareOps},
    {CompareOf::OpWork, Msg::CompareOpWork},         {CompareOf::Modules, Msg::CompareModules},
    {CompareOf::ModuleWork, Msg::CompareModuleWork}, {CompareOf::Kernels, Msg::TableWork},
    {CompareOf::Frames, Msg::CompareFrames}};

}  // namespace

CompareBar::CompareBar(Scene& scene, QWidget* parent)
    : QFrame(parent), m_scene(scene), m_of(new QComboBox), m_name(new QLineEdit), m_copy(new QToolButton) {
  for (const auto& [of, title] : kOf) m_of->addItem(say(title), static_cast<int>(of));
  m_of->setObjectName(QStringLiteral("CompareOf"));
  m_of->setAccessibleName(say(Msg::CompareOfTip));
  m_of->setToolTip(say(Msg::CompareOfTip));
  m_name->setObjectName(QStringLiteral("CompareName"));
  m_name->setValidator(new UnbrokenInput(m_name));
  m_name->setPlaceholderText(say(Msg::TableNameHint));
  m_name->setAccessibleName(say(Msg::TableNameHint));
  m_name->setClearButtonEnabled(true);
  m_copy->setObjectName(QStringLiteral("CompareCopy"));
  m_copy->setText(say(Msg::TableCopy));
  m_copy->setToolTip(say(Msg::TableCopyTip));
  m_copy->setFocusPolicy(Qt::StrongFocus);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 4, 12, 0);
  row->setSpacing(6);
  row->addWidget(m_of, 1);
  row->addWidget(m_name, 1);
  row->addWidget(m_copy);
  row->addStretch(1);
  connect(m_of, &QComboBox::currentIndexChanged, this, &CompareBar::choose);
  connect(m_name, &QLineEdit::textChanged, this, &CompareBar::choose);
  connect(m_copy, &QToolButton::clicked, this, &CompareBar::copy);
  connect(&scene, &Scene::stateChanged, this, &CompareBar::show);
}

QList<QWidget*> CompareBar::fields() const {
  return {m_of, m_name};
}

QWidget* CompareBar::copyButton() const {
  return m_copy;
}

void CompareBar::choose() {
  ViewChoices choices = m_scene.state().sight.choices;
  choices.compare.of = static_cast<CompareOf>(m_of->currentData().toInt());
  choices.compare.name = m_name->text().toStdString();
  choices.compare.first = 0;
  choices.compare.row.reset();
  m_scene.choose(choices);
}

void CompareBar::show(const ViewState& state) {
  const CompareChoices& choices = state.sight.choices.compare;
  const QSignalBlocker quietOf(m_of), quietName(m_name);
  m_of->setCurrentIndex(m_of->findData(static_cast<int>(choices.of)));
  if (m_name->text() != toQt(choices.name)) m_name->setText(toQt(choices.name));
}

void CompareBar::copy() {
  const Sight& sight = m_scene.state().sight;
  if (!sight.comparison) return;
  QGuiApplication::clipboard()->setText(toQt(comparedCsv(*sight.comparison, sight.choices.compare)));
  emit copied(comparedRows(*sight.comparison, sight.choices.compare).size());
}

QWidget* withCompareBar(QWidget& view, Scene& scene) {
  auto* both = new QWidget;
  both->setWhatsThis(view.whatsThis());
  auto* column = new QVBoxLayout(both);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* bar = new CompareBar(scene);
  bar->setObjectName(QStringLiteral("CompareBar"));
  column->addWidget(bar);
  column->addWidget(&view, 1);
  const QList<QWidget*> fields = bar->fields();
  QWidget::setTabOrder(fields.front(), fields.back());
  QWidget::setTabOrder(fields.back(), &view);
  QWidget::setTabOrder(&view, bar->copyButton());  // what acts on all rows comes behind them
  auto* copies = new QShortcut(QKeySequence(QKeySequence::Copy), &view);
  copies->setContext(Qt::WidgetShortcut);
  QObject::connect(copies, &QShortcut::activated, bar, &CompareBar::copy);
  return both;
}

}  // namespace strata::inline studio
