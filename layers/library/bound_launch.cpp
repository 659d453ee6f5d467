#include "layers/library/bound_launch.h"

#include <variant>

namespace strata::inline library {

BoundLaunch::BoundLaunch(const KernelLaunch& launch, KernelEntry entry, std::span<void* const> tensors)
    : m_entry(entry), m_shape(launch.shape), m_values(launch.arguments.size()) {
  for (std::size_t i = 0; i < m_values.size(); ++i) {
    const Argument& argument = launch.arguments[i];
    if (const auto* integer = std::get_if<std::int32_t>(&argument)) {
      m_values[i].integer = *integer;
    } else if (const auto* number = std::get_if<float>(&argument)) {
      m_values[i].number = *number;
    } else if (const auto* longInteger = std::get_if<std::int64_t>(&argument)) {
      m_values[i].longInteger = *longInteger;
    } else if (const auto* longNumber = std::get_if<double>(&argument)) {
      m_values[i].longNumber = *longNumber;
    } else {
      const int index = std::get<TensorArgument>(argument).index;
      m_values[i].pointer = index == TensorArgument::kNone ? nullptr : tensors[static_cast<std::size_t>(index)];
    }
    m_arguments.push_back(&m_values[i]);
  }
}

}  // namespace strata::inline library
