#include <algorithm>
#include <array>
#include <set>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"

namespace strata::inline lens {
namespace {

/// The number of lanes that a text takes a warp for, and what stands for it in the text.
struct Lanes {
  std::uint64_t count, half, last, bits, mask;
};
constexpr Lanes kOfWarp{32, 16, 31, 5, 0xffffffff}, kOfWavefront{64, 32, 63, 6, ~std::uint64_t{0}};

constexpr std::array<std::string_view, 5> kNarrow{"unsigned", "int", "uint32_t", "int32_t", "uint"};
constexpr std::array<std::string_view, 5> kWide{"long", "uint64_t", "int64_t", "auto", "size_t"};
constexpr std::array<std::string_view, 4> kBitCounts{"__popc", "__ffs", "__clz", "__brev"};
constexpr std::array<std::string_view, 4> kMaskResults{"__ballot", "__ballot_sync", "__activemask", "__match_any_sync"};

bool among(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::string smallLetters(std::string_view name) {
  std::string small(name);
  for (char& letter : small) letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
  return small;
}

bool tellsOfWarps(std::string_view name) {
  const std::string small = smallLetters(name);
  return small.find("warp") != std::string::npos || small.find("wave") != std::string::npos;
}

bool isShuffle(std::string_view name) {
  return name.starts_with("__shfl");
}

bool takesMask(std::string_view name) {
  const bool vote = name == "__any_sync" || name == "__all_sync" || name == "__ballot_sync";
  return vote || (isShuffle(name) && name.ends_with("_sync")) || name.starts_with("__match_") || name == "__syncwarp" ||
         (name.starts_with("__reduce_") && name.ends_with("_sync"));
}

class LaneReader {
  static constexpr std::size_t kReach = 1024;  ///< pieces that are looked at for one

 public:
  explicit LaneReader(LensWork& work)
      : m_work(work), m_pieces(work.pieces), m_lanes(work.toHip() ? kOfWarp : kOfWavefront) {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) learn(i);
  }

  void all() {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      constant(i);
      threadArithmetic(i);
      tile(i);
      if (m_pieces[i].kind != CodePieceKind::Word) continue;
      if (m_pieces[i].is("for")) loop(i);
      if (const auto call = callAt(m_pieces, i)) called(*call);
    }
  }

 private:
  void note(std::size_t at, Msg sentence, std::initializer_list<std::string_view> values) {
    m_work.note(LensNoteKind::Lanes, m_pieces[at], {}, fillText(sentence, values));
  }
  bool isNumber(std::size_t at, std::uint64_t value) const {
    return at < m_pieces.size() && wholeNumber(m_pieces[at]) == value;
  }

  /// Names of masks of so many lanes, of 32-bit variables, of what keeps votes, and of what a thread counts itself by.
  void learn(std::size_t i) {
    const CodePiece& piece = m_pieces[i];
    m_warps = m_warps || takesMask(piece.text) || isShuffle(piece.text) || among(kMaskResults, piece.text);
    if (piece.kind == CodePieceKind::Word && isNarrowType(i)) m_narrow.insert(piece.text);
    const std::size_t value = valueAt(m_pieces, i);
    if (value == 0 || value >= m_pieces.size()) return;
    if (isMask(value, value)) m_masks.insert(piece.text);
    if (piece.directive && constantAt(m_pieces, i) && isNarrowNumber(m_pieces[value])) m_narrow.insert(piece.text);
    if (among(kMaskResults, m_pieces[value].text)) m_votes.insert(piece.text);
    for (std::size_t at = value; at < m_pieces.size() && at < value + 12 && !m_pieces[at].is(";"); ++at)
      if (m_pieces[at].is("threadIdx")) m_threads.insert(piece.text);
  }

  /// Whether the words before a name have one of a list.
  bool hasBefore(std::size_t name, const auto& list) const {
    for (std::size_t at = name; at > 0 && name - at < 6 && m_pieces[at - 1].kind == CodePieceKind::Word; --at)
      if (among(list, m_pieces[at - 1].text)) return true;
    return false;
  }
  bool isNarrowType(std::size_t name) const {
    return hasBefore(name, kNarrow) && !hasBefore(name, kWide) && !among(kNarrow, m_pieces[name].text) &&
           !among(kWide, m_pieces[name].text);
  }

