#include "kernels/operation/access_widths.h"

#include <algorithm>

namespace strata::inline operation {

void AccessWidths::add(const std::string& kernel, const CompiledAccess& access) {
  std::vector<CompiledAccess>& accesses = m_kernels[kernel];
  CompiledAccess place = access;
  place.widths = 0;
  const auto at = std::ranges::lower_bound(accesses, place);
  const auto same = [&](const CompiledAccess& other) {
    place.widths = other.widths;
    return other == place;
  };
  if (at != accesses.end() && same(*at))
    at->widths |= access.widths;
  else
    accesses.insert(at, access);
}

const CompiledAccess* AccessWidths::find(std::string_view kernel, std::string_view file, int line, bool shared,
                                         bool store) const {
  const auto found = m_kernels.find(kernel);
  if (found == m_kernels.end()) return nullptr;
  for (const CompiledAccess& access : found->second)
    if (access.covers(file, line) && access.shared == shared && access.store == store) return &access;
  return nullptr;
}

}  // namespace strata::inline operation
