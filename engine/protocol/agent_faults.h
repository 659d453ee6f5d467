#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/protocol/crash_signals.h"
#include "engine/protocol/silence.h"

// The sentences an agent says of itself before it ends.

namespace strata::inline protocol {

/// What an agent was at when it hung or crashed.
struct AgentMoment {
  std::string what;                  ///< "The run of matmul"; empty where it was at nothing
  std::string lastSeen;              ///< its newest progress message; empty for none
  std::vector<std::string> running;  ///< Device::running
  bool runsInThisProcess = false;    ///< the device's kernels are code of this process: the CPU device
  std::string crashedAt = {};        ///< "mine.cu:12", of code that somebody brought; empty: in none
};

/// The device was being opened and `limit` went by.
Error openingHung(const std::string& what, Duration limit, const Silence& silence = {});
/// Work showed no sign of life for `limit`. On the hardware storey where the device had something to do.
Error workHung(const AgentMoment& moment, Duration limit, const Silence& silence = {});
/// "10 s", and where much of a silence was the machine's: "10 s, and for 31 s more in which the machine was busy".
std::string silentFor(Duration limit, const Silence& silence);
/// Work was to stop and went on.
Error workWouldNotStop(const AgentMoment& moment);
/// On the hardware storey where it was a kernel that crashed. OutOfMemory where there was none left.
Error crashed(const AgentMoment& moment, const Crash& crash);

}  // namespace strata::inline protocol