  /// A whole number of 32 bits: 0xffffffff, 1u. A decimal one without suffix is a long from 2^31 on.
  static bool isNarrowNumber(const CodePiece& piece) {
    const auto number = wholeNumber(piece);
    const bool isSigned = piece.text.find_first_of("xXuU") == std::string_view::npos;
    return number && piece.text.find_first_of("lL") == std::string_view::npos &&
           *number <= (isSigned ? kOfWarp.mask >> 1u : kOfWarp.mask);
  }

  /// Whether all that a mask is made of has 32 bits: -1, ~0u, 0xffffu << 8, names that the text says so of.
  bool isNarrowMask(const CodeArgument& mask) const {
    for (std::size_t at = mask.first; at <= mask.last; ++at) {
      const CodePiece& piece = m_pieces[at];
      const bool narrow = m_narrow.contains(piece.text) || among(kNarrow, piece.text) || piece.is("UINT_MAX");
      if (piece.kind == CodePieceKind::Word ? !narrow : piece.kind == CodePieceKind::Number && !isNarrowNumber(piece))
        return false;
    }
    return true;
  }

  /// All lanes of a warp and no more: 0xffffffff, ~0u, a name for it. ~0 and -1 are all lanes of a wavefront, too, once
  /// they have 64 bits.
  bool isMask(std::size_t first, std::size_t last) const {
    if (first != last) return m_work.toHip() && first + 1 == last && m_pieces[first].is("~") && isUnsignedZero(last);
    return isNumber(first, m_lanes.mask) || m_masks.contains(m_pieces[first].text) ||
           (m_work.toHip() && m_pieces[first].is("UINT_MAX"));
  }
  bool isUnsignedZero(std::size_t at) const { return m_pieces[at].is("0u") || m_pieces[at].is("0U"); }

  void called(const CodeCall& call) {
    const std::string_view name = m_pieces[call.name].text;
    if (takesMask(name) && !call.arguments.empty()) {
      const CodeArgument& mask = call.arguments.front();
      if (mask.first <= mask.last) masked(call, mask);
    }
    if (isShuffle(name)) width(call);
    if (m_work.toHip() && among(kMaskResults, name)) result(call);
    if (m_work.toHip() && among(kBitCounts, name)) keptVotes(call);
  }

  void masked(const CodeCall& call, const CodeArgument& mask) {
    const std::string_view name = m_pieces[call.name].text, given = argumentText(m_work.text, m_pieces, mask);
    if (m_work.toHip() && isNarrowMask(mask))
      m_work.note(LensNoteKind::Differs, m_pieces[call.name], {}, fillText(Msg::LensMaskNarrow, {name, given}));
    if (isMask(mask.first, mask.last))
      note(call.name, m_work.toHip() ? Msg::LensMask : Msg::LensMaskWide, {name, given});
  }

  /// __popc(m) of an m that keeps one bit a lane; one that has no room for them is told of where it gets them.
  void keptVotes(const CodeCall& call) {
    if (call.arguments.empty()) return;
    const CodeArgument& bits = call.arguments.front();
    for (std::size_t at = bits.first; at <= bits.last; ++at)
      if (m_votes.contains(m_pieces[at].text) && !m_narrow.contains(m_pieces[at].text))
        return note(call.name, Msg::LensKeptBitCount, {m_pieces[call.name].text, m_pieces[at].text});
  }

  void width(const CodeCall& call) {
    const std::size_t width = m_pieces[call.name].text.ends_with("_sync") ? 3 : 2;
    if (call.arguments.size() <= width) return;
    const CodeArgument& argument = call.arguments[width];
    if (argument.first == argument.last && isNumber(argument.first, m_lanes.count))
      note(argument.first, m_work.toHip() ? Msg::LensWidth : Msg::LensWidthWide, {m_pieces[call.name].text});
  }

  /// One bit a lane, put where 32 have room.
  void result(const CodeCall& call) {
    const std::string_view name = m_pieces[call.name].text;
    if (isBefore(m_pieces, call.name, "(") && call.name >= 2 && among(kBitCounts, m_pieces[call.name - 2].text))
      return note(call.name, Msg::LensBitCount, {m_pieces[call.name - 2].text, name});
    if (call.name < 2 || !m_pieces[call.name - 1].text.ends_with('=')) return;
    const std::string_view into = m_pieces[call.name - 2].text;
    if (m_narrow.contains(into)) note(call.name, Msg::LensNarrow, {name, into});
  }

