#pragma once

#include <QObject>
#include <QString>

#include "app/facts/slide_of_view.h"
#include "engine/base/result.h"

class QMainWindow;
class QMenu;

namespace strata::inline studio {

class Comparer;
class Scene;
class SessionFiles;
class StudioSession;
class ViewWidget;

/// Views of a session in this window as slides of a show, each as it stands: in the View menu, so in the command
/// palette too, and in the menu of a right click on the view.
class ShowDesk : public QObject {
  Q_OBJECT
 public:
  /// All docks of the window must be there. `remember`: the show is kept in the user's settings.
  ShowDesk(QMainWindow& window, StudioSession& session, SessionFiles& files, Scene& scene, const Comparer& comparer,
           bool remember);

  void addTo(QMenu& menu);
  /// The file that slides are added to; it need not be there yet.
  void setShow(const QString& path);
  /// A slide at the end of the show. What is not saved of the session is saved beside the show. Answered by added or
  /// failed; where the session holds nothing, by the failed of its files.
  void add(const ViewWidget& view);
  /// Starts the presenter with the show. What it could not do is said by failed.
  void present();
  /// Of the last slide, for who gives the show. Answered by noted or failed.
  void writeNotes(const QString& notes);

 signals:
  void added(const QString& path, int slide);
  void noted(const QString& path);
  void failed(const strata::Error& error);

 private:
  bool choose();  ///< false: no show was named
  void addAsked(const ViewWidget& view);
  Result<int> append(const ViewWidget& view);
  Result<QString> read() const;  ///< empty: the show is not there yet
  Result<QString> readSlides() const;
  Result<void> write(const QString& shown) const;
  void askNotes();
  std::string asTheShowNamesIt(const std::string& path) const;
  Result<ShownSession> session();
  Result<ShownSession> beside() const;

  QMainWindow& m_window;
  StudioSession& m_session;
  SessionFiles& m_files;
  Scene& m_scene;
  const Comparer& m_comparer;
  bool m_remember;
  QString m_show;
};

}  // namespace strata::inline studio
