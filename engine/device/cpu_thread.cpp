#include "engine/device/cpu_thread.h"

namespace strata::cpu {

constinit thread_local Dim3 threadIdx{0, 0, 0};
constinit thread_local Dim3 blockIdx{0, 0, 0};
constinit thread_local Dim3 blockDim;
constinit thread_local Dim3 gridDim;
constinit thread_local BarrierFunction barrier = nullptr;

}  // namespace strata::cpu
