#include "app/studio/choice_box.h"

#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>

namespace strata::inline studio {

void ChoiceBox::paintEvent(QPaintEvent*) {
  constexpr int kBeside = 2;  // the style's own, around the words
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect words = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideRight, words.width() - kBeside);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

}  // namespace strata::inline studio
