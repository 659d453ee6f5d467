#pragma once

// The lens: one vendor's source as the other's; see message_list.h.

#define STRATA_LENS_MESSAGES(X)                                                                                        \
  X(LensAs, "as {0}")                                                                                                  \
  X(LensAsTip, "Show the text as {0}'s source: what is renamed, missing there, or wrong on another warp's width.")     \
  X(LensOffTip, "Show the text as it is, no longer as {0}'s.")                                                         \
  X(LensSame, "in {0} it is the same text")                                                                            \
  X(LensSummary, "in {0}: changes {1}, warnings {2}")                                                                  \
  X(LensMarkRenamed, "renamed")                                                                                        \
  X(LensMarkNone, "no counterpart")                                                                                    \
  X(LensMarkLanes, "{0} lanes")                                                                                        \
  X(LensMarkDiffers, "differs")                                                                                        \
  X(LensRenamed, "{0} is {1}.")                                                                                        \
  X(LensRenamedQuoted, "{0} is {1}, in a string.")                                                                     \
  X(LensSince, "{0} is {1}, in HIP from ROCm {2} on.")                                                                 \
  X(LensHeaderGoes, "{1} needs no {0}: the line goes.")                                                                \
  X(LensNone, "{1} has no counterpart of {0}: it stays, and the compiler will stop here.")                             \
  X(LensUnknown, "Nothing is known of {0}: if it is not your own, {1} may have no counterpart.")                       \
  X(LensNetworks,                                                                                                      \
    "{0} stays: cuDNN and MIOpen do the same work with different calls, so it is written anew for {1}. hipDNN "        \
    "(beta, from ROCm 7.12 on) takes graphs of operations as cuDNN does.")                                             \
  X(LensFp8,                                                                                                           \
    "{0} stays: HIP's types of 8 bits have other names (hip/hip_fp8.h), and those of MI300 (gfx942), with _fnuz, "     \
    "other values.")                                                                                                   \
  X(LensNoHeader, "{1} has no counterpart of the header {0}.")                                                         \
  X(LensNoWord, "{0} is a word of one vendor only.")                                                                   \
  X(LensArgumentGoes, "HIP's call does not take {0}: the argument goes.")                                              \
  X(LensArgumentAdded, "{0} has no default argument there: {1} is written out.")                                       \
  X(LensArgumentWrapped, "HIP takes {0} within {1}…).")                                                                \
  X(LensUnwrapped, "CUDA needs no {0} around it.")                                                                     \
  X(LensLaunch, "A launch stands between <<< and >>> in CUDA.")                                                        \
  X(LensSharedDeclared, "CUDA declares it: {0}.")                                                                      \
  X(LensMask, "{1} names 32 lanes; a wavefront may have 64 (gfx9). {0} leaves out lanes 32 to 63.")                    \
  X(LensMaskNarrow,                                                                                                    \
    "{1} has 32 bits: HIP's {0} takes 64 and the compiler stops (only for gfx1250 it takes 32). ~0ull names all "      \
    "lanes.")                                                                                                          \
  X(LensMaskWide, "{1} names 64 lanes; {0} takes a mask of 32 bits in CUDA, as a warp has 32 lanes.")                  \
  X(LensWidth, "A width of 32 parts a wavefront of 64 lanes: {0} exchanges within each half only.")                    \
  X(LensWidthWide, "A width of 64 is more than a warp of 32 lanes: {0} would reach beyond it.")                        \
  X(LensBitCount, "{1} gives 64 bits in HIP, one a lane; {0} looks at 32. Use {0}ll.")                                 \
  X(LensKeptBitCount, "{1} keeps 64 bits in HIP, one a lane; {0} looks at 32. Use {0}ll.")                             \
  X(LensNarrow, "{0} gives 64 bits in HIP, one a lane; {1} has room for 32.")                                          \
  X(LensConstant, "{0} takes a warp for {1} lanes; there it may have {2}. Ask warpSize.")                              \
  X(LensArithmetic,                                                                                                    \
    "“{0}”: where it counts lanes, a warp there may have {1}; ask warpSize. As a tile's size it is right.")            \
  X(LensBound, "“{0}” chooses a warp's threads; a warp there may have {1} lanes. Ask warpSize.")                       \
  X(LensLoop,                                                                                                          \
    "This loop of shuffles is made for another width ({0}): a warp there may have {1} lanes. Begin at "                \
    "warpSize / 2.")                                                                                                   \
  X(LensTile, "A tile of 32 is half a wavefront of 64: right as it stands, but the other half is another tile.")       \
  X(LensTileWide,                                                                                                      \
    "A tile of 64 is two warps in CUDA: sync, shfl, any, all and reduce work, but shfl_up, shfl_down, shfl_xor, "      \
    "ballot and match are for tiles of up to 32.")                                                                     \
  X(LensSync, "{0} is in HIP from ROCm 7 on, and in 6.2 with HIP_ENABLE_WARP_SYNC_BUILTINS.")                          \
  X(LensCudaArch, "HIP does not define __CUDA_ARCH__ for AMD's GPUs: ask __HIP_DEVICE_COMPILE__.")                     \
  X(LensHipCompile, "{0} is HIP's own: CUDA's counterpart is __CUDA_ARCH__.")                                          \
  X(LensHipPlatform,                                                                                                   \
    "HIP defines {0} wherever it compiles for AMD's GPUs, on the host, too: CUDA's compiler defines __NVCC__.")        \
  X(LensHipWave, "{0} is HIP's own: a warp of CUDA's has 32 lanes (warpSize).")                                        \
  X(LensWmma, "HIP has no nvcuda::wmma: rocWMMA has the like, in the namespace rocwmma.")                              \
  X(LensRocwmma, "{0} is AMD's: CUDA has the like in mma.h, in the namespace nvcuda::wmma.")                           \
  X(LensCluster,                                                                                                       \
    "Of AMD's GPUs only gfx1250 and later have clusters of blocks, from ROCm 7.13 on: for the others there is no "     \
    "{0}.")                                                                                                            \
  X(LensPipeline,                                                                                                      \
    "HIP has no {0} up to ROCm 10.2: a load and a store through registers make the copy, and __syncthreads is the "    \
    "wait.")                                                                                                           \
  X(LensHalfOnly, "HIP has {0} for __half and __half2 only: read other types without it.")                             \
  X(LensBfloatOnly, "HIP has {0} for __hip_bfloat162 only: for __half2 write it of the two values, one by one.")       \
  X(LensReduction, "HIP's cooperative groups have no {0}: combine with shfl_down or shfl_xor of the tile.")            \
  X(LensReductionSince,                                                                                                \
    "HIP's cooperative groups have {0} from ROCm {1} on: before, combine with shfl_down or shfl_xor of the tile.")     \
  X(LensCapability,                                                                                                    \
    "{0} counts NVIDIA's architectures in CUDA and AMD's in HIP: 9.0 is an H100 in one, an MI200 in the other.")       \
  X(LensShared,                                                                                                        \
    "{0} KiB of static shared memory: CUDA allows 48 a block, and more only as extern __shared__ that the host "       \
    "opts into (cudaFuncSetAttribute); AMD's GPUs have 64, gfx950 160, gfx1250 320.")                                  \
  X(LensLibcu,                                                                                                         \
    "cuda:: is libcu++, CUDA's standard library: HIP has most of it under the same names, as libhipcxx, from ROCm "    \
    "{0} on.")                                                                                                         \
  X(LensLibcuHeader,                                                                                                   \
    "{0} is libcu++'s: HIP has most of its headers under the same names, as libhipcxx's, from ROCm {1} on.")           \
  X(LensLibcuNone, "libhipcxx, HIP's libcu++, has no {0}: it stays, and the compiler will stop here.")                 \
  X(LensPtx, "Inline PTX is NVIDIA's: AMD's compiler reads AMDGCN here. Use a function that both have.")               \
  X(LensGcn, "Inline AMDGCN is AMD's: NVIDIA's compiler reads PTX here. Use a function that both have.")               \
  X(LensNeedsMask, "CUDA has no {0} since Volta: {0}_sync takes the lanes' mask first.")                               \
  X(LensBoundsHip,                                                                                                     \
    "The second number is blocks per multiprocessor in CUDA, and waves per SIMD unit in HIP: blocks × threads / 256 " \
    "on CDNA 1 to 4 (4 units, waves of 64), / 128 on RDNA in WGP mode and CDNA 5 (4 units, waves of 32).")             \
  X(LensBoundsCuda,                                                                                                    \
    "The second number is waves per SIMD unit in HIP, and blocks per multiprocessor in CUDA: waves × 256 / threads "  \
    "of code for CDNA 1 to 4, × 128 of code for RDNA and CDNA 5.")                                                     \
  X(LensLocationHip, "{0} is in HIP from ROCm 7.1 on: before, HIP takes a device's number in place of the location.")  \
  X(LensLocationCuda,                                                                                                  \
    "From version 13 on CUDA takes a cudaMemLocation in place of {0}: its type is cudaMemLocationTypeDevice, its "     \
    "id {0}; of the CPU the type is cudaMemLocationTypeHost.")                                                         \
  X(LensLocationFlags,                                                                                                 \
    "From version 13 on CUDA takes a cudaMemLocation in place of {0}, and flags (0) behind it: its type is "           \
    "cudaMemLocationTypeDevice, its id {0}; of the CPU the type is cudaMemLocationTypeHost.")                          \
  X(LensAdviseHip,                                                                                                     \
    "From ROCm 10.2 on hipMemAdvise takes a hipMemLocation in place of {0}, unless HIP_FORCE_API_VERSION is below "    \
    "800.")                                                                                                            \
  X(LensFailIndexHip,                                                                                                  \
    "{0} takes one argument more, a size_t* that tells which copy failed, as CUDA did up to version 12.")              \
  X(LensFailIndexCuda, "From version 13 on CUDA has no argument that tells which copy failed: {0} has.")               \
  X(LensProcAddress, "{0} is asked for a name and a version of its own vendor's: CUDA 12.5 is 12050, HIP 6.1 is 601.") \
  X(LensEntryByVersion,                                                                                                \
    "hipGetProcAddress takes a name and a version of HIP's (6.1 is 601) and tells in a "                               \
    "hipDriverProcAddressQueryResult.")                                                                                \
  X(LensNewArgumentHip, "HIP takes no {0} here: {1} has no counterpart, and the compiler will stop here.")             \
  X(LensNewArgumentCuda,                                                                                               \
    "From version 13 on CUDA takes a {0} here: nullptr, for none, is written. Up to CUDA 12 the call goes "            \
    "without.")                                                                                                        \
  X(LensUpdateHip, "{0} takes a node and a result: CUDA 12 and later say both in one structure, {1}.")                 \
  X(LensCopyOrder, "CUDA 13's headers name the destination first, HIP's the source: see which of the two {0} means.")  \
  X(LensTextureGone,                                                                                                   \
    "CUDA 13's runtime has no texture references: in place of {0} a texture object goes to the kernel as an argument " \
    "(cudaCreateTextureObject).")                                                                                      \
  X(LensMultiDeviceGone, "CUDA 13's runtime has no counterpart of {0}: launch on each device by itself.")              \
  X(LensLaunchGone,                                                                                                    \
    "CUDA 13's runtime has no counterpart of {0}: cudaLaunchKernel takes configuration and arguments at once.")        \
  X(LensFieldGone, "CUDA 13's cudaDeviceProp has no {0}.")                                                             \
  X(LensFieldIsAttribute, "CUDA 13's cudaDeviceProp has no {0}: ask cudaDeviceGetAttribute for {1}.")                  \
  X(LensNameGone, "CUDA 13's CUB and Thrust have no {0}: {1} does its work.")                                          \
  X(LensBaseGone, "CUDA 13's Thrust has no {0}: functors need no base.")
