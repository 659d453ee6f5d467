// strata: n = 5000
// bins = 64 step 64
// in  int x[n] = random(0, bins)
// inout int count[bins] = zeros
// histogram<<<(n + 255) / 256, 256>>>(count, x, n)
// expect count[b] = sum(i < n, x[i] == b)

__global__ void histogram(int* count, const int* x, int n) {
  __shared__ int mine[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x) mine[b] = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&mine[x[i]], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x) atomicAdd(&count[b], mine[b]);
}
