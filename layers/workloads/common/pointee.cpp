#include "layers/workloads/common/pointee.h"

#include <algorithm>

#include "engine/base/code_types.h"
#include "kernels/operation/code_words.h"

namespace strata::inline workloads {
namespace {

bool hasWordOf(std::string_view code, std::string_view word) {
  for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1))
    if (isWordAt(code, at, word)) return true;
  return false;
}

}  // namespace

bool mayPointTo(std::string_view parameter, DataType type) {
  if (type == DataType::I8 || std::ranges::count(parameter, '*') > 1) return true;
  const std::string_view pointee = parameter.substr(0, parameter.find_first_of("*["));
  // Several numbers in one are read of any tensor.
  for (const CodeType& one : kCodeTypes)
    if (!one.several && hasWordOf(pointee, one.name)) return one.bytes == 1 || one.bytes == bytesOf(type);
  return true;
}

}  // namespace strata::inline workloads
