#pragma once

#include <functional>

#include "app/studio/view_widget.h"

class QMainWindow;

namespace strata::inline studio {

class Scene;

/// The page over an empty window. It goes when something was chosen and comes back only where it is asked for.
class StartPage : public ViewWidget {
  Q_OBJECT
 public:
  /// `offer`: what there is to begin with, asked for each time the page opens.
  StartPage(QMainWindow& window, Scene& scene, std::function<StartSight()> offer);

  void open();
  void offerAnew();  ///< what there is to begin with has changed
  void close();

 signals:
  void acted(const strata::StartAct& act);

 protected:
  bool event(QEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act(const StartAct& act);
  int doors() const;
  void move(int by);  ///< the keyboard's cursor
  void showCursor();  ///< by the ring of the window, while the keys are here
  void cover();       ///< all below the bars, above the docks
  void showScene();

  QMainWindow& m_window;
  Scene& m_scene;
  std::function<StartSight()> m_offer;
  StartSight m_sight;
  std::size_t m_cursor = 0;  ///< which of what can be done the keyboard is on
};

}  // namespace strata::inline studio
