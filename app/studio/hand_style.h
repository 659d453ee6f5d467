#pragma once

#include <QProxyStyle>

namespace strata::inline studio {

/// How widgets take mouse and keys: a click gives a button the keys, so that Space presses it; the wheel never changes
/// a field, a choice or a tab that it passes; Alt opens the menus.
class HandStyle : public QProxyStyle {
  Q_OBJECT
 public:
  using QProxyStyle::polish;

  /// Over the style of this name.
  explicit HandStyle(const QString& style);

  void polish(QWidget* widget) override;
  void unpolish(QWidget* widget) override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* answer) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace strata::inline studio
