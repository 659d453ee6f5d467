// like: reduce sequential n=1000
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const float* in, float* out, int n) {
  __shared__ float values[256];
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<32>(block);
  values[block.thread_rank()] = in[0];  //! race
  tile.sync();
  const float other = values[255 - block.thread_rank()];  //! race
  if (block.thread_rank() == 0) out[blockIdx.x] = other;
}
