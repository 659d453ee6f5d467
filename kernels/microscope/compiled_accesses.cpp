#include "kernels/microscope/compiled_accesses.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <utility>

namespace strata::inline microscope {
namespace {

constexpr std::uintptr_t kWidest = 16;  ///< bytes that a lane can load or store at once

/// Of an access in the log: what lies in a piece of memory that the widest instruction for it could move.
struct Part {
  const CompiledAccess* how = nullptr;
  std::uintptr_t base = 0;  ///< of the piece
  std::size_t at = 0;       ///< in the log
  std::uintptr_t from = 0, to = 0;

  /// Those of a piece stand together, in the log's order.
  bool operator<(const Part& other) const {
    if (base != other.base) return base < other.base;
    if (how != other.how) return how < other.how;
    return at != other.at ? at < other.at : from < other.from;
  }
  bool isInPieceOf(const Part& other) const { return how == other.how && base == other.base; }
};

/// What was touched of a piece at one time.
struct Piece {
  std::uint64_t touched = 0;  ///< a bit a byte
  std::vector<Part> by{};     ///< in the log's order
};

std::uint64_t bitsOf(std::uintptr_t from, std::uintptr_t count) {
  return (count < 64 ? (std::uint64_t{1} << count) - 1 : ~std::uint64_t{0}) << from;
}

/// Where a lane's first access at a place begins within what the next wider instruction of its statement moves.
struct Beginning {
  std::uintptr_t pc = 0, part = 0;
  std::size_t lane = 0;
  bool differs = false;  ///< from another lane's
};

/// Of one lane.
class Rewriting {
 public:
  Rewriting(std::span<const Access> log, const FindCompiled& find) : m_log(log) {
    for (std::size_t i = 0; i < log.size(); ++i)
      if (movesMemory(log[i]))
        if (const CompiledAccess* how = find(log[i])) look(i, *how);
  }

  /// Adds those of lane `number` at places where it could be joined with its neighbours.
  void addBeginnings(std::size_t number, std::vector<Beginning>& all) const {
    for (const auto& [how, at] : m_narrow) {
      const Access& access = m_log[at];
      const std::uint32_t wider = how->widths & ~(2u * access.bytes - 1);
      const std::uintptr_t part = access.address % (wider & -wider);
      const auto known = std::ranges::find(all, access.pc, &Beginning::pc);
      if (known == all.end())
        all.push_back({access.pc, part, number});
      else if (std::exchange(known->lane, number) != number)
        known->differs = known->differs || known->part != part;
    }
  }

  void rewrite(const FindCompiled& find, const std::vector<Beginning>& beginnings) {
    const auto apart = [&](std::uintptr_t pc) { return std::ranges::find(beginnings, pc, &Beginning::pc)->differs; };
    for (const auto& [how, at] : m_narrow)
      if (how->widths & ~written(*how) && !apart(m_log[at].pc)) replace(at, *how);
    joinParts();
    if (!m_left.empty()) joinAcrossStatements(find);
    for (const Part& part : m_left) put(part.at, part.from, part.to);
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
  using Written = std::pair<const CompiledAccess*, std::uint32_t>;

  static bool movesMemory(const Access& access) {
    return access.kind == Access::Kind::Load || access.kind == Access::Kind::Store;
  }

  void look(std::size_t at, const CompiledAccess& how) {
    const Access& access = m_log[at];
    const bool fits = (how.widths & access.bytes) && access.address % access.bytes == 0;
    const bool several = (how.widths & (how.widths - 1)) != 0;  // std::has_single_bit counts bits, in a call
    if (several) written(how) |= access.bytes;
    if (!fits)
      replace(at, how);
    else if (access.bytes < std::bit_floor(how.widths))
      m_narrow.emplace_back(&how, at);
  }

  /// Of a statement: the widths of its accesses as the text has them, added up.
  std::uint32_t& written(const CompiledAccess& how) {
    const auto known = std::ranges::find(m_written, &how, &Written::first);
    return known != m_written.end() ? known->second : m_written.emplace_back(&how, 0).second;
  }

  void replace(std::size_t at, const CompiledAccess& how) {
    if (m_replaced.empty()) {
      m_replaced.resize(m_log.size());
      m_parts.reserve(m_log.size());
    }
    m_replaced[at] = 1;
    divide(at, m_log[at].address, m_log[at].address + m_log[at].bytes, how);
  }

  void divide(std::size_t at, std::uintptr_t from, std::uintptr_t to, const CompiledAccess& how) {
    const std::uintptr_t widest = std::bit_floor(how.widths);
    for (std::uintptr_t base = from / widest * widest; base < to; base += widest)
      m_parts.push_back({&how, base, at, std::max(from, base), std::min(to, base + widest)});
  }

  void joinParts() {
    std::sort(m_parts.begin(), m_parts.end());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
      const Part& part = m_parts[i];
      const std::uint64_t touches = bitsOf(part.from - part.base, part.to - part.from);
      if (m_piece.touched & touches) close(part);  // the same again is another time
      m_piece.touched |= touches;
      m_piece.by.push_back(part);
      const bool last = i + 1 == m_parts.size() || !m_parts[i + 1].isInPieceOf(part);
      if (last || m_piece.touched == bitsOf(0, std::bit_floor(part.how->widths))) close(part);
    }
    m_parts.clear();
  }

