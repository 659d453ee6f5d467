#pragma once

#include <QObject>
#include <string>

class QDockWidget;
class QMainWindow;

namespace strata::inline studio {

class Layouts;
class Scene;

/// Which of the views that stand behind each other is in front when the experiment or the session changes: one that a
/// person chose stays while it has something to show.
class FrontViews : public QObject {
  Q_OBJECT
 public:
  FrontViews(QMainWindow& window, Scene& scene, Layouts& layouts);

  /// An experiment was chosen, and this is its view.
  void offer(const std::string& view);
  /// What is shown has changed: a view that has nothing of it gives way, to `view` before others.
  void replaceEmpty(const std::string& view);

 private:
  QDockWidget* dockOf(const std::string& view) const;
  bool hasContent(const QDockWidget* dock) const;

  QMainWindow& m_window;
  Scene& m_scene;
  Layouts& m_layouts;
};

}  // namespace strata::inline studio
