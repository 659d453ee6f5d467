#pragma once

#include <optional>
#include <string>

#include "engine/protocol/kernel_build.h"
#include "engine/protocol/request.h"

namespace strata::inline cli {

/// Which text of a kernel: "intermediate" or "machine".
const BuildText& partOf(const KernelBuild& build, const std::string& part);

/// What a kernel takes, its occupancy, the time of each stage, and what texts there are of it.
std::string summaryText(const BuiltKernel& kernel, const std::string& target);
/// One of its texts whole, or why there is none.
std::string wholeText(const BuiltKernel& kernel, const std::string& part);
/// The lines of the kernel's text, each with the instructions that were made of it below. `own`: that somebody brought.
std::string linesText(const BuiltKernel& kernel, const std::string& part, const std::optional<OwnKernel>& own);
/// Two builds side by side: what each kernel takes, instructions by line where the texts are the same, and by name.
std::string differenceText(const StepBuild& first, const StepBuild& second, const std::string& part,
                           const std::optional<OwnKernel>& own);

}  // namespace strata::inline cli
