#include "layers/runtime/symbol_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string_view>

namespace strata::inline runtime {
namespace {

/// Where the parameter list starts: the last '(' outside template brackets.
std::size_t parametersOf(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0 && name.substr(i, 11) != "(anonymous ") return i;
  }
  return name.size();
}

/// Where the name starts: after the last blank outside template brackets.
std::size_t nameStart(std::string_view name) {
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == ' ' && depth == 0 && name.substr(0, i).find("(anonymous") == std::string_view::npos) start = i + 1;
  }
  return start;
}

}  // namespace

std::string readableSymbol(const char* symbol) {
  if (!symbol) return "kernel";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                              &std::free);
  if (status != 0) return symbol;
  std::string_view name = demangled.get();
  name = name.substr(0, parametersOf(name));
  return std::string(name.substr(nameStart(name)));
}

}  // namespace strata::inline runtime
