#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/device/kernel.h"

namespace strata::inline backends {

/// What the vendor's compiler gave a kernel of this binary on the current device. Kind: counted.
struct KernelAttributes {
  std::uint32_t registers = 0;    ///< per thread; AMD: vector registers
  std::uint64_t sharedBytes = 0;  ///< static, per block
  std::uint64_t localBytes = 0;   ///< per thread: spilled registers and arrays that are not in registers
  std::uint32_t maxThreads = 0;   ///< of a block, for this kernel
  bool translated = false;        ///< from PTX by the driver, when the program was started
};

/// Asks the vendor's runtime; needs an opened device.
Result<KernelAttributes> kernelAttributes(const KernelEntry& kernel);

}  // namespace strata::inline backends
