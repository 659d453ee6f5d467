# Kernels that go wrong, memory that is not there, code compiled now, compute-sanitizer over the kernels.
try_tests gpu_cuda_fault_test 25 1
try_gpu "compile=now" 90 strata_run matmul --device cuda --set n=512 --set compile=now --no-trace

too_large() {
  local status=0
  local said
  said=$("$BUNDLE/bin/strata" run matmul --device cuda --set n=8192 --set m=8192 --set k=1 --set batch=1024 --variants naive --no-trace 2>&1) || status=$?
  tail -n 1 <<<"$said"
  [ "$status" != 0 ] && [ "$status" -lt 128 ] && grep -q 'of device memory' <<<"$said"
}
export -f too_large
try_gpu "memory that is not there is an error" 60 too_large

sanitized() { # TOOL FILTER
  command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer is not on this machine"; return $SKIP; }
  compute-sanitizer --tool "$1" --error-exitcode 1 "$BUNDLE/tests/gpu_cuda_test" --gtest_filter="$2"
}
export -f sanitized
# What these tests provoke on purpose the sanitizer would report; the clock test needs the interface it occupies.
provoked='GpuClock.*:GpuGraphProfile.*:*AbsurdAllocation*:GpuModule.*:*OfNoKernelAreAnError'
try_gpu "memcheck" 120 sanitized memcheck "-$provoked:*Golden*"
try_gpu "racecheck" 120 sanitized racecheck "matmul_*:softmax_*:reduce_*:scan_*:norm_*:attention_*:conv2d_*:transpose_*"
try_gpu "synccheck" 90 sanitized synccheck "matmul_*:softmax_*:reduce_*:scan_*:norm_*:attention_*"
