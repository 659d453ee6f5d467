#include "kernels/microscope/array_names.h"

#include <iterator>

namespace strata::inline microscope {

void ArrayNames::add(std::string_view name, std::span<const std::byte> where) {
  if (where.empty()) return;
  const auto begin = reinterpret_cast<std::uintptr_t>(where.data());
  const std::uintptr_t end = begin + where.size();
  auto old = m_tensors.lower_bound(begin);
  if (old != m_tensors.begin() && std::prev(old)->second.end > begin) --old;
  while (old != m_tensors.end() && old->first < end) old = m_tensors.erase(old);
  m_tensors[begin] = {std::string(name), end};
}

NamedArray ArrayNames::at(std::uintptr_t address) const {
  const auto behind = m_tensors.upper_bound(address);
  if (behind == m_tensors.begin()) return {};
  const auto& [begin, tensor] = *std::prev(behind);
  const NamedArray array{&tensor.name, begin, tensor.end};
  return array.has(address) ? array : NamedArray();
}

}  // namespace strata::inline microscope
