#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/temporary_folder.h"
#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// An object that the host's compiler made, in a folder that goes with it.
struct HostTextObject {
  TemporaryFolder folder;
  std::string compiler;  ///< "g++ (Debian 12.2.0-14) 12.2.0, x86-64-v4"
  std::vector<BuildStage> stages;

  std::string path() const { return folder.path("unit.so"); }
};

/// With line numbers, of kernels of a unit for a level of x86-64; hostTexts() reads one. Errors are the same.
Result<std::unique_ptr<HostTextObject>> hostTextObject(const std::string& unit, std::span<const std::string> kernels,
                                                       const std::string& target);
Result<std::vector<KernelBuild>> hostTextsOf(const HostTextObject& object, std::span<const std::string> kernels,
                                             const std::string& target);

/// What the host's compiler makes now of kernels of a unit (deviceUnit()) for a level of x86-64: "x86-64" (the highest
/// that this processor has), "x86-64-v3". Each stage is a program of its own and timed. Unavailable where there is no
/// compiler, Usage with its words where it refuses.
Result<std::vector<KernelBuild>> hostTexts(const std::string& unit, std::span<const std::string> kernels,
                                           const std::string& target);

}  // namespace strata::inline compiler
