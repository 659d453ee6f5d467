#include "layers/compiler/elf_file.h"

#include <elf.h>

#include <cstring>

namespace strata::inline compiler {
namespace {

template <class Header>
std::optional<Header> headerAt(std::string_view bytes, std::uint64_t offset) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(Header)) return std::nullopt;
  Header header;
  std::memcpy(&header, bytes.data() + offset, sizeof(Header));
  return header;
}

constexpr std::uint64_t aligned(std::uint64_t bytes) {
  return (bytes + 3) / 4 * 4;
}

}  // namespace

ElfFile::ElfFile(std::span<const char> bytes) {
  const std::string_view all(bytes.data(), bytes.size());
  const auto head = headerAt<Elf64_Ehdr>(all, 0);
  if (!head || std::memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_ident[EI_CLASS] != ELFCLASS64) return;
  m_names = head->e_shstrndx;
  for (std::uint32_t i = 0; i < head->e_shnum; ++i) {
    const auto section = headerAt<Elf64_Shdr>(all, head->e_shoff + std::uint64_t{i} * head->e_shentsize);
    if (!section) return;
    const bool inside = section->sh_type != SHT_NOBITS && section->sh_offset <= all.size() &&
                        section->sh_size <= all.size() - section->sh_offset;
    m_sections.push_back({section->sh_name, section->sh_type, section->sh_link, section->sh_info,
                          inside ? all.substr(section->sh_offset, section->sh_size) : std::string_view{}});
  }
}

std::string_view ElfFile::section(std::string_view name) const {
  for (const Section& section : m_sections)
    if (nameOf(section) == name) return section.content;
  return {};
}

std::map<std::uint64_t, std::string_view> ElfFile::relocated(std::string_view name) const {
  std::map<std::uint64_t, std::string_view> symbols;
  for (const Section& section : m_sections) {
    const bool added = section.type == SHT_RELA;  // an Elf64_Rela begins as an Elf64_Rel does
    if ((section.type != SHT_REL && !added) || section.info >= m_sections.size()) continue;
    if (nameOf(m_sections[section.info]) != name) continue;
    for (std::uint64_t at = 0;; at += added ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel)) {
      const auto entry = headerAt<Elf64_Rel>(section.content, at);
      if (!entry) break;
      symbols[entry->r_offset] = symbolName(section.link, ELF64_R_SYM(entry->r_info));
    }
  }
  return symbols;
}

std::string_view ElfFile::note(std::string_view owner, std::uint32_t type) const {
  for (const Section& section : m_sections) {
    if (section.type != SHT_NOTE) continue;
    for (std::uint64_t at = 0;;) {
      const auto head = headerAt<Elf64_Nhdr>(section.content, at);
      if (!head) break;
      const std::uint64_t name = at + sizeof(*head), content = name + aligned(head->n_namesz);
      if (content > section.content.size() || head->n_descsz > section.content.size() - content) break;
      const std::string_view named = section.content.substr(name, head->n_namesz);
      if (head->n_type == type && named.substr(0, named.find('\0')) == owner)
        return section.content.substr(content, head->n_descsz);
      at = content + aligned(head->n_descsz);
    }
  }
  return {};
}

std::vector<ElfFile::Function> ElfFile::functions() const {
  std::vector<Function> all;
  for (const Section& section : m_sections) {
    if (section.type != SHT_SYMTAB) continue;
    for (std::uint64_t at = 0;; at += sizeof(Elf64_Sym)) {
      const auto symbol = headerAt<Elf64_Sym>(section.content, at);
      if (!symbol) break;
      if (ELF64_ST_TYPE(symbol->st_info) == STT_FUNC)
        all.push_back({text(section.link, symbol->st_name), symbol->st_value, symbol->st_size});
    }
  }
  return all;
}

std::optional<ElfFile::Function> ElfFile::functionAt(std::uint64_t address) const {
  for (const Function& function : functions())
    if (address >= function.address && address - function.address < function.bytes) return function;
  return std::nullopt;
}

std::string_view ElfFile::symbolName(std::uint32_t symbols, std::uint64_t index) const {
  if (symbols >= m_sections.size()) return {};
  const auto symbol = headerAt<Elf64_Sym>(m_sections[symbols].content, index * sizeof(Elf64_Sym));
  return symbol ? text(m_sections[symbols].link, symbol->st_name) : std::string_view{};
}

std::string_view ElfFile::text(std::uint32_t section, std::uint32_t offset) const {
  if (section >= m_sections.size() || offset >= m_sections[section].content.size()) return {};
  const std::string_view rest = m_sections[section].content.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace strata::inline compiler
