# Recorded runs for machines without a GPU.
gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader 2>/dev/null | head -n 1 | sed 's/^NVIDIA //' | cut -d' ' -f1 | tr 'A-Z' 'a-z')
try_gpu "session: matmul" 60 record "matmul-$gpu.pftrace" matmul --device cuda --set n=2048 --set check=full --repeat 5
try_gpu "session: matmul, bf16" 60 record "matmul-bf16-$gpu.pftrace" matmul --device cuda --set n=2048 --set type=bf16 --repeat 5
try_gpu "session: conv2d" 60 record "conv2d-$gpu.pftrace" conv2d --device cuda --repeat 5
try_gpu "session: attention" 60 record "attention-$gpu.pftrace" attention --device cuda --repeat 5
try_gpu "session: transformer" 60 record "transformer-$gpu.pftrace" transformer --device cuda \
  --set prompt="Once upon a time" --set tokens=16
try_gpu "session: copies, pinned" 60 record "copies-pinned-$gpu.pftrace" saxpy --device cuda --set host_memory=pinned
try_gpu "session: copies, pageable" 60 record "copies-pageable-$gpu.pftrace" saxpy --device cuda --set host_memory=pageable
