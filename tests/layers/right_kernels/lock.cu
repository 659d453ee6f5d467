// One thread of each block at a time has the lock.
// strata: n = 37
// inout int lock[1] = zeros
// inout int sum[2] = zeros
// count<<<n, 64>>>(sum, lock)
// expect sum[i] = i == 0 ? n : n * (n - 1) / 2

__global__ void count(int* sum, int* lock) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  sum[0] += 1;
  sum[1] += blockIdx.x;
  __threadfence();
  atomicExch(lock, 0);
}
