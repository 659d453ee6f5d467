#include "kernels/microscope/compiled_accesses.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <span>
#include <utility>

namespace strata::inline microscope {
namespace {

/// That an access, or a part of it, is to a piece of memory that the widest instruction of its statement could move.
struct Share {
  const CompiledAccess* how = nullptr;
  std::uintptr_t base = 0;                                        ///< of the piece
  std::size_t at = 0;                                             ///< in the log
  friend auto operator<=>(const Share&, const Share&) = default;  // NOLINT(modernize-use-nullptr)
};

/// What one statement touched of a piece at one time.
struct Piece {
  std::uint64_t touched = 0;      ///< a bit a byte
  std::vector<std::size_t> by{};  ///< in the log, in its order
};

class Rewriting {
 public:
  Rewriting(std::span<const Access> log, const FindCompiled& find, Joining joining) : m_log(log), m_joining(joining) {
    for (std::size_t i = 0; i < log.size(); ++i)
      if (log[i].kind == Access::Kind::Load || log[i].kind == Access::Kind::Store)
        if (const CompiledAccess* how = find(log[i])) share(i, *how);
    std::ranges::sort(m_shares);
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
      const Share& share = m_shares[i];
      add(share);
      const bool last =
          i + 1 == m_shares.size() || m_shares[i + 1].how != share.how || m_shares[i + 1].base != share.base;
      if (last) close(share);
    }
  }

  bool changesNothing() const { return m_replaced.empty(); }
  std::vector<Access> result() {
    std::ranges::sort(m_made, {}, [](const Made& made) { return std::pair(made.first, made.second.address); });
    std::vector<Access> all;
    all.reserve(m_log.size());
    auto made = m_made.begin();
    for (std::size_t i = 0; i < m_log.size(); ++i) {
      if (m_replaced[i] == 0) all.push_back(m_log[i]);
      for (; made != m_made.end() && made->first == i; ++made) all.push_back(made->second);
    }
    return all;
  }

 private:
  using Made = std::pair<std::size_t, Access>;  ///< where in the log, and what stands there now

  static std::uint64_t bits(std::uintptr_t from, std::uintptr_t count) {
    return (count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}) << from;
  }

  void share(std::size_t at, const CompiledAccess& how) {
    const Access& access = m_log[at];
    const std::uintptr_t widest = std::bit_floor(how.widths);
    const bool fits = (how.widths & access.bytes) && access.address % access.bytes == 0;
    if (fits && (m_joining == Joining::UnlessNarrowIsThere || access.bytes >= widest)) return;
    if (m_replaced.empty()) {
      m_replaced.resize(m_log.size());
      m_shares.reserve(m_log.size());
    }
    m_replaced[at] = 1;
    for (std::uintptr_t base = access.address / widest * widest; base < access.address + access.bytes; base += widest)
      m_shares.push_back({&how, base, at});
  }

  void add(const Share& share) {
    const Access& access = m_log[share.at];
    const std::uintptr_t widest = std::bit_floor(share.how->widths);
    const std::uintptr_t from = std::max(access.address, share.base);
    const std::uintptr_t to = std::min(access.address + access.bytes, share.base + widest);
    const std::uint64_t touches = bits(from - share.base, to - from);
    if (m_piece.touched & touches) close(share);  // the same again is another time
    m_piece.touched |= touches;
    m_piece.by.push_back(share.at);
    if (m_piece.touched == bits(0, widest)) close(share);
  }

  void close(const Share& share) {
    make(*share.how, share.base, share.base, std::bit_floor(share.how->widths));
    m_piece.touched = 0;
    m_piece.by.clear();
  }

  /// The accesses to `width` bytes at `from` of the piece.
  void make(const CompiledAccess& how, std::uintptr_t base, std::uintptr_t from, std::uintptr_t width) {
    const std::uint64_t wanted = bits(from - base, width);
    if ((m_piece.touched & wanted) == 0) return;
    const bool narrower = (how.widths & (width - 1)) != 0;
    if ((how.widths & width) && (m_piece.touched & wanted) == wanted) return makeOne(from, width);
    if (!narrower) return keep(from, width);
    make(how, base, from, width / 2);
    make(how, base, from + width / 2, width / 2);
  }

  bool touches(std::size_t at, std::uintptr_t from, std::uintptr_t width) const {
    return m_log[at].address < from + width && from < m_log[at].address + m_log[at].bytes;
  }

  void makeOne(std::uintptr_t from, std::uintptr_t width) {
    const auto first = std::ranges::find_if(m_piece.by, [&](std::size_t at) { return touches(at, from, width); });
    put(*first, from, from + width);
  }

  void keep(std::uintptr_t from, std::uintptr_t width) {
    for (const std::size_t at : m_piece.by)
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
  std::vector<std::uint8_t> m_replaced;  ///< 1 or 0; none before the first
  std::vector<Made> m_made;
  std::vector<Share> m_shares;
  Piece m_piece;
};

}  // namespace

void widenAsCompiled(std::vector<Access>& log, const FindCompiled& find, Joining joining) {
  Rewriting rewriting(log, find, joining);
  if (rewriting.changesNothing()) return;
  const std::vector<Access> wide = rewriting.result();
  log.assign(wide.begin(), wide.end());  // with the room it had, for what comes next
}

}  // namespace strata::inline microscope
