// Kernels of the device conformance suite: small, and each made to break on one thing.

__global__ void add_one(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] += 1.0f;
}

// A missing barrier, or shared memory that blocks share, shows as elements in the wrong place.
__global__ void reverse_blocks(int* data) {
  __shared__ int tile[256];
  const int base = blockIdx.x * 256;
  tile[threadIdx.x] = data[base + threadIdx.x];
  __syncthreads();
  data[base + threadIdx.x] = tile[255 - threadIdx.x];
}

__global__ void spin(long long* data, long long rounds) {
  volatile long long count = 0;
  while (count < rounds) count = count + 1;
  data[0] = count;
}

__global__ void coordinates(unsigned* out) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * threads + thread] = block * threads + thread + 1;
}

// Every third thread at or above `stay` leaves before the first barrier, every other one after it. Each that stays
// reads its neighbour's value of the phase before, so a barrier that opens too early gives a wrong sum.
__global__ void leave_early(int* out, int stay) {
  __shared__ int phase[2][256];
  const int t = threadIdx.x;
  if (t >= stay && t % 3 == 0) return;
  phase[0][t] = t;
  __syncthreads();
  if (t >= stay) return;
  for (int step = 0; step < 4; ++step) {
    phase[(step + 1) % 2][t] = phase[step % 2][(t + 1) % stay] + 1;
    __syncthreads();
  }
  if (t != 0) return;
  int sum = 0;
  for (int i = 0; i < stay; ++i) sum += phase[0][i];
  out[blockIdx.x] = sum;
}
