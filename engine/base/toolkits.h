#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline base {

/// Where a vendor's toolkit may be on this machine. Only folders that are there are named, but for what the environment
/// says, which a refusal then repeats.
struct Toolkit {
  std::vector<std::string> told;   ///< by the environment, best first
  std::vector<std::string> usual;  ///< where installers put it, best first
  std::string_view libraryFolder;  ///< below each of them

  /// `below` ("include", "bin") each of them, best first.
  std::vector<std::string> folders(std::string_view below) const;
  /// Where a program is to be looked for: where the environment says, by its name on PATH, where it usually is.
  std::vector<std::string> program(std::string_view name) const;
  /// Where a library is to be looked for: as the dynamic linker finds it, then in the toolkit's folders. Of several
  /// names the first is the best.
  std::vector<std::string> library(std::initializer_list<std::string_view> names) const;
};

/// Of CUDA_HOME or CUDA_PATH; /usr/local/cuda, /opt/cuda.
Toolkit cudaToolkit();
/// Of ROCM_PATH or ROCM_HOME; /opt/rocm, and from ROCm 10 on /opt/rocm/core.
Toolkit rocmToolkit();

}  // namespace strata::inline base
