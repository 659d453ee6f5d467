#include "layers/library/library_layer.h"

#include <fmt/format.h>

namespace strata {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Library,
    .teaching =
        "Libraries hold the routines everybody needs, written by people who spend years on one of them: a matrix "
        "product "
        "for each size, type and generation of device. A call picks a kernel by shape, may want a workspace, and "
        "starts "
        "it. Where Strata runs its own kernel, Strata is the library, and says so.",
    .cuda = "cuBLAS for matrices, cuDNN for convolutions and attention.",
    .rocm = "rocBLAS and hipBLAS for matrices, MIOpen for convolutions.",
    .cpu = "OpenBLAS for matrices; oneDNN for networks.",
};

}  // namespace

const StackLayer& libraryLayer() {
  return kLayer;
}

StoreyState probeCpuLibrary(const Result<std::shared_ptr<const OpenBlas>>& blas) {
  StoreyState state;
  state.storey = Storey::Library;
  state.name = "OpenBLAS";
  state.available = blas.ok();
  if (blas.ok()) {
    const OpenBlas& library = *blas.value();
    state.version = library.version();
    state.reason = fmt::format("{} kernels on {} threads; observed: each call, not what it does inside",
                               library.coreType(), library.threads());
  } else {
    state.reason = "not installed: without it there is no library variant to measure our own kernels against";
    state.remedy = "sudo apt install libopenblas0-pthread";
  }
  return state;
}

}  // namespace strata
