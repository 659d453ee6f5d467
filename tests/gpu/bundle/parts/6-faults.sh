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

# A tool over the tests that a filter names, shared out among as many processes as there are processors. Its last line
# says how many tests it got through in LIMIT seconds, and what it found.
sanitized() { # TOOL LIMIT FILTER
  command -v compute-sanitizer >/dev/null || { echo "compute-sanitizer is not on this machine"; return $SKIP; }
  local program=$BUNDLE/tests/gpu_cuda_test logs=$WORK/log/$1 shards at wanted ran failed errors ended
  shards=$(nproc)
  mkdir -p "$logs"
  trap 'kill $(jobs -p)' TERM
  for ((at = 0; at < shards; ++at)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$at timeout -k 5 "$2" \
      compute-sanitizer --tool "$1" "$program" --gtest_filter="$3" >"$logs/$at" 2>&1 &
  done
  wait
  wanted=$("$program" --gtest_filter="$3" --gtest_list_tests | tests_of | grep -cvF DISABLED_)
  ran=$(cat "$logs"/* | grep -cE '^\[ +(OK|SKIPPED|FAILED) +\] .* \([0-9]+ ms\)$')
  failed=$(cat "$logs"/* | grep -cE '^\[ +FAILED +\] .* \([0-9]+ ms\)$')
  errors=$(cat "$logs"/* | grep -cE '^=+ (Error|Warning|Invalid|Race|Barrier|Program hit)')
  ended=$(cat "$logs"/* | grep -cE 'SUMMARY: ')
  cat "$logs"/* | grep -A 12 -E '^=+ (Error|Warning|Invalid|Race|Barrier|Program hit)' | head -n 200
  echo "$ran of $wanted tests, $failed failed; $ended of $shards processes to their end, $errors errors"
  [ "$errors" = 0 ] && [ "$failed" = 0 ] || return 1
  [ "$ran" = "$wanted" ] && [ "$ended" = "$shards" ] || return 124
}
export -f sanitized
# What these tests provoke on purpose the sanitizer would report; the clock test needs the interface it occupies.
provoked='GpuClock.*:GpuGraphProfile.*:*AbsurdAllocation*:GpuModule.*:*OfNoKernelAreAnError:*RefusesAnothers'
try_gpu "memcheck" 130 sanitized memcheck 120 "-$provoked:*Golden*"
try_gpu "racecheck" 130 sanitized racecheck 120 "matmul_*:softmax_*:reduce_*:scan_*:norm_*:attention_*:conv2d_*:transpose_*:linear_*:heads_*"
try_gpu "synccheck" 100 sanitized synccheck 90 "matmul_*:softmax_*:reduce_*:scan_*:norm_*:attention_*:linear_*"
