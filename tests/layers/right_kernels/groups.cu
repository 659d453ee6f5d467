#include <cooperative_groups.h>
// strata: n = 640 step 128
// in  float x[n] = random
// out float y[n / 128]
// sums<<<n / 128, 128>>>(y, x)
// expect y[i] = sum(k < 128, x[128 * i + k])

namespace cg = cooperative_groups;

__global__ void sums(float* y, const float* x) {
  __shared__ float part[4];
  const cg::thread_block block = cg::this_thread_block();
  const auto warp = cg::tiled_partition<32>(block);
  float sum = x[blockIdx.x * 128 + block.thread_rank()];
  for (int by = 16; by > 0; by /= 2) sum += warp.shfl_down(sum, by);
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}
