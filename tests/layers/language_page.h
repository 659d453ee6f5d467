#pragma once

#include <string>
#include <vector>

namespace strata {

/// A row of docs/kernel-language.md.
struct LanguageRow {
  std::string what;           ///< "`__popc`"
  std::string before;         ///< what stands outside of the kernel
  std::string example;        ///< the kernel's body
  std::vector<double> gives;  ///< the first elements of `out`
  int line = 0;               ///< of the page
};

std::vector<LanguageRow> languageRows(const std::string& page);

/// Kernels language_0, language_1, … of all rows, each `(double* out, int n)`, after what they need.
std::string languageUnit(const std::vector<LanguageRow>& rows);

}  // namespace strata
