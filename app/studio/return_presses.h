#pragma once

#include <QObject>

class QMainWindow;

namespace strata::inline studio {

/// Return and Enter press the button of the window that has the keys, as Space does, and open a box of choices. Dialogs
/// have a button of their own for them.
class ReturnPresses : public QObject {
  Q_OBJECT
 public:
  explicit ReturnPresses(QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QMainWindow& m_window;
};

}  // namespace strata::inline studio
