#pragma once

#include <QObject>

class QMainWindow;
class QWidget;

namespace strata::inline studio {

/// Once a dialog of the window is gone, the keys are where they were before it: in the window, or in its dock that
/// floats. Of a file dialog whose line had a list of completions, Qt leaves them nowhere.
class KeysBack : public QObject {
  Q_OBJECT
 public:
  explicit KeysBack(QMainWindow& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* anyOf(QWidget& host) const;
  void take(QWidget& host);

  QMainWindow& m_window;
};

}  // namespace strata::inline studio
