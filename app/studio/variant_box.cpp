#include "app/studio/variant_box.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QToolTip>

#include "app/studio/ui_text.h"

namespace strata::inline studio {

QString variantWords(const VariantInfo& variant) {
  const QString name = toQt(variant.name);
  return variant.title.empty() ? name : name + QStringLiteral("  ·  ") + toQt(variant.title);
}

VariantBox::VariantBox(const QString& words, QWidget* parent) : QCheckBox(words, parent) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QString VariantBox::shownWords() const {
  QStyleOptionButton option;
  initStyleOption(&option);
  const int width = style()->subElementRect(QStyle::SE_CheckBoxContents, &option, this).width();
  return fontMetrics().elidedText(text(), Qt::ElideRight, width);
}

bool VariantBox::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || shownWords() == text()) return QCheckBox::event(event);
  const QString tip = (text() + QLatin1Char('\n') + accessibleDescription()).trimmed();
  QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), asTip(tip), this);
  return true;
}

void VariantBox::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionButton option;
  initStyleOption(&option);
  option.text = shownWords();
  painter.drawControl(QStyle::CE_CheckBox, option);
}

}  // namespace strata::inline studio
