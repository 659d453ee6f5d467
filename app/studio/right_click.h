#pragma once

#include <QObject>

class QMainWindow;
class QMenu;
class QPoint;
class QWidget;

namespace strata::inline studio {

class WhatIsThis;

/// What a right click offers, anywhere in the window: to copy the words there and their row, what can be done to a lane
/// there, what the part and those that it stands in can do (their QWidget::actions), to close the panel, and what it
/// is.
class RightClick : public QObject {
  Q_OBJECT
 public:
  RightClick(QMainWindow& window, WhatIsThis& what);

  /// Of a place in a part of the window.
  QMenu* menuFor(QWidget& part, const QPoint& place);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addCopies(QMenu& menu, QWidget& part, const QPoint& place);
  bool isOurs(const QWidget& part) const;

  QMainWindow& m_window;
  WhatIsThis& m_what;
};

}  // namespace strata::inline studio
