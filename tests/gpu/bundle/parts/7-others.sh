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
