#pragma once

#include <span>
#include <vector>

#include "engine/modelfile/model_file.h"

namespace strata::test {

struct ReferenceLogits {
  std::vector<double> values;  ///< [vocab], after the last token
  double largest = 0;          ///< magnitude of any number on the way; not a number where one is none
};

/// A whole forward pass in fp64, from the file's tensors: plain sums, no ladder, no cache.
ReferenceLogits referenceLogits(const ModelFile& model, std::span<const int> tokens);

}  // namespace strata::test
