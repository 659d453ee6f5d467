#pragma once

#include <cstdint>
#include <map>
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

  /// The content of the first section of this name; empty if there is none.
  std::string_view section(std::string_view name) const;
  /// Names of symbols by the place in a section that a relocation puts their address into.
  std::map<std::uint64_t, std::string_view> relocated(std::string_view section) const;

  /// The content of the first note of this owner and type; empty if there is none.
  std::string_view note(std::string_view owner, std::uint32_t type) const;
  /// Of its table of symbols; none where it was stripped.
  std::vector<Function> functions() const;
  /// The function that contains the address.
  std::optional<Function> functionAt(std::uint64_t address) const;

 private:
  struct Section {
    std::uint32_t nameAt = 0, type = 0, link = 0, info = 0;
    std::string_view content;
  };
  std::string_view nameOf(const Section& section) const { return text(m_names, section.nameAt); }
  std::string_view symbolName(std::uint32_t symbols, std::uint64_t index) const;
  std::string_view text(std::uint32_t section, std::uint32_t offset) const;

  std::vector<Section> m_sections;
  std::uint32_t m_names = 0;  ///< the section that holds the sections' names
};

}  // namespace strata::inline compiler
