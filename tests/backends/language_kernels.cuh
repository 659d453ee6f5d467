// Kernels of the language conformance suite: each uses one part of what kernels/compat/device.h promises.

enum class ShuffleKind { Index, Up, Down, Xor };

template <class T>
__device__ T shuffled(ShuffleKind kind, T value, int argument, int width) {
  if (kind == ShuffleKind::Index) return __shfl_sync(kFullMask, value, argument, width);
  if (kind == ShuffleKind::Up) return __shfl_up_sync(kFullMask, value, argument, width);
  if (kind == ShuffleKind::Down) return __shfl_down_sync(kFullMask, value, argument, width);
  return __shfl_xor_sync(kFullMask, value, argument, width);
}

template <class T>
__global__ void shuffle(T* values, ShuffleKind kind, int argument, int width) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  values[t] = shuffled(kind, values[t], argument, width);
}

// Each lane asks for another one, and twice in a row.
__global__ void shuffle_varied(int* values) {
  const int t = threadIdx.x, lane = t % warpSize;
  const int there = __shfl_sync(kFullMask, values[t], (lane * 5 + 3) % warpSize);
  values[t] = __shfl_sync(kFullMask, there, warpSize - 1 - lane);
}

__global__ void warp_sum(float* values) {
  float sum = values[threadIdx.x];
  for (int offset = warpSize / 2; offset > 0; offset /= 2) sum += __shfl_xor_sync(kFullMask, sum, offset);
  values[threadIdx.x] = sum;
}

// Odd lanes shuffle three times while even ones do once, then all together.
__global__ void shuffle_in_branches(int* values) {
  const int t = threadIdx.x;
  const LaneMask odd = LaneMask(0xaaaaaaaaaaaaaaaaull), even = LaneMask(~odd);
  int value = values[t];
  if (t % 2) {
    for (int i = 0; i < 3; ++i) value = __shfl_xor_sync(odd, value, 2) + 1;
  } else {
    value = __shfl_xor_sync(even, value, 4);
  }
  __syncwarp();
  values[t] = __shfl_xor_sync(kFullMask, value, 1);
}

// Eight lanes of each warp add up, the others are elsewhere.
__global__ void shuffle_by_few(int* values) {
  const int t = threadIdx.x, lane = t % warpSize;
  if (lane < 8) {
    int sum = values[t];
    for (int offset = 1; offset < 8; offset *= 2) {
      const int other = __shfl_up_sync(LaneMask(0xff), sum, offset, 8);
      if (lane >= offset) sum += other;
    }
    values[t] = sum;
  }
}

__global__ void votes(const int* values, unsigned long long* ballots, int* any, int* all) {
  const int t = threadIdx.x;
  ballots[t] = __ballot_sync(kFullMask, values[t] % 3 == 1);
  any[t] = __any_sync(kFullMask, values[t] == 77) != 0;
  all[t] = __all_sync(kFullMask, values[t] < 200) != 0;
}

__global__ void bit_counts(const unsigned long long* values, int* out) {
  const unsigned long long wide = values[threadIdx.x];
  const unsigned narrow = unsigned(wide);
  int* mine = out + 6 * threadIdx.x;
  mine[0] = __popc(narrow);
  mine[1] = __popcll(wide);
  mine[2] = __ffs(int(narrow));
  mine[3] = __ffsll((long long)(wide));
  mine[4] = __clz(int(narrow));
  mine[5] = __clzll((long long)(wide));
}

// Lanes hand values on through shared memory: without the second __syncwarp a quick lane overwrites what is still
// wanted.
__global__ void pass_on_in_warp(int* values, int rounds) {
  __shared__ int slots[256];
  const int t = threadIdx.x, lane = t % warpSize;
  int value = values[t];
  for (int i = 0; i < rounds; ++i) {
    slots[t] = value;
    __syncwarp();
    value = slots[t - lane + (lane + 1) % warpSize] + 1;
    __syncwarp();
  }
  values[t] = value;
}

