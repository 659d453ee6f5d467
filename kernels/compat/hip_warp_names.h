#pragma once

// From here on CUDA's masked warp functions are Strata's, whatever HIP has under these names. HIP's own, from ROCm 6.2
// on, demand that the mask names exactly the lanes that are there: they trap where some of a wave have ended, and
// __all_sync is then false. CUDA's do not mind lanes that have ended. Included behind HIP's headers.

#define __shfl_sync strata_shfl_sync
#define __shfl_up_sync strata_shfl_up_sync
#define __shfl_down_sync strata_shfl_down_sync
#define __shfl_xor_sync strata_shfl_xor_sync
#define __ballot_sync strata_ballot_sync
#define __any_sync strata_any_sync
#define __all_sync strata_all_sync
#define __activemask strata_activemask
#define __syncwarp strata_syncwarp
#define __match_any_sync strata_match_any_sync
#define __match_all_sync strata_match_all_sync
#define __reduce_add_sync strata_reduce_add_sync
#define __reduce_min_sync strata_reduce_min_sync
#define __reduce_max_sync strata_reduce_max_sync
#define __reduce_and_sync strata_reduce_and_sync
#define __reduce_or_sync strata_reduce_or_sync
#define __reduce_xor_sync strata_reduce_xor_sync
