#pragma once

#include <map>
#include <string>
#include <string_view>

namespace strata::inline lens {

/// What a text's names came to. Kind: counted.
struct LensStatistics {
  std::map<std::string, int, std::less<>> kinds, apis;         ///< of converted names
  std::map<std::string, int, std::less<>> names, unconverted;  ///< by name
  std::size_t replacedBytes = 0, totalBytes = 0;
  int changedLines = 0, totalLines = 0;

  void convert(std::string_view name, std::string_view cudaName, std::string_view kind);
  int convertedCount() const;
  int unconvertedCount() const;
};

/// "cuBLAS API" of "cublasSgemm", as HIPIFY names them.
std::string_view apiOf(std::string_view cudaName, std::string_view kind);

/// In the form in which hipify-clang prints them; no time, and what was left stands by name only.
std::string statisticsText(const LensStatistics& statistics, std::string_view file);

}  // namespace strata::inline lens
