#pragma once

// PTX's instructions for tensor maps and mbarriers. They come with Hopper, as those of warpgroups do, and are compiled
// for sm_90a only.

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define STRATA_HOPPER_ASM(...) asm volatile(__VA_ARGS__)
#else
#define STRATA_HOPPER_ASM(...) __trap()
#endif

namespace tma {

/// As the driver made it: a CUtensorMap.
struct alignas(128) tensor_map {
  unsigned long long bits[16];
};

template <class T>
__device__ unsigned shared_address(const T* pointer) {
  return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

struct barrier {
  unsigned long long state;

  __device__ void init(int count) {
    STRATA_HOPPER_ASM("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(shared_address(this)), "r"(count) : "memory");
  }
  __device__ void arrive() {
    STRATA_HOPPER_ASM("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(shared_address(this)) : "memory");
  }
  __device__ void arrive_and_expect(unsigned bytes) {
    STRATA_HOPPER_ASM("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                      :
                      : "r"(shared_address(this)), "r"(bytes)
                      : "memory");
  }
  __device__ void wait(int parity) {
    unsigned ended = 0;
    while (!ended) {
      STRATA_HOPPER_ASM(
          "{\n"
          ".reg .pred ended;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 ended, [%1], %2;\n"
          "selp.u32 %0, 1, 0, ended;\n"
          "}\n"
          : "=r"(ended)
          : "r"(shared_address(this)), "r"(parity)
          : "memory");
    }
  }
};

/// The copy unit sees memory by a way of its own (PTX: the async proxy), for which writes of threads are fenced.
__device__ inline void publish_barriers() {
  STRATA_HOPPER_ASM("fence.proxy.async.shared::cta;" : : : "memory");
}

template <class T>
__device__ void copy_box(T* to, const tensor_map& from, barrier& ready, int x, int y, int z) {
  STRATA_HOPPER_ASM(
      "cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];"
      :
      : "r"(shared_address(to)), "l"(&from), "r"(x), "r"(y), "r"(z), "r"(shared_address(&ready))
      : "memory");
}

}  // namespace tma