  void close(const Part& part) {
    if (m_piece.touched) make(*part.how, part.base, part.base, std::bit_floor(part.how->widths));
    m_piece.touched = 0;
    m_piece.by.clear();
  }

  /// The accesses to `width` bytes at `from` of the piece.
  void make(const CompiledAccess& how, std::uintptr_t base, std::uintptr_t from, std::uintptr_t width) {
    const std::uint64_t wanted = bitsOf(from - base, width);
    if ((m_piece.touched & wanted) == 0) return;
    const bool narrower = (how.widths & (width - 1)) != 0;
    if ((how.widths & width) && (m_piece.touched & wanted) == wanted) return makeOne(from, width);
    if (!narrower) return leave(from, width);
    make(how, base, from, width / 2);
    make(how, base, from + width / 2, width / 2);
  }

  static bool touches(const Part& part, std::uintptr_t from, std::uintptr_t width) {
    return part.from < from + width && from < part.to;
  }

  /// It stands where the first of those did whose statement has such an instruction.
  void makeOne(std::uintptr_t from, std::uintptr_t width) {
    const auto isOwn = [&](const Part& part) { return touches(part, from, width) && !isForeign(part.at); };
    const auto own = std::ranges::find_if(m_piece.by, isOwn);
    if (own != m_piece.by.end()) return put(own->at, from, from + width);
    leave(from, width);
  }

  void leave(std::uintptr_t from, std::uintptr_t width) {
    for (const Part& part : m_piece.by)
      if (touches(part, from, width))
        m_left.push_back({part.how, part.base, part.at, std::max(from, part.from), std::min(from + width, part.to)});
  }

  void put(std::size_t at, std::uintptr_t from, std::uintptr_t to) {
    Access access = m_log[at];
    access.address = from;
    access.bytes = static_cast<std::uint16_t>(to - from);
    m_made.emplace_back(at, access);
  }

  /// What is narrower than all instructions of its statement was joined with a neighbour of another statement; that may
  /// be one that has no instruction at all.
  void joinAcrossStatements(const FindCompiled& find) {
    const std::vector<Part> left = std::exchange(m_left, {});
    for (const Part& part : left) {
      CompiledAccess& joint = jointOf(m_log[part.at]);
      joint.widths |= part.how->widths;
    }
    for (const Part& part : left) divide(part.at, part.from, part.to, jointOf(m_log[part.at]));
    for (std::size_t i = 0; i < m_log.size(); ++i) {
      const Access& access = m_log[i];
      if (!movesMemory(access) || find(access)) continue;
      const CompiledAccess& joint = jointOf(access);
      if (joint.widths == 0 || access.bytes >= kWidest) continue;
      m_replaced[i] = 1;
      m_foreign.push_back(i);
      divide(i, access.address, access.address + access.bytes, joint);
    }
    joinParts();
  }

  CompiledAccess& jointOf(const Access& access) {
    return m_joint[(access.shared ? 2 : 0) + (access.kind == Access::Kind::Store ? 1 : 0)];
  }
  bool isForeign(std::size_t at) const { return std::ranges::binary_search(m_foreign, at); }

  std::span<const Access> m_log;
  std::vector<std::uint8_t> m_replaced;  ///< 1 or 0; none before the first
  std::vector<Made> m_made;
  std::vector<Part> m_parts, m_left;                                    ///< to be joined; those that were not
  std::vector<std::pair<const CompiledAccess*, std::size_t>> m_narrow;  ///< in the log; there are wider instructions
  std::vector<Written> m_written;                                       ///< of statements with several widths
  std::array<CompiledAccess, 4> m_joint{};                              ///< of all statements, by memory and kind
  std::vector<std::size_t> m_foreign;  ///< in the log: whose statements have no instruction
  Piece m_piece;
};

}  // namespace

void widenAsCompiled(std::span<std::vector<Access>> lanes, const FindCompiled& find) {
  std::vector<Rewriting> rewritings;
  std::vector<Beginning> beginnings;
  rewritings.reserve(lanes.size());
  for (const std::vector<Access>& log : lanes) {
    rewritings.emplace_back(log, find);
    rewritings.back().addBeginnings(rewritings.size() - 1, beginnings);
  }
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    rewritings[lane].rewrite(find, beginnings);
    if (rewritings[lane].changesNothing()) continue;
    const std::vector<Access> wide = rewritings[lane].result();
    lanes[lane].assign(wide.begin(), wide.end());  // with the room it had, for what comes next
  }
}

}  // namespace strata::inline microscope
