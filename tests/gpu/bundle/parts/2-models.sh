# Golden texts and intermediates of the transformer, the digit reader, graphs, steps ahead; the same text as the processor's.
try_tests gpu_cuda_test 100 6 '*Golden*:DefaultModel.*'

# "text" of a run, as JSON.
written() {
  strata_run transformer --json --no-trace "$@" | tr -d '\n' | grep -oE '"text": *"([^"\\]|\\.)*"' | head -n 1
}

same_text() {
  local here there
  here=$(written --device cpu --set prompt="Once upon a time" --set temperature=0 --set tokens=64) || return
  there=$(written --device cuda --set prompt="Once upon a time" --set temperature=0 --set tokens=64 "$@") || return
  echo "processor: $here"
  echo "GPU:       $there"
  [ -n "$here" ] && [ "$here" = "$there" ]
}
export -f written same_text

try_gpu "greedy text as on the processor" 60 same_text
try_gpu "greedy text, graph" 60 same_text --set graph=on
try_gpu "greedy text, graph, steps ahead" 60 same_text --set graph=on --set ahead=on --set watch=off
try_gpu "greedy text, kernels that overlap" 60 same_text --set overlap=on
try_gpu "greedy text, overlap, graph, steps ahead" 60 same_text --set overlap=on --set graph=on --set ahead=on --set watch=off
try_gpu "greedy text, the library's products" 60 same_text --set kernels=library
try_gpu "the digit reader, all convolutions" 60 strata_run cnn --device cuda --no-trace
