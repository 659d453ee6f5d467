#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/device/kernel.h"

// What one GPU thread knows while it runs on the CPU device. The device sets these before a thread starts and each time
// it goes on; kernels built for the CPU read them under their CUDA names (kernels/compat/device.h). They hold nothing
// outside a launch.

// They belong to the program, also where kernels are loaded later.
#define STRATA_OF_PROGRAM __attribute__((tls_model("initial-exec")))

namespace strata::cpu {

STRATA_OF_PROGRAM extern constinit thread_local Dim3 threadIdx;
STRATA_OF_PROGRAM extern constinit thread_local Dim3 blockIdx;
STRATA_OF_PROGRAM extern constinit thread_local Dim3 blockDim;
STRATA_OF_PROGRAM extern constinit thread_local Dim3 gridDim;
STRATA_OF_PROGRAM extern constinit thread_local int warpSize;  ///< 32 or 64, as the device was opened

/// Returns when every thread of the block that still lives has called it.
using BarrierFunction = void (*)();
STRATA_OF_PROGRAM extern constinit thread_local BarrierFunction barrier;

/// What is to be done when the lanes of a warp have met: operands[l] is what lane l brought, for each bit l of `lanes`.
using WarpService = void (*)(std::uint64_t lanes, void* const* operands);

/// Returns when every lane of `mask` that still lives has called it with the same mask and service. The last one to
/// come serves all, once: after that each finds its result in its operand. One that is not in its own mask, or waits
/// for lanes that never come, is let go with the others that are there, and the launch fails.
using MeetFunction = void (*)(std::uint64_t mask, void* operand, WarpService serve);
STRATA_OF_PROGRAM extern constinit thread_local MeetFunction meet;

/// Returns when `ready` says so of the operand; it may be asked often, by other threads of the block. Where nobody is
/// left who could make it so, the thread goes on all the same, and the launch fails.
using ReadyFunction = bool (*)(void* operand);
using WaitFunction = void (*)(ReadyFunction ready, void* operand);
STRATA_OF_PROGRAM extern constinit thread_local WaitFunction waitUntil;

/// Ends the GPU thread that calls it, in launches that are watched (BlockObserver): nothing on its stack is destroyed,
/// and who waits for it at a barrier or in its warp waits no longer.
using LeaveFunction = void (*)();
STRATA_OF_PROGRAM extern constinit thread_local LeaveFunction leaveThread;

/// Tells whoever listens to the device what the GPU thread prints: at most kPrintedBytes − 1 bytes, and of a launch so
/// many lines as PrintedLines tells.
using PrintFunction = void (*)(const char* text, std::size_t bytes);
STRATA_OF_PROGRAM extern constinit thread_local PrintFunction print;
inline constexpr std::size_t kPrintedBytes = 256;

/// How many threads of the block have said yes (__syncthreads_count).
STRATA_OF_PROGRAM extern constinit thread_local int ayesOfBlock;

/// Dynamic shared memory a launch may ask for: what NVIDIA's Hopper gives a block, more than all others.
inline constexpr std::size_t kDynamicSharedBytes = std::size_t{227} * 1024;

/// That memory, of all kernels of the program: one at a time runs on a thread, and each thread there is has room for
/// it.
extern "C" STRATA_OF_PROGRAM constinit thread_local std::byte strataDynamicShared[kDynamicSharedBytes];

/// Thrown where a kernel asks of emulated hardware what real hardware refuses; the launch fails with these words.
struct Misuse {
  const char* words;
};

}  // namespace strata::cpu
