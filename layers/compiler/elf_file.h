#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::inline compiler {

/// Reads what Strata needs of a 64-bit little-endian ELF file in memory. The bytes must outlive the object; what does
/// not lie inside them is as if it were not there.
class ElfFile {
 public:
  struct Function {
    std::string_view name;
    std::uint64_t address = 0, bytes = 0;
  };

  explicit ElfFile(std::span<const char> bytes);

  /// The content of the first note of this owner and type; empty if there is none.
  std::string_view note(std::string_view owner, std::uint32_t type) const;
  /// The function that contains the address.
  std::optional<Function> functionAt(std::uint64_t address) const;

 private:
  struct Section {
    std::uint32_t type = 0, link = 0;
    std::string_view content;
  };
  std::string_view text(std::uint32_t section, std::uint32_t offset) const;

  std::vector<Section> m_sections;
};

}  // namespace strata::inline compiler
