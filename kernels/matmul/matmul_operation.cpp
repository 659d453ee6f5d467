#include "kernels/matmul/matmul_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/matmul/matmul.h"
#include "kernels/matmul/matmul_sizes.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kTypes[] = {dataTypeName(DataType::F32), dataTypeName(DataType::F16),
                                       dataTypeName(DataType::BF16), "tf32"};
static_assert(kTypes[kMatmulTf32] == "tf32" && kTypes[static_cast<int>(DataType::F16)] == "fp16" &&
              kTypes[static_cast<int>(DataType::BF16)] == "bf16");

constexpr OperationParameter kParameters[] = {
    {.name = "n",
     .title = "Size N",
     .defaultValue = 512,
     .max = 8192,
     .help = "Columns of B and C; m and k follow it unless set."},
    {.name = "m", .title = "Size M", .max = 8192, .follows = "n", .help = "Rows of A and C."},
    {.name = "k",
     .title = "Size K",
     .max = 8192,
     .follows = "n",
     .help = "Columns of A and rows of B: the length of each sum."},
    {.name = "batch", .title = "Batch", .max = 1024, .help = "Products, one after the other in memory."},
    {.name = "trans_a", .title = "A transposed", .defaultValue = 0, .min = 0, .help = "1: A is stored as k × m."},
    {.name = "trans_b", .title = "B transposed", .defaultValue = 0, .min = 0, .help = "1: B is stored as n × k."},
    choice("type", "Type", kTypes,
           "What A and B hold; sums and C are always fp32. tf32: fp32 numbers, of which a library may multiply only "
           "the first 11 bits."),
};

constexpr LibraryVariant kLibrary[] = {
    {"library", "The platform's library",
     "What years of tuning give: blocking for every cache, packed panels and hand-written inner loops; the yardstick "
     "for the other variants."},
    {"onednn", "oneDNN",
     "The CPU's library for neural networks generates its inner loops at run time, for exactly this shape and this "
     "processor."},
};

std::vector<TensorInfo> tensors(const Problem& problem) {
  const MatmulSizes s(problem);
  const auto stored = [&](std::int64_t rows, std::int64_t columns, bool transposed) {
    std::vector<std::int64_t> shape{transposed ? columns : rows, transposed ? rows : columns};
    if (s.batch > 1) shape.insert(shape.begin(), s.batch);
    return shape;
  };
  return {{.name = "A", .shape = stored(s.m, s.k, s.transA), .type = s.type},
          {.name = "B", .shape = stored(s.k, s.n, s.transB), .type = s.type},
          {.name = "C", .shape = stored(s.m, s.n, false)}};
}

std::string shapeText(const Problem& problem) {
  const MatmulSizes s(problem);
  std::string text = fmt::format("{}×{}×{}", s.m, s.n, s.k);
  if (s.batch > 1) text = fmt::format("{} · {}", s.batch, text);
  if (s.transA || s.transB) text += fmt::format(" {}{}", s.transA ? "Aᵀ" : "A", s.transB ? "Bᵀ" : "B");
  if (s.type != DataType::F32 || s.tf32) text += fmt::format(" {}", kTypes[problem["type"]]);
  return text;
}

std::int64_t units(const Problem& problem) {
  return problem["batch"] * problem["m"];
}

// A unit is a row of one product: rows begin … end−1 may be of several.
void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const MatmulSizes s(problem);
  while (begin < end) {
    const std::int64_t product = begin / s.m, row = begin % s.m, rows = std::min(end - begin, s.m - row);
    const float* a = inputs[0].data() + product * s.m * s.k + row * (s.transA ? 1 : s.k);
    const float* b = inputs[1].data() + product * s.k * s.n;
    const auto elements = static_cast<std::size_t>(rows * s.n);
    matmulReference({rows, s.n, s.k}, s.transA ? MatrixView{a, 1, s.m} : MatrixView{a, s.k, 1},
                    s.transB ? MatrixView{b, 1, s.k} : MatrixView{b, s.n, 1}, out.first(elements));
    out = out.subspan(elements);
    begin += rows;
  }
}

// Sums of fp32 that are rounded err by some √k steps of 2⁻²⁴. Matrix units may cut off instead: errors of one sign, and
// as many as sums of four are added.
double limit(const Problem& problem) {
  const auto k = static_cast<double>(problem["k"]);
  const bool unit = MatmulSizes(problem).type != DataType::F32;
  return (4 * std::sqrt(k) + (unit ? k / 4 : 0)) * std::ldexp(1.0, -24);
}

std::vector<Step> allSteps() {
  std::vector<Step> all(matmulFp32Steps().begin(), matmulFp32Steps().end());
  all.insert(all.end(), matmulUnitSteps().begin(), matmulUnitSteps().end());
  return all;
}

}  // namespace

const Operation& matmulOperation() {
  static const std::vector<Step> steps = allSteps();
  static const Operation operation{
      .name = "matmul",
      .title = "Matrix product",
      .help = "C = A · B with seeded random inputs: the operation most of AI is made of.",
      .parameters = kParameters,
      .tensors = tensors,
      .shapeText = shapeText,
      .units = units,
      .reference = reference,
      .limit = limit,
      .depth = "k",
      .steps = steps,
      .library = kLibrary,
  };
  return operation;
}

}  // namespace strata::inline kernels
