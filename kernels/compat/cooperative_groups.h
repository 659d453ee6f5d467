#pragma once

// The part of CUDA's cooperative groups that all devices have. nvcc brings them; elsewhere they are ours.

#if defined(__CUDACC__)
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#else
#include "kernels/compat/own_cooperative_groups.h"
#endif
