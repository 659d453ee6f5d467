#pragma once

// Numbers of cudnn_graph.h of cuDNN 9: what its operation graphs are described with. cudnn.h says why they stand here.

namespace strata::cudnn {

/// cudnnBackendDescriptorType_t
namespace kind {
constexpr int kPointwise = 0, kEngine = 2, kEngineConfig = 3, kHeuristic = 4, kPlan = 5, kKnobChoice = 7,
              kPointwiseOperation = 13, kGraph = 15, kVariantPack = 16, kTensor = 17, kMatmul = 18,
              kMatmulOperation = 19, kReduction = 21, kReductionOperation = 22, kDeviceProperties = 38;
}

/// cudnnBackendAttributeType_t
namespace type {
constexpr int kHandle = 0, kDataType = 1, kBoolean = 2, kInt64 = 3, kPointer = 6, kHeuristicMode = 8, kKnob = 9,
              kPointwiseMode = 14, kDescriptor = 15, kReduction = 18, kChar = 24;
}

/// cudnnBackendAttributeName_t
namespace attribute {
constexpr int kPointwiseMode = 0, kPointwiseType = 1, kPointwiseAxis = 9;
constexpr int kHeuristicMode = 200, kHeuristicGraph = 201, kHeuristicResults = 202, kHeuristicDevice = 204;
constexpr int kConfigEngine = 300, kConfigKnobs = 302;
constexpr int kPlanHandle = 400, kPlanConfig = 401, kPlanWorkspace = 402, kPlanDevice = 407;
constexpr int kKnob = 600, kKnobValue = 601;
constexpr int kPointwiseHow = 750, kPointwiseX = 751, kPointwiseB = 752, kPointwiseY = 753, kPointwiseT = 758;
constexpr int kGraphHandle = 800, kGraphOperations = 801;
constexpr int kTensorAlignment = 900, kTensorType = 901, kTensorSizes = 902, kTensorStrides = 903, kTensorId = 906,
              kTensorVirtual = 907, kTensorByValue = 908;
constexpr int kPackIds = 1000, kPackPointers = 1001, kPackWorkspace = 1003;
constexpr int kEngineIndex = 1301;
constexpr int kMatmulType = 1500, kMatmulA = 1520, kMatmulB = 1521, kMatmulC = 1522, kMatmulHow = 1523;
constexpr int kReductionOperator = 1600, kReductionType = 1601, kReductionX = 1610, kReductionY = 1611,
              kReductionHow = 1612;
constexpr int kDeviceJson = 2702;
}  // namespace attribute

/// cudnnDataType_t
namespace data {
constexpr int kFloat = 0, kHalf = 2, kInt32 = 4, kBfloat16 = 9, kBoolean = 11;
}

/// cudnnPointwiseMode_t
namespace pointwise {
constexpr int kAdd = 0, kMul = 1, kDiv = 6, kSub = 9, kExp = 13, kLog = 15, kGreaterOrEqual = 303, kIndex = 501,
              kSelect = 601;
}

/// cudnnReduceTensorOp_t
namespace reduction {
constexpr int kAdd = 0, kMax = 3;
}

constexpr int kHeuristicModeA = 3;

}  // namespace strata::cudnn
