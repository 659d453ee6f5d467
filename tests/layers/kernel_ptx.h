#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layers/compiler/kernel_texts.h"

namespace strata {

/// A unit that names instances of Strata's kernels, and what it may include.
inline std::vector<KernelText> withKernelTexts(std::string_view unit) {
  std::vector<KernelText> texts{{"unit.cu", unit}};
  texts.insert(texts.end(), kernelTexts().begin(), kernelTexts().end());
  return texts;
}

/// The kernels in PTX, by their symbols.
inline std::vector<std::string> entriesOf(std::string_view ptx) {
  constexpr std::string_view kEntry = ".entry ";
  std::vector<std::string> symbols;
  for (std::size_t at = ptx.find(kEntry); at != std::string_view::npos; at = ptx.find(kEntry, at + 1)) {
    const std::size_t begin = at + kEntry.size();
    symbols.emplace_back(ptx.substr(begin, ptx.find('(', begin) - begin));
  }
  return symbols;
}

/// How often these words stand in a text.
inline std::size_t countOf(std::string_view text, std::string_view words) {
  std::size_t count = 0;
  for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) ++count;
  return count;
}

}  // namespace strata
