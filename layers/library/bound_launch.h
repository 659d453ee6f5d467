#pragma once

#include <span>
#include <vector>

#include "engine/device/device.h"
#include "kernels/operation/operation.h"

namespace strata::inline library {

/// Arguments of one launch with an address each.
class BoundLaunch {
 public:
  /// `tensors`: where those lie that the launch's arguments count, on the device.
  BoundLaunch(const KernelLaunch& launch, KernelEntry entry, std::span<void* const> tensors);

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

  KernelEntry m_entry;
  LaunchShape m_shape;
  std::vector<Value> m_values;  ///< not resized: m_arguments points into it
  std::vector<void*> m_arguments;
};

}  // namespace strata::inline library