  /// kWarpSize = 32
  void constant(std::size_t i) {
    if (!tellsOfWarps(m_pieces[i].text)) return;
    if (constantAt(m_pieces, i) == m_lanes.count)
      note(i, Msg::LensConstant, {m_pieces[i].text, m_pieces[valueAt(m_pieces, i)].text, otherCount()});
  }

  std::string_view otherCount() const { return m_work.toHip() ? "64" : "32"; }

  /// threadIdx.x % 32, lane & 31, tid >> 5, tid < 32
  void threadArithmetic(std::size_t i) {
    if (i == 0 || i + 1 >= m_pieces.size()) return;
    const CodePiece& mark = m_pieces[i];
    const bool whole = (mark.is("%") || mark.is("/")) && isNumber(i + 1, m_lanes.count);
    const bool bits =
        (mark.is("&") && isNumber(i + 1, m_lanes.last)) || (mark.is(">>") && isNumber(i + 1, m_lanes.bits));
    const bool bound = m_warps && (mark.is("<") || mark.is(">=")) && isNumber(i + 1, m_lanes.count);
    if ((!whole && !bits && !bound) || !isThread(i - 1)) return;
    const std::string words = std::string(mark.text).append(" ").append(m_pieces[i + 1].text);
    note(i + 1, bound ? Msg::LensBound : Msg::LensArithmetic, {words, otherCount()});
  }

  /// Whether what ends at a piece is a thread's number.
  bool isThread(std::size_t end) const {
    if (m_pieces[end].is(")")) {
      for (std::size_t at = end; at > 0 && end - at < kReach && !m_pieces[at - 1].is("("); --at)
        if (m_pieces[at - 1].is("threadIdx")) return true;
      return false;
    }
    if (end >= 2 && m_pieces[end - 1].is(".")) return m_pieces[end - 2].is("threadIdx");
    const std::string small = smallLetters(m_pieces[end].text);
    return m_threads.contains(m_pieces[end].text) || small == "lane" || small == "lane_id" || small == "laneid" ||
           small == "tid";
  }

  /// for (int offset = 16; …) around shuffles
  void loop(std::size_t word) {
    const auto head = callAt(m_pieces, word);
    if (!head || !shufflesIn(head->close + 1)) return;
    for (std::size_t at = head->open; at < head->close; ++at) {
      const bool begins = isBefore(m_pieces, at, "=") && (isNumber(at, m_lanes.half) || isNumber(at, m_lanes.count));
      const bool ends = (isBefore(m_pieces, at, "<") && isNumber(at, m_lanes.count)) ||
                        (isBefore(m_pieces, at, "<=") && isNumber(at, m_lanes.half));
      if (begins || ends) return note(at, Msg::LensLoop, {m_pieces[at].text, otherCount()});
    }
  }

  /// Whether the statement or block that begins here has a shuffle.
  bool shufflesIn(std::size_t begin) const {
    int depth = 0;
    for (std::size_t at = begin; at < std::min(m_pieces.size(), begin + kReach); ++at) {
      if (isShuffle(m_pieces[at].text)) return true;
      if (m_pieces[at].is("{")) ++depth;
      if (m_pieces[at].is("}")) --depth;
      if (depth <= 0 && (m_pieces[at].is("}") || m_pieces[at].is(";"))) return false;
    }
    return false;
  }

  /// tiled_partition<32>(block)
  void tile(std::size_t i) {
    const bool tile = m_pieces[i].is("tiled_partition") || m_pieces[i].is("thread_block_tile");
    if (tile && isAt(m_pieces, i + 1, "<") && isNumber(i + 2, m_lanes.count))
      note(i, m_work.toHip() ? Msg::LensTile : Msg::LensTileWide, {m_pieces[i].text});
  }

  LensWork& m_work;
  const CodePieces& m_pieces;
  Lanes m_lanes;
  bool m_warps = false;
  std::set<std::string_view> m_masks, m_narrow, m_votes, m_threads;
};

}  // namespace

void noteLanes(LensWork& work) {
  LaneReader(work).all();
}

}  // namespace strata::inline lens
