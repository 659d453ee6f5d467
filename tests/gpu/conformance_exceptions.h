#pragma once

#include <map>
#include <string>

namespace strata {

/// Tests of the suites of every device that this binary's device is known to fail, and why.
std::map<std::string, std::string> conformanceExceptions();

}  // namespace strata
