#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/device/device_info.h"
#include "engine/device/kernel.h"
#include "engine/device/made_for.h"
#include "engine/device/tensor_map.h"
#include "kernels/operation/data_type.h"
#include "kernels/operation/problem.h"

// What is computed, and the ways there are, as data: viewers link it and hold no device code. The device code of a step
// is found by its kernels' names (kernel_table.h).

namespace strata::inline operation {

/// A tensor of an operation, dense and row-major.
struct TensorInfo {
  /// What a test or an experiment fills an input with, from a seed.
  enum class Fill : std::uint8_t {
    Uniform,   ///< in −range … range
    Positive,  ///< in 0 … range
    Indices,   ///< whole numbers 0 … range − 1, as int32
  };
  std::string_view name;  ///< "A"
  std::vector<std::int64_t> shape = {};
  DataType type = DataType::F32;
  Fill fill = Fill::Uniform;
  double range = 1;
  std::function<float(std::int64_t)> formula = {};  ///< of an element, by its index; none: filled from a seed

  std::int64_t elements() const;
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * bytesOf(type); }
};

/// A pointer to a tensor: an index into the operation's tensors, then into the step's workspace; kNone is nullptr.
struct TensorArgument {
  static constexpr int kNone = -1;
  int index = kNone;
};
/// The tensor as a map whose boxes the device copies (kernels/compat/tma.h); `boxes` without its address.
struct TensorMapArgument {
  TensorArgument tensor;
  BoxedTensor boxes;
};
using Argument = std::variant<TensorArgument, std::int32_t, float, std::int64_t, double, TensorMapArgument>;

struct KernelLaunch {
  std::string_view kernel;  ///< "matmul_tiled<32>"
  LaunchShape shape;
  std::vector<Argument> arguments;
};

/// What a step does for one problem: launches in order on one stream, and memory it needs meanwhile.
struct StepPlan {
  std::vector<KernelLaunch> launches;
  std::vector<TensorInfo> workspace;
};

/// One way of computing an operation with kernels of our own.
struct Step {
  std::string_view name;    ///< "tiled"
  std::string_view title;   ///< "Tiled in shared memory"
  std::string_view idea;    ///< the one idea added, and why it helps; one sentence
  std::string_view kernel;  ///< the kernel that does the work, as profilers show it; numbers in <> are the default's
  std::string_view file;    ///< repository path of the source
  std::string_view source;  ///< the very text that is compiled
  MadeFor madeFor = MadeFor::Both;
  StepPlan (*plan)(const Problem&) = nullptr;
  Cost (*cost)(const Problem&) = nullptr;
  /// Why this device cannot run this problem with this step, in a sentence; empty where it can. nullptr: every device
  /// runs every problem.
  std::string (*refusal)(const DeviceInfo&, const Problem&) = nullptr;
  /// Why this step is better here than any other and than a library, as the trace says it; empty where it is not.
  /// nullptr: nowhere.
  std::string_view (*preferred)(const DeviceInfo&, const Problem&) = nullptr;
  /// Why the problem's kernels only trap in code for a GPU's architecture ("gfx90a"), in words; empty where they
  /// compute. nullptr: they do everywhere.
  std::string (*traps)(const std::string& architecture, const Problem&) = nullptr;
};

/// A vendor's routine for an operation.
struct LibraryVariant {
  std::string_view name;   ///< "library"
  std::string_view title;  ///< "The platform's library"
  std::string_view idea;   ///< what it does better, one sentence
};

using TensorValues = std::span<const float>;  ///< int32, fp16 and bf16 come as the floats they are

/// What is computed, with its truth, and the ways of computing it.
struct Operation {
  std::string_view name;   ///< "matmul"
  std::string_view title;  ///< "Matrix product"
  std::string_view help;   ///< one sentence
  std::span<const OperationParameter> parameters;
  /// Why these parameters fit no operation ("the filter is larger than the padded picture"); empty where they do.
  /// nullptr: all values in range fit.
  std::string (*misfit)(const Problem&) = nullptr;
  /// The inputs, then the one output.
  std::vector<TensorInfo> (*tensors)(const Problem&) = nullptr;
  /// The shape of a problem in a few signs: "512×512×512".
  std::string (*shapeText)(const Problem&) = nullptr;
  /// The truth in fp64. The output falls into `units` equal pieces that follow each other in memory (rows, planes) and
  /// are independent; `reference` computes pieces begin … end−1 into `out` from inputs in the order of tensors().
  /// Called from several threads.
  std::int64_t (*units)(const Problem&) = nullptr;
  void (*reference)(const Problem&, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
                    std::span<double> out) = nullptr;
  /// Greatest relative Frobenius error a correct step may have; 0 for operations that only move values.
  double (*limit)(const Problem&) = nullptr;
  /// The parameter that the steps' loops run along, and the grid does not: each 64 more of it ask for the same again.
  /// Empty: there is none.
  std::string_view depth = {};
  /// Where only some blocks are counted, at least so many: the more the less alike they are by their data.
  std::uint32_t leastBlocks = 1;
  std::span<const Step> steps;              ///< in teaching order
  std::span<const LibraryVariant> library;  ///< the vendors' routines, the one that others are compared with first
};

/// All, in the order they are listed.
std::span<const Operation* const> operations();
/// Those whose steps are taught as a ladder, each adding one idea to those before it: for GPUs from the plain one on,
/// and between them what a processor wants. The others are parts of models or frames.
std::span<const Operation* const> ladders();
/// nullptr if there is none of this name.
const Operation* findOperation(std::string_view name);
const Step* findStep(const Operation& operation, std::string_view name);

/// In a sentence, where the step's kernels only trap in code for a target ("gfx90a", "x86-64"); empty: they compute.
std::string trapsOn(const std::string& target, const Step& step, const Problem& problem);

/// Bytes that all inputs and the output take, also those that nobody reads.
double operandBytes(const Operation& operation, const Problem& problem);

/// ceil(elements / perBlock) as a grid size.
std::uint32_t blocksFor(std::int64_t elements, std::int64_t perBlock);

}  // namespace strata::inline operation
