#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "kernels/operation/operation.h"
#include "layers/compiler/own_text.h"

namespace strata::inline workloads {

/// A kernel that somebody brought, as a step of an operation: it is launched as another step is, with the same
/// arguments. Its plan names that step's kernels; `kernels` says which of the text's take their places.
struct OwnStep {
  std::string variant;  ///< "mine"
  std::string like;     ///< "tiled"
  OwnText text;
  std::string file;  ///< the step's: what a session knows it by
  Step step;
  std::vector<std::pair<std::string, std::string>> kernels = {};  ///< "matmul_tiled<32>", "mine<32>"

  OwnStep() = default;
  OwnStep(const OwnStep&) = delete;
  OwnStep& operator=(const OwnStep&) = delete;
};

/// Usage, with what to do, where the text defines no kernel that could stand in for the step's, or one that takes other
/// arguments. `problem`: one that the step can run.
Result<std::unique_ptr<const OwnStep>> makeOwnStep(const Operation& operation, const Problem& problem,
                                                   const OwnKernel& kernel);

/// Where the text was observed, its places have the name that its writer gave the file.
void nameAsWritten(std::vector<ObservedPlace>& places, const OwnText& own);

}  // namespace strata::inline workloads
