#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "engine/base/result.h"
#include "engine/protocol/kernel_build.h"
#include "kernels/operation/operation.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/run_time_compiler.h"

namespace strata::inline compiler {

/// What a compiler is asked for.
struct BuildOrder {
  std::string unit;                  ///< deviceUnit(), or ownUnit() with the text in it
  std::vector<std::string> kernels;  ///< "matmul_tiled<32>"
  std::string target;                ///< "sm_90"
};

/// Says what became of each kernel of an order.
using KernelBuilder = std::function<Result<std::vector<KernelBuild>>(const BuildOrder& order)>;

/// NVRTC or HIPRTC, opened when first asked.
KernelBuilder runTimeBuilder(RunTimeDialect (*dialect)());
/// The host's compiler, for levels of x86-64; "x86-64" is the CPU device's own. Where there is none, what `find` finds
/// in this program, without lines.
KernelBuilder hostBuilder(std::function<KernelEntry(std::string_view)> find);

/// A text that somebody brought, and which of its kernels take the places of the variant's: "matmul_tiled<32>",
/// "mine<32>".
struct OwnBuildParts {
  std::string variant;
  OwnText text;
  std::vector<std::pair<std::string, std::string>> kernels;
};

/// The kernels that a variant launches for its operation's default problem, built for a target: {"experiment",
/// "variant", "target", "problem", "kernels": [KernelBuild, and of a GPU's the occupancy of this launch (modelled), or
/// that it only traps there]}.
/// `own`: built in the variant's place; nullptr: the variant itself. Usage names what there is.
Result<nlohmann::json> buildStep(std::string_view experiment, std::string_view variant, const std::string& target,
                                 const KernelBuilder& builder, const OwnBuildParts* own = nullptr);

/// The same of a text that runs alone: what it launches itself, in an experiment of that name.
struct LoneText {
  std::string experiment, problem;
  OwnBuildParts own;
  std::span<const KernelLaunch> launches;
};
Result<nlohmann::json> buildAlone(const LoneText& text, const std::string& target, const KernelBuilder& builder);

}  // namespace strata::inline compiler
