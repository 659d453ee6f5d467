# Where the time of the best steps goes, by ncu: the fifth launch of each kernel of a run.
evidence() { # ARGUMENTS of strata run
  command -v ncu >/dev/null || { echo "ncu is not on this machine"; return $SKIP; }
  local sections=()
  for section in SpeedOfLight ComputeWorkloadAnalysis MemoryWorkloadAnalysis WarpStateStats SchedulerStats Occupancy LaunchStats; do
    sections+=(--section $section)
  done
  ncu --clock-control none --target-processes all "${sections[@]}" --kernel-id '::regex:.*:5' \
    "$BUNDLE/bin/strata" run "$@" --device cuda --set roofs=off --set slow=run --repeat 6 --no-trace --hang-limit 100
}
export -f evidence
try_gpu "ncu: matmul, bf16" 60 evidence matmul --set n=8192 --set type=bf16 --variants unit_specialised,library
try_gpu "ncu: attention, bf16" 60 evidence attention --set batch=2 --set heads=16 --set queries=8192 --set dim=128 --set type=bf16 --variants specialised,library
try_gpu "ncu: matmul, fp32" 60 evidence matmul --set n=4096 --variants warp_tile,double_buffered,wide_tile,library
try_gpu "ncu: conv2d" 60 evidence conv2d --set n=8 --set c=64 --set h=56 --set filters=64
try_gpu "ncu: transpose" 60 evidence transpose --set rows=8192 --set cols=8192
