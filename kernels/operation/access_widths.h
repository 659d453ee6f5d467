#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline operation {

/// The loads or stores of one statement of a kernel's text, as a GPU's compiler made them.
struct CompiledAccess {
  std::string file;  ///< "kernels/matmul/vectorised.cuh"
  int firstLine = 0, lastLine = 0;
  bool shared = false;       ///< shared memory; else global
  bool store = false;        ///< else load
  std::uint32_t widths = 0;  ///< bytes a lane, added up: 4 + 16 where some are of 4 bytes and some of 16

  bool covers(std::string_view inFile, int line) const {
    return file == inFile && firstLine <= line && line <= lastLine;
  }
  friend auto operator<=>(const CompiledAccess&, const CompiledAccess&) = default;  // NOLINT(modernize-use-nullptr)
};

/// How wide a GPU's compiler made the loads and stores of kernels.
class AccessWidths {
 public:
  /// Adds its widths to those of the same statement.
  void add(const std::string& kernel, const CompiledAccess& access);
  /// nullptr where nothing is known of such an access.
  const CompiledAccess* find(std::string_view kernel, std::string_view file, int line, bool shared, bool store) const;
  const std::map<std::string, std::vector<CompiledAccess>, std::less<>>& kernels() const { return m_kernels; }

  std::string architecture{};  ///< whose compiler it was for: "sm_90", "gfx1100"; empty: nobody's

 private:
  std::map<std::string, std::vector<CompiledAccess>, std::less<>> m_kernels;  ///< by name: "matmul_tiled<32>"
};

}  // namespace strata::inline operation
