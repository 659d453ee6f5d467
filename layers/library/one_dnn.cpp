#include "layers/library/one_dnn.h"

#include <dlfcn.h>

#include <filesystem>
#include <vector>

#include "kernels/conv2d/conv2d_operation.h"
#include "kernels/conv2d/conv2d_shape.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/library/matmul_problem.h"
#include "layers/library/sleeping_threads.h"

namespace strata::inline library {
namespace {

Error libraryError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Library};
}

Error notInstalled(const std::string& why) {
  return libraryError(ErrorCode::Unavailable, "Loading oneDNN failed: " + why + ". To get it: " + oneDnnRemedy(why));
}

Result<OneDnnMatmul> matmulShape(const Problem& problem) {
  const MatmulProblem asked = matmulProblem(problem);
  if (asked.tf32)
    return libraryError(ErrorCode::Unsupported, "oneDNN does not multiply tf32 on CPUs here; choose fp32");
  const OneDnnType type = asked.input == DataType::F16    ? OneDnnType::F16
                          : asked.input == DataType::BF16 ? OneDnnType::BF16
                                                          : OneDnnType::F32;
  return OneDnnMatmul{asked.m, asked.n, asked.k, asked.batch, asked.transA, asked.transB, type};
}

OneDnnConvolution convolutionShape(const Problem& problem) {
  const Conv2dShape s(problem);
  return {s.n, s.c, s.h, s.w, s.k, s.r, s.s, s.p, s.q, s.stride, s.pad, s.dilation, s.groups, s.bias};
}

}  // namespace

std::string oneDnnRemedy(std::string_view why) {
  constexpr std::string_view kLibrary = "libdnnl.so.";
  const auto at = why.find(kLibrary);
  if (at == std::string_view::npos)
    return "install Strata's package again; where Strata is built from its sources, sudo apt install libdnnl-dev and "
           "build again";
  const std::string_view version = why.substr(at + kLibrary.size());
  return "sudo apt install libdnnl" + std::string(version.substr(0, version.find_first_not_of("0123456789")));
}

Result<void> OneDnnPrimitive::prepare(std::span<const TensorPlace> tensors) {
  std::vector<void*> places;
  for (const TensorPlace& tensor : tensors) places.push_back(tensor.data());
  OneDnnMessage why{};
  if (m_module->prepare(m_work.get(), places.data(), why)) return {};
  return libraryError(ErrorCode::OutOfMemory, "Making oneDNN's " + algorithm() + " ready failed: " + why.text);
}

std::string OneDnn::moduleFile() {
  std::error_code ignored;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return (program.parent_path() / ".." / STRATA_MODULE_DIR / "libstrata-onednn.so").lexically_normal().string();
}

Result<std::shared_ptr<const OneDnn>> OneDnn::load(const std::string& file) {
  letThreadsSleep();
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return notInstalled(dlerror());
  const auto entry = reinterpret_cast<OneDnnModuleEntry*>(dlsym(handle, kOneDnnModuleEntry));
  if (entry == nullptr) {
    dlclose(handle);
    return notInstalled(file + " is not Strata's module for it");
  }
  const auto ompThreads = reinterpret_cast<int (*)()>(dlsym(handle, "omp_get_max_threads"));
  return std::shared_ptr<const OneDnn>(new OneDnn(*entry(), ompThreads ? ompThreads() : 0));
}

Result<OneDnnPrimitive> OneDnn::choose(const Operation& operation, const Problem& problem) const {
  OneDnnMessage why{};
  OneDnnWork* work = nullptr;
  if (&operation == &conv2dOperation()) {
    work = m_module.convolution(convolutionShape(problem), why);
  } else if (&operation == &matmulOperation()) {
    STRATA_ASSIGN(const OneDnnMatmul shape, matmulShape(problem));
    work = m_module.matmul(shape, why);
  } else {
    return libraryError(ErrorCode::Unsupported, "Strata asks oneDNN for no " + std::string(operation.name));
  }
  if (work != nullptr) return OneDnnPrimitive(m_module, work);
  return libraryError(ErrorCode::Unsupported, "oneDNN " + m_version + " has no implementation for " +
                                                  std::string(operation.name) + " " + operation.shapeText(problem) +
                                                  " on this processor: " + why.text);
}

const Result<std::shared_ptr<const OneDnn>>& oneDnn() {
  static const Result<std::shared_ptr<const OneDnn>> kLoaded = OneDnn::load();
  return kLoaded;
}

}  // namespace strata::inline library
