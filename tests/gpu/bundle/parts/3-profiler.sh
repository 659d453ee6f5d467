# Launches linked to kernels, one clock, what tracing costs, durations beside another profiler's.
try_tests gpu_cuda_test 150 1 'GpuClock.*:GpuGraphProfile.*'
try_gpu "cost of tracing" 120 "$BUNDLE/bin/strata" bench tracing

against_ncu() {
  command -v ncu >/dev/null || { echo "ncu is not on this machine"; return $SKIP; }
  local run=(matmul --device cuda --set n=4096 --set roofs=off --set slow=run --repeat 3 --variants coalesced,tiled,vectorised,library)
  strata_run "${run[@]}" --out "$WORK/ncu.pftrace" || return
  "$BUNDLE/bin/strata" report "$WORK/ncu.pftrace" --json >"$WORK/report.json" || return
  ncu --clock-control none --cache-control none --target-processes all --csv --metrics gpu__time_duration.sum \
    "$BUNDLE/bin/strata" run "${run[@]}" --no-trace --hang-limit 60 >"$WORK/ncu.csv" 2>&1
  python3 "$BUNDLE/against_ncu.py" "$WORK/report.json" "$WORK/ncu.csv"
}
export -f against_ncu
try_gpu "durations beside ncu's" 150 against_ncu
