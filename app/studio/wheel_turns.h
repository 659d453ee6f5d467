#pragma once

namespace strata::inline studio {

/// Adds up the turns of a wheel, in Qt's units (120 a notch): a touchpad and a fine wheel send a few of them at a time.
class WheelTurns {
 public:
  /// Whole steps of `unitsEach` that `units` more make, less than 0 towards the user. What is left waits for the next
  /// turn, unless that goes the other way.
  int whole(int units, int unitsEach) {
    if (units != 0 && (m_rest < 0) != (units < 0)) m_rest = 0;
    m_rest += units;
    const int steps = m_rest / unitsEach;
    m_rest -= steps * unitsEach;
    return steps;
  }
  void forget() { m_rest = 0; }

 private:
  int m_rest = 0;
};

}  // namespace strata::inline studio
