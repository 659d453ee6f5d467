#pragma once

#include <array>
#include <string>

namespace strata::inline facts {

/// The names of two files, with as many of their folders as tell them apart: "mon/mm.pftrace", "tue/mm.pftrace". Of one
/// file twice its name alone.
std::array<std::string, 2> fileNamesApart(const std::array<std::string, 2>& paths);

}  // namespace strata::inline facts
