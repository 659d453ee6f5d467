#include "layers/workloads/cnn/cnn_operators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strata::inline workloads {
namespace {

using Way = Result<void> (*)(CnnBuilder&, const OnnxNode&);

const std::map<std::string_view, Way>& ways() {
  static const std::map<std::string_view, Way> kWays{{"Add", planAdd},
                                                     {"AveragePool", planAveragePool},
                                                     {"BatchNormalization", planBatchNormalization},
                                                     {"Cast", planRename},
                                                     {"Clip", planClip},
                                                     {"Concat", planUnknown},
                                                     {"Constant", planUnknown},
                                                     {"ConstantOfShape", planUnknown},
                                                     {"Conv", planConv},
                                                     {"Div", planDiv},
                                                     {"Dropout", planRename},
                                                     {"Flatten", planRename},
                                                     {"Gather", planUnknown},
                                                     {"Gemm", planGemm},
                                                     {"GlobalAveragePool", planGlobalAveragePool},
                                                     {"Identity", planRename},
                                                     {"LeakyRelu", planLeakyRelu},
                                                     {"LogSoftmax", planSoftmax},
                                                     {"MatMul", planMatMul},
                                                     {"MaxPool", planMaxPool},
                                                     {"Mul", planMul},
                                                     {"Relu", planActivation},
                                                     {"Reshape", planRename},
                                                     {"Shape", planUnknown},
                                                     {"Sigmoid", planActivation},
                                                     {"Slice", planUnknown},
                                                     {"Softmax", planSoftmax},
                                                     {"Squeeze", planRename},
                                                     {"Sub", planSub},
                                                     {"Tanh", planActivation},
                                                     {"Transpose", planTranspose},
                                                     {"Unsqueeze", planRename}};
  return kWays;
}

}  // namespace

Result<void> knowsAllOperators(const OnnxGraph& graph) {
  std::vector<std::string> missing;
  for (const OnnxNode& node : graph.nodes)
    if (!ways().contains(node.op) && std::ranges::find(missing, node.op) == missing.end()) missing.push_back(node.op);
  if (missing.empty()) return {};
  std::vector<std::string_view> known;
  for (const auto& [op, way] : ways()) known.push_back(op);
  return Error{
      ErrorCode::Usage,
      fmt::format("The network uses {} {} that cannot be run here: {}; there are {}.", missing.size(),
                  missing.size() == 1 ? "operator" : "operators", fmt::join(missing, ", "), fmt::join(known, ", ")),
      Storey::Model};
}

Result<void> planNode(CnnBuilder& builder, const OnnxNode& node) {
  return ways().at(node.op)(builder, node);
}

}  // namespace strata::inline workloads
