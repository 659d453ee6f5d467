#pragma once

#include <QObject>
#include <QTimer>
#include <string>
#include <vector>

#include "app/words/messages.h"

class QAction;
class QMainWindow;
class QMenu;

namespace strata::inline studio {

/// Which docks are open and where: ready-made arrangements, undo, and what is kept between starts.
class Layouts : public QObject {
  Q_OBJECT
 public:
  /// All docks must be there and where they stand when the program starts for the first time.
  explicit Layouts(QMainWindow& window);

  void addTo(QMenu& menu);
  void apply(Msg preset);
  /// By its English name in lower case; false if there is none.
  bool apply(const std::string& name);
  void applyFor(const std::string& view);  ///< the one that has it in front
  void undo();
  bool untouched() const { return !m_touched; }  ///< nobody has moved a dock yet
  void redo();
  QByteArray save() const;
  void restore(const QByteArray& layout);

 signals:
  void applied();  ///< a ready-made arrangement was

 private:
  void watch();     ///< a dock was moved, floated, opened or closed
  void remember();  ///< once it rests
  void show(const QByteArray& layout);

  QMainWindow& m_window;
  QByteArray m_first;
  std::vector<QByteArray> m_history;  ///< the last one is what is seen, but for what was undone
  std::size_t m_at = 0;
  QTimer m_rest;
  bool m_showing = false, m_touched = false;
  QAction *m_undo = nullptr, *m_redo = nullptr;
};

}  // namespace strata::inline studio
