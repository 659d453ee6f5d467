#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "kernels/operation/operation.h"
#include "layers/library/one_dnn_module.h"
#include "layers/library/routine.h"

namespace strata::inline library {

/// One operation that oneDNN has chosen an implementation for. Must not outlive its OneDnn.
class OneDnnPrimitive {
 public:
  OneDnnPrimitive(const OneDnnModule& module, OneDnnWork* work) : m_module(&module), m_work(work, module.destroy) {}

  /// The implementation as oneDNN calls it, and which tensors change their layout for it in every run:
  /// "brgconv:avx512_core; reorders X, W, Y".
  std::string algorithm() const { return m_module->algorithm(m_work.get()); }
  std::size_t workspaceBytes() const { return m_module->workspaceBytes(m_work.get()); }

  /// Generates the code and allocates the workspace, for the operation's tensors at these places in host memory.
  Result<void> prepare(std::span<const TensorPlace> tensors);
  /// Blocks; one thread at a time. prepare comes first.
  void run() const { m_module->run(m_work.get()); }

 private:
  const OneDnnModule* m_module;
  std::unique_ptr<OneDnnWork, void (*)(OneDnnWork*)> m_work;
};

/// oneDNN, loaded while the program runs through a module of Strata's own, which is built where oneDNN's headers are.
/// Once loaded it stays.
class OneDnn {
 public:
  /// Where the build and the installation put the module.
  static std::string moduleFile();
  /// Its threads will sleep (sleeping_threads.h): call it before other threads read the environment. Error Unavailable,
  /// with the remedy, if the module or oneDNN is not there.
  static Result<std::shared_ptr<const OneDnn>> load(const std::string& file = moduleFile());

  /// A problem of conv2d or matmul; Unsupported, in oneDNN's words, where it has nothing for it.
  Result<OneDnnPrimitive> choose(const Operation& operation, const Problem& problem) const;

  const std::string& version() const { return m_version; }  ///< "2.6.3"
  int threads() const { return m_threads; }                 ///< 0 where it does not use OpenMP

 private:
  OneDnn(const OneDnnModule& module, int threads) : m_module(module), m_version(module.version), m_threads(threads) {}

  const OneDnnModule& m_module;
  std::string m_version;
  int m_threads;
};

/// What gets it, where the loader says this: the package of the library that it does not find or, where it finds no
/// module of Strata's, that module.
std::string oneDnnRemedy(std::string_view why);

/// The one oneDNN of this process, loaded at first use; the same answer ever after. Any thread.
const Result<std::shared_ptr<const OneDnn>>& oneDnn();

}  // namespace strata::inline library
