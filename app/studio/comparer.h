#pragma once

#include <QObject>
#include <optional>

#include "app/facts/slide_of_view.h"
#include "engine/base/result.h"

class QMenu;
class QWidget;

namespace strata::inline studio {

class Scene;
class SessionReading;
class StudioSession;

/// Puts something beside the run that is shown: a session from a file (its newest run, where it has any), another run,
/// or the one shown now, kept while another is made.
class Comparer : public QObject {
  Q_OBJECT
 public:
  Comparer(const StudioSession& session, Scene& scene, QWidget* window);

  void addTo(QMenu& menu);
  void open(const QString& path);  ///< answered by ready or failed
  void keep();                     ///< fails where there is nothing, as the next three do
  /// With a run of this session's list; without one, with all of it.
  void compareRun(std::optional<std::size_t> run);
  void swap();  ///< two runs of this session: the one beside is shown, and the one shown is beside it
  void stop();
  /// The second session by its file, which may be that of this session; no file: it has none.
  ShownSession beside() const;

 signals:
  void ready();
  void kept(const QString& title);  ///< what of this session is the second side from now on
  void runWanted(std::size_t run);  ///< to be shown
  void failed(const strata::Error& error);

 private:
  void choose();
  void nameBeside();
  void finish();

  const StudioSession& m_session;
  Scene& m_scene;
  QWidget* m_window;
  SessionReading* m_reading = nullptr;
  ShownSession m_beside;
  bool m_ofThisSession = false;  ///< which may get another file yet
  bool m_ofLeft = false;         ///< of the session whose place was just taken
};

}  // namespace strata::inline studio
