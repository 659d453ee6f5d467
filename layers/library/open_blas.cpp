#include "layers/library/open_blas.h"

#include <dlfcn.h>

#include <cstdlib>
#include <sstream>

#include "engine/base/host_facts.h"
#include "layers/library/sleeping_threads.h"

namespace strata::inline library {
namespace {

constexpr int kRowMajor = 101, kNoTranspose = 111, kTranspose = 112;  // CBLAS_ORDER, CBLAS_TRANSPOSE

template <class Function>
Function symbol(void* handle, const char* name) {
  return reinterpret_cast<Function>(dlsym(handle, name));
}

/// 0.3.21 as Debian ships it takes new AMD cores for Haswell and leaves half of AVX-512 unused. Built with OpenMP it
/// shares its threads with oneDNN, and they must not spin; its own threads look for work for 2¹⁸ ticks and not for 2²⁶.
void prepareEnvironment() {
  const HostFacts& facts = thisHost();
  if (facts.avx512) setenv("OPENBLAS_CORETYPE", "SkylakeX", 0);
  setenv("OPENBLAS_NUM_THREADS", std::to_string(facts.processors).c_str(), 0);
  letThreadsSleep();
  setenv("OPENBLAS_THREAD_TIMEOUT", "18", 0);
}

/// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH …" → "0.3.21"
std::string versionOf(const char* config) {
  std::istringstream words(config);
  std::string name, version;
  words >> name >> version;
  return version;
}

Error notInstalled(const std::string& file, const char* what) {
  return {ErrorCode::Unavailable,
          "Loading OpenBLAS (" + file + ") failed: " + (what != nullptr ? what : "it lacks cblas_sgemm") +
              ". Install it with: sudo apt install libopenblas0-pthread",
          Storey::Library};
}

}  // namespace

Result<std::shared_ptr<const OpenBlas>> OpenBlas::load(const std::string& file) {
  prepareEnvironment();
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return notInstalled(file, dlerror());
  const auto routine = symbol<Sgemm>(handle, "cblas_sgemm");
  if (routine == nullptr) {
    dlclose(handle);
    return notInstalled(file, nullptr);
  }
  return std::shared_ptr<const OpenBlas>(new OpenBlas(handle, routine));
}

OpenBlas::OpenBlas(void* handle, Sgemm routine) : m_sgemm(routine) {
  using Text = char* (*)();
  using Number = int (*)();
  if (const auto config = symbol<Text>(handle, "openblas_get_config")) m_version = versionOf(config());
  if (const auto core = symbol<Text>(handle, "openblas_get_corename")) m_coreType = core();
  if (const auto threads = symbol<Number>(handle, "openblas_get_num_threads")) m_threads = threads();
}

void OpenBlas::sgemm(const MatmulProblem& problem, const float* a, const float* b, float* c) const {
  const int m = static_cast<int>(problem.m), n = static_cast<int>(problem.n), k = static_cast<int>(problem.k);
  m_sgemm(kRowMajor, problem.transA ? kTranspose : kNoTranspose, problem.transB ? kTranspose : kNoTranspose, m, n, k,
          1.0F, a, problem.transA ? m : k, b, problem.transB ? k : n, 0.0F, c, n);
}

const Result<std::shared_ptr<const OpenBlas>>& openBlas() {
  static const Result<std::shared_ptr<const OpenBlas>> kLoaded = OpenBlas::load();
  return kLoaded;
}

}  // namespace strata::inline library