// Fills and reads back all dynamic shared memory it is given, as floats and as float4.
__global__ void dynamic_shared(float4* out, int count) {
  extern __shared__ float dynamicFloats[];
  for (int i = threadIdx.x; i < 4 * count; i += blockDim.x) dynamicFloats[i] = float(i + blockIdx.x);
  __syncthreads();
  const float4* quads = reinterpret_cast<const float4*>(dynamicFloats);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[blockIdx.x * count + i] = quads[count - 1 - i];
}

struct AtomicResults {
  int sum, most, least, changes;
  unsigned usum, umost;
  unsigned long long wide;
  float floats;
  int last, histogram[16];
};

// Every thread of the grid adds its number t in many ways.
__global__ void atomics(AtomicResults* results) {
  __shared__ int histogram[16];
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 16) histogram[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&histogram[t * 7 % 16], 1);
  for (int i = 0; i < 64; ++i) atomicAdd(&results->sum, i % 2 ? t : -t - 1);
  atomicAdd(&results->usum, unsigned(t));
  atomicAdd(&results->wide, (unsigned long long)(t) << 32);
  atomicAdd(&results->floats, 0.5f);
  atomicMax(&results->most, t);
  atomicMin(&results->least, -t);
  atomicMax(&results->umost, 0x80000000u + unsigned(t));
  int before = 0, seen;
  while ((seen = atomicCAS(&results->changes, before, before + 3)) != before) before = seen;
  atomicExch(&results->last, t);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&results->histogram[threadIdx.x], histogram[threadIdx.x]);
}

__global__ void rotate_float4(const float4* __restrict__ from, float4* __restrict__ to) {
  const float4 v = __ldg(from + threadIdx.x);
  const float2 last = make_float2(v.w, v.x);
  to[threadIdx.x] = make_float4(v.y, v.z, last.x, last.y);
}

__global__ void arithmetic(const float* x, float* out) {
  const float a = x[2 * threadIdx.x], b = x[2 * threadIdx.x + 1];
  float* mine = out + 8 * threadIdx.x;
  mine[0] = fmaf(a, b, a);
  mine[1] = fminf(a, b);
  mine[2] = max(a, b);
  mine[3] = rsqrtf(fabsf(a));
  mine[4] = __expf(b);
  mine[5] = float(min(int(a), int(b)));
  mine[6] = __fdividef(a, b);
  mine[7] = __logf(fabsf(a));
}

template <class T>
__global__ void narrow(const float* wide, T* narrowed, float* back, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  narrowed[i] = T(wide[i]);
  back[i] = float(narrowed[i]);
}

// One warp a product: rows 16 · warp up of C (2 warps · 16 × 16, in rows of 20) = 2 · (A · B + 1); A is 32 × 48, B 48
// × 16.
template <class T>
__global__ void fragment_product(const T* A, const T* B, float* C) {
  const int warp = threadIdx.x / warpSize;
  matrix_unit::fragment_a<T> a;
  matrix_unit::fragment_b<T> b;
  matrix_unit::accumulator sum;
  matrix_unit::fill(sum, 1.0f);
  for (int k = 0; k < 48; k += 16) {
    matrix_unit::load_matrix(a, A + warp * 16 * 48 + k, 48);
    matrix_unit::load_matrix(b, B + k * 16, 16);
    matrix_unit::multiply_accumulate(sum, a, b, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2.0f;
  matrix_unit::store_matrix(C + warp * 16 * 20, sum, 20);
}

// C (16 × 16) = Aᵀ · Bᵀ, both 16 × 16.
template <class T>
__global__ void fragment_transposed(const T* A, const T* B, float* C) {
  matrix_unit::fragment_a<T, matrix_unit::col_major> a;
  matrix_unit::fragment_b<T, matrix_unit::col_major> b;
  matrix_unit::accumulator sum;
  matrix_unit::fill(sum, 0.0f);
  matrix_unit::load_matrix(a, A, 16);
  matrix_unit::load_matrix(b, B, 16);
  matrix_unit::multiply_accumulate(sum, a, b, sum);
  matrix_unit::store_matrix(C, sum, 16);
}
