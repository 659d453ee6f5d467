#pragma once

#include <QDockWidget>

namespace strata::inline studio {

/// A dock that is seen to float: it has moved away from where it stood, and has a line around it.
class PanelFrame : public QDockWidget {
  Q_OBJECT
 public:
  using QDockWidget::QDockWidget;
  void turn();  ///< floats or docks it

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void stepAside(const QPoint& before);
};

}  // namespace strata::inline studio
