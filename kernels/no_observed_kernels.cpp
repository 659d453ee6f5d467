#include "kernels/microscope/microscope.h"
#include "kernels/operation/kernel_table.h"

namespace strata::inline microscope {

bool canObserveKernels() {
  return false;
}

}  // namespace strata::inline microscope

namespace strata::inline operation {

KernelEntry findObservedKernel(std::string_view) {
  return {};
}

}  // namespace strata::inline operation
