#pragma once

#include <QObject>

#include "engine/base/result.h"

class QMenu;
class QWidget;

namespace strata {

class Scene;
class SessionReading;

/// Puts a second session beside the one that is shown: one from a file, or the one shown now, kept while another runs.
class Comparer : public QObject {
  Q_OBJECT
 public:
  Comparer(Scene& scene, QWidget* window);

  void addTo(QMenu& menu);
  void open(const QString& path);  ///< answered by ready or failed
  void keep();
  void stop();

 signals:
  void ready();
  void failed(const strata::Error& error);

 private:
  void choose();
  void finish();

  Scene& m_scene;
  QWidget* m_window;
  SessionReading* m_reading = nullptr;
};

}  // namespace strata
