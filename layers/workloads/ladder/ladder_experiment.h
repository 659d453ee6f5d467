#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/experiment_info.h"
#include "kernels/operation/operation.h"

namespace strata::inline workloads {

/// The experiment of a ladder: each of its steps, and the vendors' routines.
ExperimentInfo ladderExperiment(const Operation& operation);

/// What stands for a choice of a parameter in words: the title of a GPU. Empty: the choice itself.
std::string choiceTitle(std::string_view parameter, const std::string& choice);

/// The steps of all operations, with their texts. Their titles name the operation: "Linear layer · Sums side by
/// side". After them, without a name, the texts that they include.
std::shared_ptr<const std::vector<VariantInfo>> ownSteps();

/// Whether variants of this name are a vendor's routine.
bool isLibraryVariant(std::string_view name);

}  // namespace strata::inline workloads
