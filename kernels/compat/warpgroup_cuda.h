#pragma once

// wgmma: of Hopper alone, so compiled for sm_90a only.

namespace warpgroup {

#if defined(STRATA_CUDA_SM90A)
constexpr bool kBuilt = true;
#else
constexpr bool kBuilt = false;
#endif

struct accumulator {
  static constexpr int num_elements = 128;
  float x[num_elements];
};

template <class T, bool kAcrossK>
struct matrix {
  unsigned long long bits;
  __device__ matrix(const T* begin, unsigned leading, unsigned stride)
      : bits(descriptor(tma::shared_address(begin), leading, stride)) {}
};

/// A compiler moves no use of sum.x past it.
__device__ __forceinline__ void hold(accumulator& sum) {
#pragma unroll
  for (int i = 0; i < accumulator::num_elements; ++i) asm volatile("" : "+f"(sum.x[i]) : : "memory");
}

__device__ __forceinline__ void fill(accumulator& sum, float value) {
#pragma unroll
  for (int i = 0; i < accumulator::num_elements; ++i) sum.x[i] = value;
}
__device__ __forceinline__ void begin(accumulator& sum) {
  hold(sum);
  STRATA_HOPPER_ASM("wgmma.fence.sync.aligned;" : : : "memory");
}
__device__ __forceinline__ void wait(accumulator& sum) {
  STRATA_HOPPER_ASM("wgmma.commit_group.sync.aligned;" : : : "memory");
  STRATA_HOPPER_ASM("wgmma.wait_group.sync.aligned 0;" : : : "memory");
  hold(sum);
}

// All registers of a sum, as an instruction names them.
#define STRATA_SUM_4(i) "+f"(sum.x[i]), "+f"(sum.x[i + 1]), "+f"(sum.x[i + 2]), "+f"(sum.x[i + 3])
#define STRATA_SUM_16(i) STRATA_SUM_4(i), STRATA_SUM_4(i + 4), STRATA_SUM_4(i + 8), STRATA_SUM_4(i + 12)
#define STRATA_SUM_64(i) STRATA_SUM_16(i), STRATA_SUM_16(i + 16), STRATA_SUM_16(i + 32), STRATA_SUM_16(i + 48)
#define STRATA_WGMMA(type)                                                                                            \
  STRATA_HOPPER_ASM("wgmma.mma_async.sync.aligned.m64n256k16.f32." type "." type                                      \
                    " {"                                                                                              \
                    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                          \
                    "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "                \
                    "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "                \
                    "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "                \
                    "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "                \
                    "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "                \
                    "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "    \
                    "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127 " \
                    "}, %128, %129, 1, 1, 1, %130, %131;"                                                             \
                    : STRATA_SUM_64(0), STRATA_SUM_64(64)                                                             \
                    : "l"(a.bits), "l"(b.bits), "n"(int(kAcrossA)), "n"(int(kAcrossB))                                \
                    : "memory")

template <bool kAcrossA, bool kAcrossB>
__device__ __forceinline__ void multiply_accumulate(accumulator& sum, const matrix<half, kAcrossA>& a,
                                                    const matrix<half, kAcrossB>& b) {
  STRATA_WGMMA("f16");
}
template <bool kAcrossA, bool kAcrossB>
__device__ __forceinline__ void multiply_accumulate(accumulator& sum, const matrix<bfloat16, kAcrossA>& a,
                                                    const matrix<bfloat16, kAcrossB>& b) {
  STRATA_WGMMA("bf16");
}

#undef STRATA_WGMMA
#undef STRATA_SUM_64
#undef STRATA_SUM_16
#undef STRATA_SUM_4

}  // namespace warpgroup
