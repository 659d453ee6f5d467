#pragma once

// The activity records this build reads. CUPTI grows its records at the end and gives them a new number; the older ones
// stay byte-prefixes of the newer, so one type per record serves CUDA 12 and 13.

#include <cuda.h>
#include <cupti.h>

namespace strata::cupti {

#if CUDA_VERSION >= 13000
using KernelRecord = CUpti_ActivityKernel10;
using CopyRecord = CUpti_ActivityMemcpy6;
using MemoryRecord = CUpti_ActivityMemory4;
#else
using KernelRecord = CUpti_ActivityKernel9;
using CopyRecord = CUpti_ActivityMemcpy5;
using MemoryRecord = CUpti_ActivityMemory3;
#endif
#if CUDA_VERSION >= 12040
using OverheadRecord = CUpti_ActivityOverhead3;
#else
using OverheadRecord = CUpti_ActivityOverhead2;
#endif
using SetRecord = CUpti_ActivityMemset4;
using ApiRecord = CUpti_ActivityAPI;
#if CUDA_VERSION >= 12080
using SyncRecord = CUpti_ActivitySynchronization2;
#else
using SyncRecord = CUpti_ActivitySynchronization;
#endif

}  // namespace strata::cupti
