#pragma once

#include <string_view>

namespace strata::inline interchange {

/// Whether a file that begins so is a message of pprof's Profile, or of XProf's XSpace. Perfetto's traces are neither.
bool isPprof(std::string_view head);
bool isXPlane(std::string_view head);

}  // namespace strata::inline interchange
