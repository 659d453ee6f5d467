#pragma once

#include <QObject>
#include <QPoint>
#include <optional>

#include "app/facts/what_is.h"

class QKeyEvent;
class QMainWindow;
class QMenu;
class QWidget;

namespace strata::inline studio {

class Scene;

/// "What is this?": F1, and a right click, say what is there, in the words of the chosen vendor.
class WhatIsThis : public QObject {
  Q_OBJECT
 public:
  WhatIsThis(QMainWindow& window, Scene& scene);

  void addTo(QMenu& help);  ///< and the glossary
  /// At a place of a part of the window; what knows nothing of itself asks what it stands in.
  WhatIs at(QWidget& part, const QPoint& place) const;
  void tell(QWidget& part, const QPoint& place);  ///< the same, in a bubble there
  struct Asked {
    QWidget* part;
    QPoint place;
  };
  /// What F1 asks of: what is under the mouse; what has the keys, where they were used last.
  Asked asked() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addGlossary(QMenu& menu);
  void tell(const std::string& name);  ///< of the glossary
  void ask();
  static bool isUse(const QKeyEvent& key);

  QMainWindow& m_window;
  Scene& m_scene;
  std::optional<QPoint> m_mouse;  ///< where it was when it moved last
  bool m_keysLast = false;        ///< the mouse has neither moved nor been pressed since
};

}  // namespace strata::inline studio
