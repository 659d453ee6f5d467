#pragma once

#include <memory>

#include "layers/library/cudnn_graph.h"

namespace strata::cudnn {

/// Attention as one of cuDNN's fused graphs, in fp16 or bf16 with sums in fp32. Unsupported says what it cannot do.
Result<std::unique_ptr<GpuDnnOperation>> attention(const Api& api, const Target& target, const AttentionShape& shape);

}  // namespace strata::cudnn
