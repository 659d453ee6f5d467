#include "kernels/microscope/object_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "kernels/microscope/inlined_calls.h"

namespace strata::inline microscope {
namespace {

/// From an address on, up to the next.
struct Row {
  Dwarf_Addr address = 0;
  bool end = false;  ///< of a sequence: from here on nothing is known
  int line = 0, column = 0;
  const std::string* file = nullptr;
};

/// A unit of an object's debug information.
class Unit {
 public:
  explicit Unit(Dwarf_Die die) : m_die(die) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&m_die, at, &base, &begin, &end)) > 0;)
      m_pieces.emplace_back(begin, end);
  }

  /// One that does not say where it lies may have any.
  bool mayHave(Dwarf_Addr address) const {
    return m_pieces.empty() || std::ranges::any_of(m_pieces, [&](const auto& piece) {
             return address >= piece.first && address < piece.second;
           });
  }
  /// Nothing where it has no instruction at this address.
  std::optional<std::vector<SourceLine>> at(Dwarf_Addr address) {
    read();
    const auto behind = std::ranges::upper_bound(m_rows, address, {}, &Row::address);
    if (behind == m_rows.begin() || std::prev(behind)->end) return std::nullopt;
    const Row& row = *std::prev(behind);
    std::vector<SourceLine> places;
    if (!row.file->empty() && row.line > 0) places.push_back({*row.file, row.line, row.column});
    for (SourceLine& call : m_calls->at(address))
      if (places.empty() || places.back() != call) places.push_back(std::move(call));
    return places;
  }
  bool empty() {
    read();
    return m_rows.empty();
  }

 private:
  void read() {
    if (m_calls) return;
    m_calls.emplace(&m_die);
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&m_die, &lines, &count) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Row row;
      if (dwarf_lineaddr(line, &row.address) != 0) continue;
      dwarf_lineendsequence(line, &row.end);
      dwarf_lineno(line, &row.line);
      dwarf_linecol(line, &row.column);
      const char* const path = dwarf_linesrc(line, nullptr, nullptr);
      const auto [file, fresh] = m_files.try_emplace(path);
      if (fresh) file->second = kernelTextOf(path);
      row.file = &file->second;
      m_rows.push_back(row);
    }
    std::ranges::stable_sort(m_rows, {}, [](const Row& row) { return std::pair(row.address, !row.end); });
  }

  Dwarf_Die m_die;
  std::vector<std::pair<Dwarf_Addr, Dwarf_Addr>> m_pieces;
  std::vector<Row> m_rows;  ///< by address
  std::unordered_map<const char*, std::string> m_files;
  std::optional<InlinedCalls> m_calls;
};

}  // namespace

struct ObjectLines::Impl {
  int fd = -1;
  Dwarf* dwarf = nullptr;
  std::vector<Unit> units;

  explicit Impl(const std::string& path) : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    dwarf = fd < 0 ? nullptr : dwarf_begin(fd, DWARF_C_READ);
    std::size_t headBytes = 0;
    Dwarf_Die die;
    for (Dwarf_Off at = 0, next = 0;
         dwarf && dwarf_nextcu(dwarf, at, &next, &headBytes, nullptr, nullptr, nullptr) == 0; at = next)
      if (dwarf_offdie(dwarf, at + headBytes, &die)) units.emplace_back(die);
  }
  ~Impl() {
    if (dwarf) dwarf_end(dwarf);
    if (fd >= 0) ::close(fd);
  }
};

bool hasDebugInformation(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  Dwarf* const dwarf = dwarf_begin(fd, DWARF_C_READ);
  Dwarf_Off next = 0;
  std::size_t headBytes = 0;
  const bool has = dwarf && dwarf_nextcu(dwarf, 0, &next, &headBytes, nullptr, nullptr, nullptr) == 0;
  if (dwarf) dwarf_end(dwarf);
  ::close(fd);
  return has;
}

ObjectLines::ObjectLines(const std::string& path) : m_impl(std::make_unique<Impl>(path)) {}
ObjectLines::~ObjectLines() = default;

bool ObjectLines::empty() const {
  return std::ranges::all_of(m_impl->units, &Unit::empty);
}

std::vector<SourceLine> ObjectLines::at(std::uint64_t address) const {
  for (Unit& unit : m_impl->units)
    if (unit.mayHave(address))
      if (auto places = unit.at(address)) return *std::move(places);
  return {};
}

}  // namespace strata::inline microscope
