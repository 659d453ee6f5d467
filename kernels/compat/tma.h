#pragma once

// Copies of boxes from global to shared memory by the GPU's own copy unit (NVIDIA's tensor memory accelerator, TMA,
// from Hopper on), and the barriers in shared memory that wait for them (PTX's mbarrier). Included after
// kernels/compat/device.h by the files whose kernels use it:
//
//   const __grid_constant__ tma::tensor_map map    a kernel's parameter: a tensor of up to three sides, and the box
//                                                  of one copy (engine/device/tensor_map.h says what both may be)
//   tma::barrier ready;                            in shared memory
//   ready.init(count)                              by one thread: a phase ends when `count` arrivals and all bytes that
//                                                  they announced are there. Then tma::publish_barriers(), before
//                                                  others use it
//   ready.arrive()
//   ready.arrive_and_expect(bytes)                 an arrival that announces bytes
//   ready.wait(parity)                             until the phase of this parity has ended: phases are 0, 1, 0, 1, …
//   tma::copy_box(to, map, ready, x, y, z)         by one thread: the box that begins at element x of line y of plane z
//                                                  comes to `to`, and its bytes to `ready`. Elements outside of the
//                                                  tensor come as 0. `to` is aligned to 1024 bytes
//
//   extern __shared__ tma::shared_kibibyte name[]; dynamic shared memory that is aligned as boxes want it
//
// A box's lines of 128 bytes follow each other, swizzled: of line i, 16 bytes that begin at 16 · p stand at 16 · (p xor
// i mod 8). Until the phase has ended nobody may touch what a copy writes. Devices without such a unit
// (warpgroupDevice() in warpgroup_devices.h) trap.

namespace tma {

struct alignas(1024) shared_kibibyte {
  unsigned char bytes[1024];
};

}  // namespace tma

#if defined(STRATA_DEVICE_CPU)
#include "kernels/compat/tma_cpu.h"
#elif defined(__CUDACC__)
#include "kernels/compat/tma_cuda.h"
#else
#include "kernels/compat/tma_none.h"
#endif
