#pragma once

#include <optional>
#include <string>

#include "app/facts/call_picture.h"

namespace strata::inline facts {

/// That a call's kernel was compiled while the program ran, before the call.
struct RunTimeBuild {
  std::string compiler;  ///< "g++", "NVRTC 13.0"
  Duration time;
  Provenance kind = Provenance::Measured;
};

/// As the session has it of a call that holds none of it itself; nullopt: its kernels were compiled ahead of time, or
/// it ran none.
std::optional<RunTimeBuild> runTimeBuildOf(const TraceSnapshot& snapshot, const CallPicture& picture);

}  // namespace strata::inline facts
