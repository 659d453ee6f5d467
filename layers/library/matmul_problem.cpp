#include "layers/library/matmul_problem.h"

#include "kernels/matmul/matmul_ladder.h"

namespace strata {

MatmulProblem matmulProblem(const Problem& problem) {
  const auto given = [&](std::string_view name, std::int64_t otherwise) {
    return problem.has(name) ? problem[name] : otherwise;
  };
  const std::vector<TensorInfo> tensors = matmulLadder().tensors(problem);
  return {.m = problem["m"],
          .n = problem["n"],
          .k = problem["k"],
          .batch = given("batch", 1),
          .transA = given("trans_a", 0) != 0,
          .transB = given("trans_b", 0) != 0,
          .input = tensors.front().type,
          .output = tensors.back().type};
}

}  // namespace strata
