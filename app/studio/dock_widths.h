#pragma once

#include <QList>

class QDockWidget;
class QMainWindow;

namespace strata::inline studio {

/// How wide the docks are that are seen at the left and the right, so that they can be so again.
class DockWidths {
 public:
  explicit DockWidths(QMainWindow& window);

  /// To those that are still there, as far as what they hold lets them; the middle takes the rest.
  void giveBack() const;

 private:
  QMainWindow* m_window;
  QList<QDockWidget*> m_docks;
  QList<int> m_widths;
};

}  // namespace strata::inline studio
