#include "layers/workloads/common/pointee.h"

#include <algorithm>

#include "engine/base/code_types.h"
#include "kernels/operation/code_words.h"

namespace strata::inline workloads {
namespace {

constexpr std::string_view kPoints = "*[";

/// Of "const unsigned short"; nullptr: no word of it says. Several numbers in one say nothing: they are read of any
/// tensor.
const CodeType* numberOf(std::string_view type) {
  const CodeType* number = nullptr;
  for (std::size_t at = 0; at < type.size(); ++at) {
    const std::string_view word = wordAt(type, at);
    if (word.empty()) continue;
    if (const CodeType* const known = codeTypeOf(word); known && !known->several) number = ofBoth(number, known);
    at += word.size() - 1;
  }
  return number;
}

}  // namespace

bool isPointer(std::string_view parameter) {
  return parameter.find_first_of(kPoints) != std::string_view::npos;
}

bool mayPointTo(std::string_view parameter, DataType type) {
  if (type == DataType::I8 || std::ranges::count(parameter, '*') > 1) return true;
  const CodeType* const number = numberOf(parameter.substr(0, parameter.find_first_of(kPoints)));
  return !number || number->bytes == 1 || number->bytes == bytesOf(type);
}

}  // namespace strata::inline workloads
