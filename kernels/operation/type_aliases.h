#pragma once

#include <map>
#include <string>
#include <string_view>

namespace strata::inline operation {

/// What a kernel's text calls types by at file scope: `typedef float T;`, `using P = T*;`. Arrays, functions and
/// templates are left as they are, and so is a name with two meanings, which a macro decides between.
class TypeAliases {
 public:
  /// `code`: without comments, strings and preprocessor lines.
  explicit TypeAliases(std::string_view code);

  /// "const float* x" of "const T* x": the type that a declaration begins with, written out.
  std::string resolved(const std::string& declaration) const;

 private:
  void add(std::string_view name, std::string_view type);

  std::map<std::string, std::string, std::less<>> m_types;  ///< empty: ambiguous
};

}  // namespace strata::inline operation
