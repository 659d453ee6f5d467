#include "kernels/microscope/object_lines.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "kernels/microscope/inlined_calls.h"

namespace strata::inline microscope {

struct ObjectLines::Impl {
  /// From an address on, up to the next.
  struct Row {
    Dwarf_Addr address = 0;
    bool end = false;  ///< of a sequence: from here on nothing is known
    SourceLine line;
    Dwarf_Off unit = 0;
  };

  int fd = -1;
  Dwarf* dwarf = nullptr;
  std::vector<Row> rows;  ///< by address

  explicit Impl(const std::string& path) : fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    dwarf = fd < 0 ? nullptr : dwarf_begin(fd, DWARF_C_READ);
    std::size_t headBytes = 0;
    for (Dwarf_Off at = 0, next = 0;
         dwarf && dwarf_nextcu(dwarf, at, &next, &headBytes, nullptr, nullptr, nullptr) == 0; at = next)
      readUnit(at + headBytes);
    std::ranges::stable_sort(rows, {}, [](const Row& row) { return std::pair(row.address, !row.end); });
  }
  ~Impl() {
    if (dwarf) dwarf_end(dwarf);
    if (fd >= 0) ::close(fd);
  }

  void readUnit(Dwarf_Off offset) {
    Dwarf_Die unit;
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (!dwarf_offdie(dwarf, offset, &unit) || dwarf_getsrclines(&unit, &lines, &count) != 0) return;
    for (std::size_t i = 0; i < count; ++i) {
      Dwarf_Line* const line = dwarf_onesrcline(lines, i);
      Row row;
      row.unit = offset;
      if (dwarf_lineaddr(line, &row.address) != 0) continue;
      dwarf_lineendsequence(line, &row.end);
      dwarf_lineno(line, &row.line.line);
      row.line.file = kernelTextOf(dwarf_linesrc(line, nullptr, nullptr));
      rows.push_back(std::move(row));
    }
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
  return m_impl->rows.empty();
}

std::vector<SourceLine> ObjectLines::at(std::uint64_t address) const {
  const auto behind = std::ranges::upper_bound(m_impl->rows, address, {}, &Impl::Row::address);
  if (behind == m_impl->rows.begin() || std::prev(behind)->end) return {};
  const Impl::Row& row = *std::prev(behind);
  Dwarf_Die unit;
  std::vector<SourceLine> places;
  if (!row.line.file.empty() && row.line.line > 0) places.push_back(row.line);
  if (!dwarf_offdie(m_impl->dwarf, row.unit, &unit)) return places;
  for (SourceLine& call : inlinedCalls(&unit, address))
    if (places.empty() || places.back() != call) places.push_back(std::move(call));
  return places;
}

}  // namespace strata::inline microscope
