#include "kernels/microscope/compiled_accesses.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <map>
#include <span>
#include <utility>

namespace strata::inline microscope {
namespace {

/// What one statement touched of a piece of memory that its widest instruction could move.
struct Piece {
  std::uint64_t touched = 0;      ///< a bit a byte
  std::vector<std::size_t> by{};  ///< in the log, in its order
};

class Rewriting {
 public:
  Rewriting(std::span<const Access> log, const FindCompiled& find, Joining joining) : m_log(log), m_joining(joining) {
    for (std::size_t i = 0; i < log.size(); ++i)
      if (log[i].kind == Access::Kind::Load || log[i].kind == Access::Kind::Store)
        if (const CompiledAccess* how = find(log[i])) add(i, *how);
    for (auto& [key, piece] : m_pieces) close(*key.first, key.second, piece);
  }

  bool changesNothing() const { return m_replaced.empty(); }
  std::vector<Access> result() {
    std::ranges::sort(m_made, {}, [](const Made& made) { return std::pair(made.first, made.second.address); });
    std::vector<Access> all;
    all.reserve(m_log.size());
    auto made = m_made.begin();
    for (std::size_t i = 0; i < m_log.size(); ++i) {
      if (!m_replaced[i]) all.push_back(m_log[i]);
      for (; made != m_made.end() && made->first == i; ++made) all.push_back(made->second);
    }
    return all;
  }

 private:
  using Made = std::pair<std::size_t, Access>;  ///< where in the log, and what stands there now

  static std::uint64_t bits(std::uintptr_t from, std::uintptr_t count) {
    return (count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}) << from;
  }

  void add(std::size_t at, const CompiledAccess& how) {
    const Access& access = m_log[at];
    const std::uintptr_t widest = std::bit_floor(how.widths), end = access.address + access.bytes;
    const bool fits = (how.widths & access.bytes) && access.address % access.bytes == 0;
    if (fits && (m_joining == Joining::UnlessNarrowIsThere || access.bytes >= widest)) return;
    m_replaced.resize(m_log.size());
    m_replaced[at] = true;
    for (std::uintptr_t base = access.address / widest * widest; base < end; base += widest) {
      const std::uintptr_t from = std::max(access.address, base), to = std::min(end, base + widest);
      const std::uint64_t touches = bits(from - base, to - from);
      Piece& piece = m_pieces[{&how, base}];
      if (piece.touched & touches) close(how, base, piece);  // the same again is another time
      piece.touched |= touches;
      piece.by.push_back(at);
      if (piece.touched == bits(0, widest)) close(how, base, piece);
    }
  }

  void close(const CompiledAccess& how, std::uintptr_t base, Piece& piece) {
    make(how, base, base, std::bit_floor(how.widths), piece);
    piece = {};
  }

  /// The accesses to `width` bytes at `from` of a piece.
  void make(const CompiledAccess& how, std::uintptr_t base, std::uintptr_t from, std::uintptr_t width,
            const Piece& piece) {
    const std::uint64_t wanted = bits(from - base, width);
    if ((piece.touched & wanted) == 0) return;
    const bool narrower = (how.widths & (width - 1)) != 0;
    if ((how.widths & width) && (piece.touched & wanted) == wanted) return makeOne(from, width, piece);
    if (!narrower) return keep(from, width, piece);
    make(how, base, from, width / 2, piece);
    make(how, base, from + width / 2, width / 2, piece);
  }

  bool touches(std::size_t at, std::uintptr_t from, std::uintptr_t width) const {
    return m_log[at].address < from + width && from < m_log[at].address + m_log[at].bytes;
  }

  void makeOne(std::uintptr_t from, std::uintptr_t width, const Piece& piece) {
    const auto first = std::ranges::find_if(piece.by, [&](std::size_t at) { return touches(at, from, width); });
    put(*first, from, from + width);
  }

  void keep(std::uintptr_t from, std::uintptr_t width, const Piece& piece) {
    for (const std::size_t at : piece.by)
      if (touches(at, from, width))
        put(at, std::max(from, m_log[at].address), std::min(from + width, m_log[at].address + m_log[at].bytes));
  }

  void put(std::size_t at, std::uintptr_t from, std::uintptr_t to) {
    Access access = m_log[at];
    access.address = from;
    access.bytes = static_cast<std::uint16_t>(to - from);
    m_made.emplace_back(at, access);
  }

  std::span<const Access> m_log;
  Joining m_joining;
  std::vector<bool> m_replaced;
  std::vector<Made> m_made;
  std::map<std::pair<const CompiledAccess*, std::uintptr_t>, Piece> m_pieces;
};

}  // namespace

void widenAsCompiled(std::vector<Access>& log, const FindCompiled& find, Joining joining) {
  Rewriting rewriting(log, find, joining);
  if (!rewriting.changesNothing()) log = rewriting.result();
}

}  // namespace strata::inline microscope
