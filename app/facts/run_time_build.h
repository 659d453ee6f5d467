#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The same of kernels by name, which a call launched.
std::optional<RunTimeBuild> runTimeBuildOf(const TraceSnapshot& snapshot, CallId launchedIn,
                                           const std::vector<std::string_view>& kernels);

}  // namespace strata::inline facts
