#include "kernels/operation/bound_launch.h"

#include <utility>
#include <variant>

namespace strata::inline operation {
namespace {

void* addressOf(TensorArgument argument, std::span<void* const> tensors) {
  return argument.index == TensorArgument::kNone ? nullptr : tensors[static_cast<std::size_t>(argument.index)];
}

}  // namespace

BoundLaunch::BoundLaunch(const KernelLaunch& launch, KernelEntry entry)
    : m_entry(entry), m_shape(launch.shape), m_values(launch.arguments.size()) {
  m_maps.reserve(launch.arguments.size());
}

Result<BoundLaunch> BoundLaunch::bind(Device& device, const KernelLaunch& launch, KernelEntry entry,
                                      std::span<void* const> tensors) {
  BoundLaunch bound(launch, entry);
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    STRATA_ASSIGN(void* const at, bound.place(device, launch.arguments[i], bound.m_values[i], tensors));
    bound.m_arguments.push_back(at);
  }
  return bound;
}

/// Where the argument's value now stands.
Result<void*> BoundLaunch::place(Device& device, const Argument& argument, Value& value,
                                 std::span<void* const> tensors) {
  if (const auto* boxes = std::get_if<TensorMapArgument>(&argument)) {
    BoxedTensor tensor = boxes->boxes;
    tensor.data = addressOf(boxes->tensor, tensors);
    STRATA_ASSIGN(const TensorMap map, device.tensorMap(tensor));
    return static_cast<void*>(&m_maps.emplace_back(map));
  }
  if (const auto* integer = std::get_if<std::int32_t>(&argument)) {
    value.integer = *integer;
  } else if (const auto* number = std::get_if<float>(&argument)) {
    value.number = *number;
  } else if (const auto* longInteger = std::get_if<std::int64_t>(&argument)) {
    value.longInteger = *longInteger;
  } else if (const auto* longNumber = std::get_if<double>(&argument)) {
    value.longNumber = *longNumber;
  } else {
    value.pointer = addressOf(std::get<TensorArgument>(argument), tensors);
  }
  return static_cast<void*>(&value);
}

}  // namespace strata::inline operation
