#pragma once

#include <QFrame>
#include <functional>

#include "engine/base/time.h"

class QComboBox;
class QMenu;
class QPushButton;

namespace strata::inline studio {

class Replay;

/// "Replay at 1 s = 50 µs", back, play, forward, leave: slow motion's buttons, and the same as actions of a menu.
class ReplayBar : public QFrame {
  Q_OBJECT
 public:
  /// `begin` starts the replay of what is in sight; false where there is nothing to replay.
  ReplayBar(Replay& replay, std::function<bool()> begin, QWidget* parent = nullptr);
  void addTo(QMenu& menu);
  void setPossible(bool possible);

 private:
  void chooseSpeed(int item);
  void playOrPause();
  void step(int by);
  void show();

  Replay& m_replay;
  std::function<bool()> m_begin;
  QComboBox* m_speed;
  QPushButton *m_back, *m_play, *m_forward, *m_leave;
};

/// "1 s = 50 µs": how much of the session each second shows.
QString speedText(Duration perSecond);

}  // namespace strata::inline studio
