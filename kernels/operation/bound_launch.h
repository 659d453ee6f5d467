#pragma once

#include <span>
#include <vector>

#include "engine/device/device.h"
#include "kernels/operation/operation.h"

namespace strata::inline operation {

/// Arguments of one launch with an address each.
class BoundLaunch {
 public:
  /// `tensors`: where those lie that the launch's arguments count, on the device. An error where the device has no maps
  /// of tensors that the kernel takes.
  static Result<BoundLaunch> bind(Device& device, const KernelLaunch& launch, KernelEntry entry,
                                  std::span<void* const> tensors);
  BoundLaunch(BoundLaunch&&) = default;
  BoundLaunch& operator=(BoundLaunch&&) = default;

  Result<void> start(Stream& stream) { return stream.launch(m_entry, m_shape, m_arguments); }
  const KernelEntry& entry() const { return m_entry; }

 private:
  union Value {
    void* pointer;
    std::int32_t integer;
    float number;
    std::int64_t longInteger;
    double longNumber;
  };

  BoundLaunch(const KernelLaunch& launch, KernelEntry entry);
  Result<void*> place(Device& device, const Argument& argument, Value& value, std::span<void* const> tensors);

  KernelEntry m_entry;
  LaunchShape m_shape;
  std::vector<Value> m_values;    ///< neither is resized: m_arguments points into them
  std::vector<TensorMap> m_maps;  ///< as many as there may be
  std::vector<void*> m_arguments;
};

}  // namespace strata::inline operation
