# Ladders beside the vendor's library, generation beside the bandwidth roof. figures.jsonl has each run whole.
speed() { # ARGUMENTS…
  local status=0
  strata_run "$@" --device cuda --no-trace --json >"$WORK/speed.json" || status=$?
  tr -d '\n' <"$WORK/speed.json" >>"$OUT/figures.jsonl"; echo >>"$OUT/figures.jsonl"
  awk -F'"' '
    $2 == "share_of_library" && $3 ~ /[0-9]/ { split($3, s, /[ ,:]+/); share = s[2] }
    $2 == "gbytes_per_s" && $3 ~ /[0-9]/ { split($3, s, /[ ,:]+/); rate = s[2] }
    $2 == "variant" && share != "" { printf "%s %.1f %%, ", $4, 100 * share }
    $2 == "variant" && share == "" && rate != "" { printf "%s %.0f GB/s, ", $4, rate }
    $2 == "variant" { share = rate = "" }
    END { print "" }' "$WORK/speed.json"
  return $status
}
export -f speed
try_gpu "matmul 4096, fp32" 60 speed matmul --set roofs=off --set n=4096 --repeat 10
try_gpu "matmul 4096, bf16" 60 speed matmul --set roofs=off --set n=4096 --set type=bf16 --repeat 10
try_gpu "matmul 8192, bf16" 60 speed matmul --set roofs=off --set n=8192 --set type=bf16 --repeat 10 --variants unit_pipelined,unit_specialised,library
try_gpu "attention" 60 speed attention --set roofs=off --repeat 10
try_gpu "attention 8192, bf16" 60 speed attention --set roofs=off --set batch=2 --set heads=16 --set queries=8192 --set dim=128 --set type=bf16 --repeat 5
try_gpu "attention 8192, bf16, causal" 60 speed attention --set roofs=off --set batch=2 --set heads=16 --set queries=8192 --set dim=128 --set causal=yes --set type=bf16 --repeat 5
try_gpu "attention 8192, bf16, heads of 64" 60 speed attention --set roofs=off --set batch=2 --set heads=32 --set queries=8192 --set dim=64 --set type=bf16 --repeat 5
try_gpu "conv2d" 60 speed conv2d --set roofs=off --set n=8 --set c=64 --set h=56 --set filters=64 --repeat 10
try_gpu "copy" 60 speed copy --set n=67108864 --repeat 10
try_gpu "transpose" 60 speed transpose --set roofs=off --set rows=8192 --set cols=8192 --repeat 10

generation() { # fp32|bf16 134M|1B ARGUMENTS…
  command -v python3 >/dev/null || { echo "Python, which makes the model, is not on this machine"; return $SKIP; }
  local model=$WORK/random-$2.bin
  [ "$1" = fp32 ] || model=$WORK/random-$2-bf16
  [ -e "$model" ] || python3 "$BUNDLE/random_model.py" "$model" "$1" "$2" || return
  speed transformer --set model="$model" --set prompt_ids="1 2 3 4" --set tokens=128 --set watch=off "${@:3}" || return
  python3 - "$WORK/speed.json" <<'PYTHON'
import json, sys
figures = {figure["name"]: figure["value"] for figure in json.load(open(sys.argv[1]))["runs"][0]["figures"]}
print(f"{figures['generation_tokens_per_s']:.0f} tokens/s, {figures['share_of_copy_roof']:.1%} of the copy roof")
PYTHON
}
export -f generation
try_gpu "generation, 134 M, fp32" 60 generation fp32 134M
try_gpu "generation, 134 M, fp32, graph, ahead" 60 generation fp32 134M --set graph=on --set ahead=on
try_gpu "generation, 134 M, bf16, graph, ahead" 60 generation bf16 134M --set graph=on --set ahead=on
try_gpu "generation, 134 M, bf16, graph, ahead, overlap" 60 generation bf16 134M --set graph=on --set ahead=on --set overlap=on
try_gpu "generation, 1 B, bf16, graph, ahead" 60 generation bf16 1B --set graph=on --set ahead=on
try_gpu "generation, 1 B, bf16, graph, ahead, overlap" 60 generation bf16 1B --set graph=on --set ahead=on --set overlap=on
try_gpu "generation, 1 B, fp32, graph, ahead" 90 generation fp32 1B --set graph=on --set ahead=on
try_gpu "generation, 1 B, fp32, graph, ahead, overlap" 60 generation fp32 1B --set graph=on --set ahead=on --set overlap=on
