# The device opens, its language holds, every step of every ladder is right at odd shapes, NVIDIA's libraries are right.
try "strata doctor" 60 "$BUNDLE/bin/strata" doctor
try "the processor's own matmul" 60 strata_run matmul --device cpu --set n=128 --variants naive,tiled --no-trace
try_tests gpu_cuda_test 60 12 '-GpuClock.*:GpuGraphProfile.*:*Golden*:DefaultModel.*'
try_tests layers_cupti_test 60 4
try_tests layers_compiler_test 60 4 'RunTimeCompiler.*:WarpgroupCodeAtRunTime.*'  # the rest needs no GPU
