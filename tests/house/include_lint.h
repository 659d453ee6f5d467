#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// One `#include` of a source file.
struct Include {
  std::string file;    ///< repository path of the including file
  std::string target;  ///< as written between quotes or angle brackets
  int line = 0;
};

std::vector<Include> includesOf(std::string_view text, const std::string& file);
std::vector<Include> includesUnder(const std::filesystem::path& root);

/// The longest known room a repository path stands in ("engine/trace"), or an empty text.
std::string_view roomOf(std::string_view path);

/// Why the rules of the house forbid this include, or an empty text if they allow it.
std::string violation(const Include& include);

}  // namespace strata
