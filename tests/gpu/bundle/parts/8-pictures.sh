# Frames that are drawn as they were computed, by every way memory is shared; Studio's views by the GPU's OpenGL, without a
# window.
try_tests gpu_cuda_frames_test 120 1
try_gpu "frames, the ways there are" 60 strata_run frames --device cuda --no-trace --set frames=60 --set rate=0

# The vendor's EGL is found by a file that containers often lack.
egl() {
  [ -e /usr/share/glvnd/egl_vendor.d/10_nvidia.json ] || [ -n "$NO_GPU" ] || {
    printf '{"file_format_version":"1.0.0","ICD":{"library_path":"libEGL_nvidia.so.0"}}' >"$WORK/nvidia.json"
    export __EGL_VENDOR_LIBRARY_FILENAMES=$WORK/nvidia.json
  }
  "$@"
}
export -f egl
try "views by OpenGL: times and memory" 120 egl "$BUNDLE/tests/scene_frames" "$BUNDLE/data/recording.pftrace"
