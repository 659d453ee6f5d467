#include "app/studio/pulse.h"

#include <algorithm>

namespace strata::inline studio {
namespace {

constexpr qint64 kFrameMs = 33;
constexpr qint64 kRest = 3;  ///< times what a picture took

}  // namespace

Pulse::Pulse(QObject* parent) : QObject(parent) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &Pulse::next);
}

void Pulse::setActive(bool active) {
  if (active == m_timer.isActive()) return;
  m_drawing.invalidate();  // a picture that never came took no time
  active ? m_timer.start(kFrameMs) : m_timer.stop();
}

// Where nothing has to be drawn the next beat comes all the same.
void Pulse::next() {
  m_timer.start(kFrameMs);
  m_drawing.start();
  emit beat();
}

void Pulse::shown() {
  if (m_drawing.isValid() && m_timer.isActive()) m_timer.start(pauseMs(m_drawing.elapsed()));
  m_drawing.invalidate();
}

int Pulse::pauseMs(qint64 tookMs) {
  return static_cast<int>(std::max(kFrameMs - tookMs, kRest * tookMs));
}

}  // namespace strata::inline studio
