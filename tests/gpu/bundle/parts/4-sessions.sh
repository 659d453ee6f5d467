# Recorded runs for machines without a GPU.
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1 | sed 's/^NVIDIA //' | cut -d' ' -f1 | tr 'A-Z' 'a-z')
try_gpu "session: matmul" 60 record "matmul-$gpu.pftrace" matmul --device cuda --set n=4096 --repeat 3
try_gpu "session: matmul, bf16" 60 record "matmul-bf16-$gpu.pftrace" matmul --device cuda --set n=4096 --set type=bf16 --repeat 3 \
  --variants unit_naive,unit_tiled,unit_pipelined,unit_specialised,library
try_gpu "session: conv2d" 60 record "conv2d-$gpu.pftrace" conv2d --device cuda --set n=32 --set c=32 --set h=56 --set filters=64 --repeat 3
try_gpu "session: attention" 60 record "attention-$gpu.pftrace" attention --device cuda --set heads=16 --set queries=1024 --repeat 3
try_gpu "session: attention, bf16" 60 record "attention-bf16-$gpu.pftrace" attention --device cuda \
  --set heads=16 --set queries=4096 --set dim=128 --set type=bf16 --variants registers,specialised,library --repeat 3
try_gpu "session: transformer" 60 record "transformer-$gpu.pftrace" transformer --device cuda \
  --set prompt="Once upon a time" --set tokens=8
try_gpu "session: copies, pinned" 60 record "copies-pinned-$gpu.pftrace" saxpy --device cuda --set n=33554432 --set host_memory=pinned --repeat 3
try_gpu "session: copies, pageable" 60 record "copies-pageable-$gpu.pftrace" saxpy --device cuda --set n=33554432 --set host_memory=pageable --repeat 3
