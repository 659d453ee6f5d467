# Kernels that somebody brings, compiled there by NVRTC: in a step's place, alone, and a wrong one.
own_step() { # DEVICE
  cat >"$WORK/mine.cu" <<'CUDA'
// like: coalesced
__global__ void mine(const float* A, const float* B, float* C, int m, int n, int k, int rowA, int colA,
                     int rowB, int colB) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || col >= n) return;
  float sum = 0.0f;
  for (int l = 0; l < k; ++l) sum += A[row * rowA + l * colA] * B[l * rowB + col * colB];
  C[row * n + col] = sum;
}
CUDA
  strata_run matmul --device "$1" --set n=384 --kernel "$WORK/mine.cu" --variants coalesced,mine --no-trace
}

free_kernel() { # DEVICE
  cat >"$WORK/smooth.cu" <<'CUDA'
// strata: n = 4096
// in    float x[n] = random
// out   float y[n]
// smooth<<<(n + 255) / 256, 256>>>(y, x, n)
// expect y[i] = (x[i - 1] + x[i] + x[i + 1]) / 3  tolerance 1e-6
__global__ void smooth(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  y[i] = ((i > 0 ? x[i - 1] : 0.0f) + x[i] + (i + 1 < n ? x[i + 1] : 0.0f)) / 3.0f;
}
CUDA
  strata_run kernel --device "$1" --file "$WORK/smooth.cu" --no-trace
}

# It computes something else: an answer, and one that says so.
wrong_kernel() { # DEVICE
  local status=0
  free_kernel "$1" >/dev/null || { status=$?; [ "$status" = "$SKIP" ] && free_kernel "$1"; return $status; }
  sed -i 's|/ 3.0f;|/ 4.0f;|' "$WORK/smooth.cu"
  "$BUNDLE/bin/strata" run kernel --device "$1" --file "$WORK/smooth.cu" --no-trace
  status=$?
  [ "$status" != 0 ] && [ "$status" -lt 128 ]
}
export -f own_step free_kernel wrong_kernel
try "the processor's: a kernel of one's own" 60 own_step cpu
try_gpu "a kernel of one's own beside the step" 60 own_step cuda
try_gpu "a kernel that runs alone" 60 free_kernel cuda
try_gpu "a kernel that computes something else" 60 wrong_kernel cuda
