#pragma once

#include <QObject>
#include <QString>

#include "engine/base/result.h"

class QMenu;
class QMainWindow;

namespace strata::inline studio {

class Scene;
class ViewWidget;

/// Export view and Copy picture: what one view shows, as it stands in the window, into a file or onto the clipboard. In
/// the View menu, so in the command palette too, and in the menu of a right click on the view.
class ViewExport : public QObject {
  Q_OBJECT
 public:
  /// All docks of the window must be there.
  ViewExport(QMainWindow& window, Scene& scene);

  void addTo(QMenu& menu);
  void open();  ///< the list of views, for the keyboard
  /// Answered by saved or failed.
  void exportTo(ViewWidget& view, const QString& path);
  /// Puts the picture on the clipboard; answered by copied or failed.
  void copy(ViewWidget& view);

 signals:
  void saved(const QString& path);
  void copied(const QString& title);
  void failed(const strata::Error& error);

 private:
  void choose(ViewWidget& view);

  QMainWindow& m_window;
  QMenu *m_menu, *m_copies;
};

}  // namespace strata::inline studio
