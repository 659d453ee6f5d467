#pragma once

// CUDA's printf for the CPU device: a line on the timeline, cut where it is too long, never on standard output.

#include <stdio.h>

#include <cstdio>  // undefines printf: once, and before ours

namespace strata::cpu {

/// Returns how many arguments it took, as CUDA has it.
template <class... Arguments>
int printFormatted(const char* format, Arguments... arguments) {
  char line[kPrintedBytes];
  const int length = snprintf(line, sizeof(line), format, arguments...);
  if (length < 0) return -1;
  const auto bytes = static_cast<std::size_t>(length);
  print(line, bytes < sizeof(line) ? bytes : sizeof(line) - 1);
  return static_cast<int>(sizeof...(arguments));
}

}  // namespace strata::cpu

// A macro with arguments, so that headers which say `format(printf, 1, 2)` still mean theirs. Kernels may say
// std::printf.
using strata::cpu::printFormatted;
namespace std {
using strata::cpu::printFormatted;
}
#define printf(...) printFormatted(__VA_ARGS__)
