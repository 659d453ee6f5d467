#include "layers/library/library_layer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace strata::inline library {
namespace {

constexpr StackLayer kLayer{
    .storey = Storey::Library,
    .teaching =
        "Libraries hold the routines everybody needs, written by people who spend years on a single one: a matrix "
        "product for each size, type and generation of device. A call picks a kernel by shape, may need a workspace, "
        "and launches it. Where Strata runs its own kernel, Strata is the library, and says so.",
    .cuda = "cuBLAS and cuBLASLt for matrices, cuDNN for convolutions and attention.",
    .rocm = "rocBLAS, hipBLAS and hipBLASLt for matrices, MIOpen for convolutions.",
    .cpu = "OpenBLAS for matrices; oneDNN for networks.",
};

}  // namespace

const StackLayer& libraryLayer() {
  return kLayer;
}

namespace {

std::string threadsText(int threads) {
  return fmt::format("{} thread{}", threads, threads == 1 ? "" : "s");
}

}  // namespace

StoreyState probeCpuLibrary(const Result<std::shared_ptr<const OpenBlas>>& blas,
                            const Result<std::shared_ptr<const OneDnn>>& dnn) {
  std::vector<std::string> names, versions, reasons, remedies;
  if (blas.ok()) {
    const OpenBlas& library = *blas.value();
    names.emplace_back("OpenBLAS");
    versions.push_back(library.version());
    reasons.push_back(fmt::format("OpenBLAS: {} kernels on {}", library.coreType(), threadsText(library.threads())));
  } else {
    reasons.emplace_back("OpenBLAS is not installed: without it matrix products have one library less to compare with");
    remedies.emplace_back("sudo apt install libopenblas0-pthread");
  }
  if (dnn.ok()) {
    names.emplace_back("oneDNN");
    versions.push_back(dnn.value()->version());
    reasons.push_back(fmt::format("oneDNN on {}", threadsText(dnn.value()->threads())));
  } else {
    reasons.emplace_back("oneDNN cannot be loaded: without it convolutions have no library to compare with");
    remedies.push_back(oneDnnRemedy(dnn.error().message));
  }
  StoreyState state;
  state.storey = Storey::Library;
  state.available = !names.empty();
  state.name = state.available ? fmt::format("{}", fmt::join(names, ", ")) : "OpenBLAS, oneDNN";
  state.version = fmt::format("{}", fmt::join(versions, ", "));
  if (state.available) reasons.emplace_back("observed: each call, not what it does inside");
  state.reason = fmt::format("{}", fmt::join(reasons, "; "));
  state.remedy = fmt::format("{}", fmt::join(remedies, "; "));
  return state;
}

StoreyState probeGpuLibrary(const GpuLibraries& libraries) {
  StoreyState state;
  state.storey = Storey::Library;
  state.name = libraries.blas.front().name;
  const auto blas = GpuBlas::load(libraries.blas);
  const auto dnn = libraries.dnn();
  state.available = blas.ok() || dnn.ok();
  if (state.available) state.reason = "observed: each call, and what it launches";
  if (blas.ok()) {
    state.name = blas.value()->dialect().name;
    state.version = blas.value()->version();
  } else {
    state.reason += (state.reason.empty() ? "" : "; ") + blas.error().message;
    state.remedy = libraries.blas.front().missing;
  }
  if (dnn.ok())
    state.version += (state.version.empty() ? "" : ", ") + dnn.value()->provider();
  else
    state.reason += "; " + dnn.error().message;
  return state;
}

StoreyState unaskedGpuLibrary(const GpuLibraries& libraries) {
  StoreyState state;
  state.storey = Storey::Library;
  state.name = libraries.blas.front().name;
  state.reason = "installed or not, it cannot be used without a device: a BLAS handle needs one";
  return state;
}

}  // namespace strata::inline library
