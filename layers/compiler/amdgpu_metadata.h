#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/kernel_build.h"

namespace strata::inline compiler {

/// What an AMD code object says of its kernel `symbol`, in the metadata the runtime itself launches by (LLVM: "User
/// Guide for AMDGPU Backend", code object metadata); all empty if it says nothing.
CompiledResources amdgpuResources(std::span<const char> codeObject, std::string_view symbol);

/// The symbols of its kernels.
std::vector<std::string> amdgpuKernels(std::span<const char> codeObject);

}  // namespace strata::inline compiler
