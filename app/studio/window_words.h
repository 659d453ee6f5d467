#pragma once

#include <string>

namespace strata::inline studio {

/// A sentence of an agent that names options of its command line names what the window has instead.
std::string inWindow(std::string message);

}  // namespace strata::inline studio
