#pragma once

#include <string>

#include "layers/library/routine.h"

namespace strata::inline framework {

/// How a routine stands among those that can run a problem on a device, where nobody asked for one by name.
struct Preference {
  int rank = 0;        ///< the highest is taken
  std::string reason;  ///< as the trace says it
};

/// A step that says it is to be preferred for this problem goes before the vendors' libraries, in the order in which
/// the operation lists them; these go before what is made for this kind of device, and that before the other steps, of
/// which the last is taken.
Preference preferenceOf(const Routine& routine, const DeviceInfo& device, const Problem& problem);

}  // namespace strata::inline framework
