#include "app/studio/choice_box.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kBeside = 2;  // the style's own, around the words

}  // namespace

QString ChoiceBox::shortened(const QString& entry) const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect words = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return fontMetrics().elidedText(entry, Qt::ElideRight, words.width() - kBeside);
}

int ChoiceBox::widthOfEntry() const {
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QSize words(fontMetrics().horizontalAdvance(currentText()) + kBeside, fontMetrics().height());
  return style()->sizeFromContents(QStyle::CT_ComboBox, &option, words, this).width();
}

bool ChoiceBox::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shortened(currentText()) == currentText()) return QComboBox::event(event);
  const QString tip = toolTip().isEmpty() ? currentText() : currentText() + QLatin1Char('\n') + toolTip();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), asTip(tip), this);
  return true;
}

void ChoiceBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  option.currentText = shortened(option.currentText);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace strata::inline studio
