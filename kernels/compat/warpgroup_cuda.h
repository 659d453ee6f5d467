#pragma once

// wgmma: of Hopper alone, so compiled for sm_90a only.

namespace warpgroup {

#if defined(STRATA_CUDA_SM90A)
constexpr bool kBuilt = true;
#else
constexpr bool kBuilt = false;
#endif

template <int kColumns>
struct accumulator {
  static constexpr int num_elements = kColumns / 2;
  float x[num_elements];
};

template <class T, bool kAcrossK>
struct matrix {
  unsigned long long bits;
  __device__ matrix(const T* begin, unsigned leading, unsigned stride)
      : bits(descriptor(tma::shared_address(begin), leading, stride)) {}
};

/// 64 × 16 of A, a thread's eight elements two by two.
template <class T>
struct in_registers {
  unsigned bits[4];
};

__device__ __forceinline__ unsigned two_of(half, float first, float second) {
  const __half2 both = __floats2half2_rn(first, second);
  return reinterpret_cast<const unsigned&>(both);
}
__device__ __forceinline__ unsigned two_of(bfloat16, float first, float second) {
  const __nv_bfloat162 both = __floats2bfloat162_rn(first, second);
  return reinterpret_cast<const unsigned&>(both);
}

template <class T, int kColumns>
struct rounded {
  unsigned bits[kColumns / 4];
  __device__ __forceinline__ explicit rounded(const accumulator<kColumns>& sum) {
#pragma unroll
    for (int i = 0; i < kColumns / 4; ++i) {
      bits[i] = two_of(T(), sum.x[2 * i], sum.x[2 * i + 1]);
      asm volatile("" : "+r"(bits[i]) : : "memory");  // now, not between the products
    }
  }
  __device__ __forceinline__ in_registers<T> columns(int l) const {
    return {{bits[l / 4], bits[l / 4 + 1], bits[l / 4 + 2], bits[l / 4 + 3]}};
  }
};

/// A compiler moves no use of sum.x past it.
template <int kColumns>
__device__ __forceinline__ void hold(accumulator<kColumns>& sum) {
#pragma unroll
  for (int i = 0; i < sum.num_elements; ++i) asm volatile("" : "+f"(sum.x[i]) : : "memory");
}

template <int kColumns>
__device__ __forceinline__ void fill(accumulator<kColumns>& sum, float value) {
#pragma unroll
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = value;
}
template <int kColumns>
__device__ __forceinline__ void begin(accumulator<kColumns>& sum) {
  hold(sum);
  STRATA_HOPPER_ASM("wgmma.fence.sync.aligned;" : : : "memory");
}
template <int kColumns>
__device__ __forceinline__ void wait(accumulator<kColumns>& sum) {
  STRATA_HOPPER_ASM("wgmma.commit_group.sync.aligned;" : : : "memory");
  STRATA_HOPPER_ASM("wgmma.wait_group.sync.aligned 0;" : : : "memory");
  hold(sum);
}

// How an instruction names its operands: the registers of a sum of 64, 128, 256 columns first, whose numbers the others
// follow.
#define STRATA_NAMES_64                                                    \
  "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define STRATA_NAMES_128                                                             \
  STRATA_NAMES_64                                                                    \
  ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47" \
  ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define STRATA_NAMES_256                                                                         \
  STRATA_NAMES_128                                                                               \
  ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79"             \
  ", %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"             \
  ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111" \
  ", %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define STRATA_SHARED_64 "%32, %33, 1, 1, 1, %34, %35"
#define STRATA_SHARED_128 "%64, %65, 1, 1, 1, %66, %67"
#define STRATA_SHARED_256 "%128, %129, 1, 1, 1, %130, %131"
#define STRATA_REGISTERS_64 "{%32, %33, %34, %35}, %36, 1, 1, 1, %37"
#define STRATA_REGISTERS_128 "{%64, %65, %66, %67}, %68, 1, 1, 1, %69"
#define STRATA_REGISTERS_256 "{%128, %129, %130, %131}, %132, 1, 1, 1, %133"
#define STRATA_SUM_4(i) "+f"(sum.x[i]), "+f"(sum.x[i + 1]), "+f"(sum.x[i + 2]), "+f"(sum.x[i + 3])
#define STRATA_SUM_16(i) STRATA_SUM_4(i), STRATA_SUM_4(i + 4), STRATA_SUM_4(i + 8), STRATA_SUM_4(i + 12)
#define STRATA_SUM_64 STRATA_SUM_16(0), STRATA_SUM_16(16)
#define STRATA_SUM_128 STRATA_SUM_64, STRATA_SUM_16(32), STRATA_SUM_16(48)
#define STRATA_SUM_256 STRATA_SUM_128, STRATA_SUM_16(64), STRATA_SUM_16(80), STRATA_SUM_16(96), STRATA_SUM_16(112)

#define STRATA_WGMMA(columns, type, operands, ...)                                                                    \
  STRATA_HOPPER_ASM("wgmma.mma_async.sync.aligned.m64n" #columns "k16.f32." type "." type " {" STRATA_NAMES_##columns \
                    "}, " operands ";"                                                                                \
                    : STRATA_SUM_##columns:__VA_ARGS__                                                                \
                    : "memory")
#define STRATA_PRODUCTS(columns, T, type)                                                                      \
  template <bool kAcrossA, bool kAcrossB>                                                                      \
  __device__ __forceinline__ void multiply_accumulate(accumulator<columns>& sum, const matrix<T, kAcrossA>& a, \
                                                      const matrix<T, kAcrossB>& b) {                          \
    STRATA_WGMMA(columns, type, STRATA_SHARED_##columns, "l"(a.bits), "l"(b.bits), "n"(int(kAcrossA)),         \
                 "n"(int(kAcrossB)));                                                                          \
  }                                                                                                            \
  template <bool kAcrossB>                                                                                     \
  __device__ __forceinline__ void multiply_accumulate(accumulator<columns>& sum, const in_registers<T>& a,     \
                                                      const matrix<T, kAcrossB>& b) {                          \
    STRATA_WGMMA(columns, type, STRATA_REGISTERS_##columns, "r"(a.bits[0]), "r"(a.bits[1]), "r"(a.bits[2]),    \
                 "r"(a.bits[3]), "l"(b.bits), "n"(int(kAcrossB)));                                             \
  }
STRATA_PRODUCTS(64, half, "f16")
STRATA_PRODUCTS(128, half, "f16")
STRATA_PRODUCTS(256, half, "f16")
STRATA_PRODUCTS(64, bfloat16, "bf16")
STRATA_PRODUCTS(128, bfloat16, "bf16")
STRATA_PRODUCTS(256, bfloat16, "bf16")

#undef STRATA_PRODUCTS
#undef STRATA_WGMMA
#undef STRATA_SUM_256
#undef STRATA_SUM_128
#undef STRATA_SUM_64
#undef STRATA_SUM_16
#undef STRATA_SUM_4
#undef STRATA_REGISTERS_256
#undef STRATA_REGISTERS_128
#undef STRATA_REGISTERS_64
#undef STRATA_SHARED_256
#undef STRATA_SHARED_128
#undef STRATA_SHARED_64
#undef STRATA_NAMES_256
#undef STRATA_NAMES_128
#undef STRATA_NAMES_64

}  // namespace warpgroup
