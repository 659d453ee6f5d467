#include "kernels/microscope/microscope.h"

namespace strata {

bool canObserveKernels() {
  return true;
}

}  // namespace strata
