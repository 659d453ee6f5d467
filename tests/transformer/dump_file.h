#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace strata::test {

/// A tensor as llama.cpp's eval-callback prints it: the sum of all values and the first and last three of each row.
struct DumpedTensor {
  std::string name;  ///< "attn_norm-0"
  std::string op;    ///< "MUL"
  std::size_t cols = 0, rows = 0;
  std::vector<std::vector<double>> corners;  ///< six of each row
  double sum = 0;
};

/// Those of one or two dimensions.
std::vector<DumpedTensor> readDump(const std::filesystem::path& file);

}  // namespace strata::test
