#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "kernels/operation/operation.h"
#include "layers/compiler/kernel_build.h"
#include "layers/compiler/run_time_compiler.h"

namespace strata::inline compiler {

/// Says what became of kernels of an operation ("matmul_tiled<32>") for a target ("sm_90").
using KernelBuilder = std::function<Result<std::vector<KernelBuild>>(
    const Operation& operation, const std::vector<std::string>& kernels, const std::string& target)>;

/// NVRTC or HIPRTC, opened when first asked.
KernelBuilder runTimeBuilder(RunTimeDialect (*dialect)());
/// The kernels that `find` finds in this program; the target is the one it was built for, "x86-64".
KernelBuilder hostBuilder(std::function<KernelEntry(std::string_view)> find);

/// The kernels that a variant launches for its operation's default problem, built for a target: {"experiment",
/// "variant", "target", "problem", "kernels": [KernelBuild, and of a GPU's the occupancy of this launch (modelled)]}.
/// Usage names what there is.
Result<nlohmann::json> buildStep(std::string_view experiment, std::string_view variant, const std::string& target,
                                 const KernelBuilder& builder);

}  // namespace strata::inline compiler
