#include "kernels/microscope/microscope.h"

namespace strata::inline microscope {

bool canObserveKernels() {
  return true;
}

}  // namespace strata::inline microscope
