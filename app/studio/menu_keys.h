#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

class QKeyEvent;
class QMenu;
class QMenuBar;

namespace strata::inline studio {

/// What Qt's menus lack: one Escape leaves an open menu and the bar with it, and the keys go back to where they were;
/// the arrows go from menu to menu also where one has several columns.
class MenuKeys : public QObject {
 public:
  /// All menus must be there.
  explicit MenuKeys(QMenuBar& bar);

 private:
  bool eventFilter(QObject* watched, QEvent* event) override;
  bool goesToBar(const QMenu& menu, const QKeyEvent& key) const;
  void leave();

  QMenuBar& m_bar;
  QPointer<QWidget> m_before;  ///< had the keys before the bar
};

}  // namespace strata::inline studio
