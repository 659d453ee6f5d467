#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QMainWindow;

namespace strata::inline studio {

/// A line around what has the keys: one for the whole window and for its docks that float.
class FocusRing : public QWidget {
  Q_OBJECT
 public:
  explicit FocusRing(QMainWindow& window);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(QWidget* focus);
  void place();

  QMainWindow& m_window;
  QPointer<QWidget> m_focus;
  QList<QPointer<QWidget>> m_watched;  ///< it and what it stands in
};

}  // namespace strata::inline studio
