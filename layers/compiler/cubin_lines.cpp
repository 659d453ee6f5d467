#include "layers/compiler/cubin_lines.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kLineSection = ".debug_line";

/// Takes numbers off the front of bytes; 0 behind their end.
class DwarfBytes {
 public:
  DwarfBytes(std::string_view all, std::size_t at, std::size_t end)
      : m_all(all), m_at(at), m_end(std::min(end, all.size())) {}

  bool more() const { return m_at < m_end; }
  std::size_t at() const { return m_at; }
  void goTo(std::size_t at) { m_at = std::min(at, m_end); }

  template <class Number>
  Number take() {
    Number value{};
    if (m_at <= m_end && m_end - m_at >= sizeof(value)) std::memcpy(&value, m_all.data() + m_at, sizeof(value));
    m_at += sizeof(value);
    return value;
  }

  /// LEB128.
  std::uint64_t takeUnsigned() { return takeLeb().first; }
  std::int64_t takeSigned() {
    const auto [value, bits] = takeLeb();
    const bool negative = bits < 64 && (value >> (bits - 1) & 1);
    return static_cast<std::int64_t>(negative ? value | ~std::uint64_t{0} << bits : value);
  }

  std::string_view takeText() {
    if (!more()) return {};
    const std::string_view rest = m_all.substr(m_at, m_end - m_at);
    const std::string_view text = rest.substr(0, rest.find('\0'));
    m_at += text.size() + 1;
    return text;
  }

 private:
  std::pair<std::uint64_t, unsigned> takeLeb() {
    std::uint64_t value = 0;
    for (unsigned bits = 0;;) {
      const auto byte = take<std::uint8_t>();
      if (bits < 64) value |= std::uint64_t{byte & 0x7fu} << bits;
      bits += 7;
      if ((byte & 0x80) == 0 || !more()) return {value, bits};
    }
  }

  std::string_view m_all;
  std::size_t m_at, m_end;
};

/// A row of the table.
struct LineRow {
  std::uint64_t address = 0, file = 1;
  std::int64_t line = 1;
  std::uint64_t caller = 0;  ///< the row that calls what this one is inlined from; 0: none
};

/// One table: its head, then a program whose instructions write rows.
class LineTable {
 public:
  LineTable(std::string_view section, const std::map<std::uint64_t, std::string_view>& functions, std::size_t begin,
            std::size_t end)
      : m_functions(functions), m_bytes(section, begin, end) {}

  void read(std::map<std::string, std::vector<AddressLine>>& lines) {
    if (!readHead()) return;
    while (m_bytes.more()) {
      const auto instruction = m_bytes.take<std::uint8_t>();
      if (instruction >= m_firstSpecial)
        special(static_cast<std::uint8_t>(instruction - m_firstSpecial));
      else if (instruction == 0)
        extended(lines);
      else
        standard(instruction);
    }
  }

 private:
  bool readHead() {
    const auto version = m_bytes.take<std::uint16_t>();
    const auto headBytes = m_bytes.take<std::uint32_t>();
    const std::size_t program = m_bytes.at() + headBytes;
    m_step = m_bytes.take<std::uint8_t>();
    if (version >= 4) m_bytes.take<std::uint8_t>();  // instructions of a bundle
    m_bytes.take<std::uint8_t>();                    // whether rows are statements
    m_lineBase = m_bytes.take<std::int8_t>();
    m_lineRange = m_bytes.take<std::uint8_t>();
    m_firstSpecial = m_bytes.take<std::uint8_t>();
    if (version < 2 || version > 4 || m_lineRange == 0 || m_firstSpecial == 0) return false;
    m_operands.resize(m_firstSpecial);
    for (std::size_t i = 1; i < m_firstSpecial; ++i) m_operands[i] = m_bytes.take<std::uint8_t>();
    readFiles();
    m_bytes.goTo(program);
    return true;
  }

  void readFiles() {
    std::vector<std::string> folders{""};
    while (m_bytes.more()) {
      const std::string_view folder = m_bytes.takeText();
      if (folder.empty()) break;
      folders.push_back(std::string(folder) + "/");
    }
    m_files.emplace_back();
    while (m_bytes.more()) {
      const std::string_view name = m_bytes.takeText();
      if (name.empty()) break;
      const std::uint64_t folder = m_bytes.takeUnsigned();
      m_bytes.takeUnsigned();  // time
      m_bytes.takeUnsigned();  // size
      m_files.push_back(kernelFile((folder < folders.size() ? folders[folder] : "") + std::string(name)));
    }
  }

