// like: matmul unit_specialised m=64 n=64 k=64 type=2
#include "kernels/compat/tma.h"
__global__ void k(const __grid_constant__ tma::tensor_map A, const __grid_constant__ tma::tensor_map B, float* C, int m,
                  int n, int k) {
  extern __shared__ tma::shared_kibibyte boxes[];
  __shared__ tma::barrier ready;
  if (threadIdx.x == 0) {
    ready.init(1);
    tma::publish_barriers();
    ready.arrive_and_expect(8192);
    tma::copy_box(reinterpret_cast<bfloat16*>(boxes + 190), A, ready, 0, 0, 0);  //! out of bounds
  }
}
