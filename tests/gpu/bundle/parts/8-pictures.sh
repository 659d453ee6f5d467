# Frames that are drawn as they were computed, by every way memory is shared; Studio's views by the GPU's OpenGL, without a
# window.
try_tests gpu_cuda_frames_test 120 1
try_gpu "frames, the ways there are" 60 strata_run frames --device cuda --no-trace --set frames=60 --set rate=0

try "views by OpenGL: times and memory" 120 "$BUNDLE/tests/scene_frames" "$BUNDLE/data/recording.pftrace"
