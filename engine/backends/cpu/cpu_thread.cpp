#include "engine/backends/cpu/cpu_thread.h"

namespace strata::cpu {

constinit thread_local Dim3 threadIdx{0, 0, 0};
constinit thread_local Dim3 blockIdx{0, 0, 0};
constinit thread_local Dim3 blockDim;
constinit thread_local Dim3 gridDim;
constinit thread_local int warpSize = 32;
constinit thread_local BarrierFunction barrier = nullptr;
constinit thread_local MeetFunction meet = nullptr;
constinit thread_local WaitFunction waitUntil = nullptr;
constinit thread_local LeaveFunction leaveThread = nullptr;
constinit thread_local PrintFunction print = nullptr;
constinit thread_local int ayesOfBlock = 0;
alignas(1024) constinit thread_local std::byte strataDynamicShared[kDynamicSharedBytes]{};

}  // namespace strata::cpu
