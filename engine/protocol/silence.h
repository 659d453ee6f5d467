#pragma once

#include <optional>

#include "engine/base/time.h"

// When silence of an agent is a hang. Time in which it wanted to go on and could not, because others had the processors
// or the disk was slow, is the machine's; but since nobody can wait for ever, some of it counts all the same.

namespace strata::inline protocol {

/// A thread as Linux tells of it at a moment.
struct ThreadLook {
  char state = 'S';         ///< 'R' runs or would, 'D' waits for a disk (or a driver), 'S' sleeps, 'T' was stopped
  Duration ran{0};          ///< so far
  Duration waitedToRun{0};  ///< so far: it could have run, and others did
};

/// For how long of the time between two looks the thread was held up.
Duration heldUp(const ThreadLook& before, const ThreadLook& now, Duration between);

/// What was held up longest, and what ran longest, of several threads in the time between two looks.
struct HeldUp {
  Duration longest{0}, ran{0};

  void add(const ThreadLook& before, const ThreadLook& now, Duration between);
  /// Nothing ran in it, and something would have. 0 where it is little: threads wait for a moment on any machine.
  Duration time(Duration between) const;
};

/// How long nothing was heard.
struct Silence {
  Duration counted{0};  ///< of it, what is the agent's own
  Duration excused{0};  ///< and what is the machine's

  /// Nothing was heard for another while. A tenth of it counts in any case.
  void grow(Duration between, Duration heldUp);
  bool isHang(Duration limit) const { return counted >= limit; }
  /// So long that what may excuse it is worth a look, which costs more than one at signs of life.
  bool isLong(Duration limit) const { return counted.ns > limit.ns / 4; }
  /// A good part of it was the machine's: who says that it was a hang says so, too.
  bool machineWasBusy() const { return excused.ns > counted.ns / 4; }
  friend bool operator==(const Silence&, const Silence&) = default;
};

}  // namespace strata::inline protocol
