// strata: n = 1024 step 256
// inout int x[n] = (i * 7919) % 1009
// sort<<<n / 256, 256>>>(x)
// expect none

__global__ void sort(int* x) {
  __shared__ int tile[256];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 256 + t];
  for (int size = 2; size <= 256; size *= 2)
    for (int by = size / 2; by > 0; by /= 2) {
      __syncthreads();
      const int other = t ^ by;
      if (other > t && ((t & size) == 0) == (tile[t] > tile[other])) {
        const int kept = tile[t];
        tile[t] = tile[other];
        tile[other] = kept;
      }
    }
  __syncthreads();
  x[blockIdx.x * 256 + t] = tile[t];
}