  void special(std::uint8_t instruction) {
    m_row.address += std::uint64_t{m_step} * (instruction / m_lineRange);
    m_row.line += m_lineBase + instruction % m_lineRange;
    m_rows.push_back(m_row);
  }

  void standard(std::uint8_t instruction) {
    switch (instruction) {
      case 1:  // copy
        m_rows.push_back(m_row);
        break;
      case 2:  // advance the address
        m_row.address += m_step * m_bytes.takeUnsigned();
        break;
      case 3:  // advance the line
        m_row.line += m_bytes.takeSigned();
        break;
      case 4:  // set the file
        m_row.file = m_bytes.takeUnsigned();
        break;
      case 8:  // advance the address as the last special instruction would
        m_row.address += std::uint64_t{m_step} * ((255u - m_firstSpecial) / m_lineRange);
        break;
      case 9:  // advance the address by a fixed number
        m_row.address += m_bytes.take<std::uint16_t>();
        break;
      default:
        for (int i = 0; i < m_operands[instruction]; ++i) m_bytes.takeUnsigned();
    }
  }

  void extended(std::map<std::string, std::vector<AddressLine>>& lines) {
    const std::uint64_t size = m_bytes.takeUnsigned();
    const std::size_t begin = m_bytes.at();
    const auto instruction = m_bytes.take<std::uint8_t>();
    if (instruction == 1) {  // the end of a sequence
      if (!m_function.empty()) lines[std::string(m_function)] = resolved();
      m_rows.clear();
      m_row = {};
      m_function = {};
    } else if (instruction == 2) {  // set the address
      if (const auto function = m_functions.find(m_bytes.at()); function != m_functions.end())
        m_function = function->second;
      m_row.address = m_bytes.take<std::uint64_t>();
    } else if (instruction == 0x90) {  // NVIDIA: what follows is inlined
      m_row.caller = m_bytes.takeUnsigned();
    }
    m_bytes.goTo(begin + std::min<std::uint64_t>(size, 1u << 16));
  }

  /// The lines of kernels' texts on the way from what is inlined to who calls it.
  std::vector<TextPlace> placesOf(const LineRow* row) const {
    std::vector<TextPlace> places;
    for (int deep = 0; deep < 64; ++deep) {
      if (row->line > 0 && row->file < m_files.size() && !m_files[row->file].empty())
        if (TextPlace place{m_files[row->file], static_cast<int>(row->line)}; places.empty() || places.back() != place)
          places.push_back(std::move(place));
      if (row->caller == 0 || row->caller > m_rows.size()) break;
      row = &m_rows[row->caller - 1];
    }
    return places;
  }

  std::vector<AddressLine> resolved() const {
    std::vector<AddressLine> lines;
    for (const LineRow& row : m_rows)
      if (std::vector<TextPlace> places = placesOf(&row); !places.empty())
        lines.push_back({row.address, std::move(places)});
    std::ranges::stable_sort(lines, {}, &AddressLine::address);
    return lines;
  }

  const std::map<std::uint64_t, std::string_view>& m_functions;
  DwarfBytes m_bytes;
  std::uint8_t m_step = 1, m_lineRange = 1, m_firstSpecial = 1;
  std::int8_t m_lineBase = 0;
  std::vector<std::uint8_t> m_operands;  ///< of standard instructions, by number: how many
  std::vector<std::string> m_files;      ///< by number: kernels' texts; empty for any other
  std::string_view m_function;
  LineRow m_row;
  std::vector<LineRow> m_rows;
};

}  // namespace

const AddressLine* lineAt(const std::vector<AddressLine>& lines, std::uint64_t address) {
  const auto behind = std::ranges::upper_bound(lines, address, {}, &AddressLine::address);
  return behind == lines.begin() ? nullptr : &*std::prev(behind);
}

std::map<std::string, std::vector<AddressLine>> cubinLines(const ElfFile& cubin) {
  std::map<std::string, std::vector<AddressLine>> lines;
  const std::string_view section = cubin.section(kLineSection);
  const auto functions = cubin.relocated(kLineSection);
  for (std::size_t at = 0; section.size() - at > 4;) {
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, section.data() + at, sizeof(bytes));
    if (bytes == 0 || bytes > section.size() - at - 4) break;
    LineTable(section, functions, at + 4, at + 4 + bytes).read(lines);
    at += 4 + bytes;
  }
  return lines;
}

}  // namespace strata::inline compiler
