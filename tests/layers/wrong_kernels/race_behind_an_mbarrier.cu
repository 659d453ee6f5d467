// like: matmul unit_specialised m=64 n=64 k=64 type=2
#include "kernels/compat/tma.h"
__global__ void k(const __grid_constant__ tma::tensor_map A, const __grid_constant__ tma::tensor_map B, float* C, int m,
                  int n, int k) {
  __shared__ tma::barrier written;
  __shared__ float handed[2], late;
  if (threadIdx.x == 0) {
    written.init(1);
    tma::publish_barriers();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    handed[0] = 1.0f;
    handed[1] = 2.0f;
    written.arrive();
    late = 3.0f;  //! race
  }
  if (threadIdx.x == 64) {
    written.wait(0);
    C[0] = handed[0] + handed[1];
    C[1] = late;  //! race
  }
}
