# A trace that PyTorch writes here, imported and counted beside the file itself.
torch_trace() {
  python3 -c 'import torch, sys; sys.exit(not torch.cuda.is_available())' 2>/dev/null || { echo "no PyTorch with a GPU on this machine"; return $SKIP; }
  python3 "$BUNDLE/torch_trace.py" "$WORK/torch.json" >"$WORK/counted" || return
  "$BUNDLE/bin/strata" import "$WORK/torch.json" --out "$WORK/torch.pftrace" || return
  "$BUNDLE/bin/strata" report "$WORK/torch.pftrace" --json >"$WORK/torch-report.json" || return
  cat "$WORK/counted"
  python3 - "$WORK/torch-report.json" "$WORK/counted" <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[1]))
counted = {line.split(":")[0]: int(line.split(":")[1].split(",")[0]) for line in open(sys.argv[2])}
kernels = sum(kernel["count"] for kernel in report["kernels"])
print(f"kernels: the file holds {counted.get('kernel', 0)}, Strata reads {kernels}")
sys.exit(kernels != counted.get("kernel", 0))
PYTHON
}
export -f torch_trace
try_gpu "PyTorch's trace, imported" 110 torch_trace

# What the model says of this GPU beside what was measured on it, a line a step; no aim but the table.
gpu_name() {
  case $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1) in
    *H200*) echo h200 ;;
    *) echo h100 ;;
  esac
}

modelled() { # EXPERIMENT ARGUMENTS…
  local gpu
  gpu=$(gpu_name)
  command -v python3 >/dev/null || { echo "Python, which compares, is not on this machine"; return $SKIP; }
  strata_run "$@" --device cuda --no-trace --json >"$WORK/measured.json" || return
  strata_run "$@" --device cpu --no-trace --json --model-gpu "$gpu" --set times=modelled >"$WORK/modelled.json" || return
  python3 "$BUNDLE/against_model.py" "$WORK/measured.json" "$WORK/modelled.json"
}
export -f gpu_name modelled
for experiment in "matmul --set n=4096" "transpose --set rows=8192 --set cols=8192" "reduce --set n=67108864" "softmax --set rows=8192 --set cols=8192"; do
  # shellcheck disable=SC2086
  try_gpu "the model beside this GPU: ${experiment%% *}" 60 modelled $experiment
done
