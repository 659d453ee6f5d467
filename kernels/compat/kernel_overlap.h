#pragma once

// A kernel may begin before the one before it on its stream has ended, where device and launch allow that: on NVIDIA
// GPUs from Hopper on (programmatic dependent launch, KernelEntry::waits). Elsewhere these do nothing.

/// Until the kernel before has ended, and what it wrote can be read: CUDA's cudaGridDependencySynchronize(). What comes
/// before this in a kernel must touch nothing that an earlier kernel writes.
///
/// In a kernel that waits only pointers to weights are __restrict__. Of others that would promise that nobody writes,
/// while the kernel runs, what it reads; compilers may then load it through a cache that does not see such writes
/// (ld.global.nc), and before the wait.
__device__ inline void waitForKernelBefore() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// From here on, the kernel after may begin: CUDA's cudaTriggerProgrammaticLaunchCompletion(). It waits by itself.
__device__ inline void letKernelAfterBegin() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}
