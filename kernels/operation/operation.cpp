#include "kernels/operation/operation.h"

#include <algorithm>

namespace strata::inline operation {

std::int64_t TensorInfo::elements() const {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return count;
}

const Step* findStep(const Operation& operation, std::string_view name) {
  const auto found = std::ranges::find(operation.steps, name, &Step::name);
  return found == operation.steps.end() ? nullptr : &*found;
}

std::string trapsOn(const std::string& target, const Step& step, const Problem& problem) {
  if (!step.traps || target.starts_with("x86-64")) return {};
  const std::string why = step.traps(target, problem);
  if (why.empty()) return {};
  return "On " + target + " this kernel only traps: " + why + ".";
}

double operandBytes(const Operation& operation, const Problem& problem) {
  double bytes = 0;
  for (const TensorInfo& tensor : operation.tensors(problem)) bytes += static_cast<double>(tensor.bytes());
  return bytes;
}

std::uint32_t blocksFor(std::int64_t elements, std::int64_t perBlock) {
  return static_cast<std::uint32_t>((elements + perBlock - 1) / perBlock);
}

}  // namespace strata::inline operation
