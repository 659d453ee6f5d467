#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/lens/lens_work.h"
#include "app/words/messages.h"
#include "engine/base/code_types.h"

namespace strata::inline lens {
namespace {

constexpr std::uint64_t kMostStatic = 48u << 10u;            ///< bytes of a block, in CUDA
constexpr std::uint64_t kVeryMany = std::uint64_t{1} << 31;  ///< above which nobody counts on

/// What each kernel declares, as far as the text tells: elements of types that have a size, numbers and named ones.
class SharedReader {
  static constexpr std::size_t kReach = 64;  ///< pieces that are looked at for a type

 public:
  explicit SharedReader(LensWork& work) : m_work(work), m_pieces(work.pieces) {}

  void all() {
    for (std::size_t i = 0; i < m_pieces.size(); ++i) {
      const CodePiece& piece = m_pieces[i];
      if (const auto value = constantAt(m_pieces, i)) m_constants.insert_or_assign(piece.text, *value);
      if (piece.is("__global__") || piece.is("__device__")) m_bytes = 0;
      if (piece.is("__shared__")) declared(i);
    }
  }

 private:
  void declared(std::size_t word) {
    const std::uint64_t before = m_bytes;
    std::uint64_t element = 0;
    const std::size_t name = nameBehind(word, element);
    if (element == 0 || name == 0) return;
    for (std::size_t at = name; at < m_pieces.size() && m_pieces[at].kind == CodePieceKind::Word; ++at) {
      m_bytes = std::min(kVeryMany, m_bytes + elementsOf(++at).value_or(0) * element);
      if (!isAt(m_pieces, at, ",")) break;
    }
    if (before <= kMostStatic && m_bytes > kMostStatic)
      m_work.note(LensNoteKind::Differs, m_pieces[word], {},
                  fillText(Msg::LensShared, {fmt::format("{:g}", static_cast<double>(m_bytes) / 1024)}));
  }

  /// Of an array, with the bytes of what it holds; 0: there is none.
  std::size_t nameBehind(std::size_t word, std::uint64_t& element) const {
    const CodeType* tells = nullptr;
    for (std::size_t at = word + 1; at + 1 < std::min(m_pieces.size(), word + kReach); ++at) {
      const CodePiece& piece = m_pieces[at];
      if (piece.is("(") && piece.closedBy > at) {  // of __align__(16)
        at = piece.closedBy;
        continue;
      }
      if (piece.is("::")) continue;
      if (piece.kind != CodePieceKind::Word) return 0;
      if (isAt(m_pieces, at + 1, "[")) return at;
      tells = ofBoth(tells, codeTypeOf(piece.text));
      if (tells) element = tells->bytes;
    }
    return 0;
  }

  /// Of [N][M + 1] that begins at `at`, which is behind it then; none: not known.
  std::optional<std::uint64_t> elementsOf(std::size_t& at) const {
    std::optional<std::uint64_t> all = 1;
    for (; isAt(m_pieces, at, "[") && m_pieces[at].closedBy > at; at = m_pieces[at].closedBy + 1) {
      const auto size = sumIn(at + 1, m_pieces[at].closedBy);
      all = all && size ? std::optional(std::min(kVeryMany, *all * *size)) : std::nullopt;
    }
    return all;
  }

  /// Of products of numbers; none: something else stands there.
  std::optional<std::uint64_t> sumIn(std::size_t first, std::size_t end) const {
    std::uint64_t sum = 0, product = 1;
    for (std::size_t at = first; at < end; at += 2) {
      const auto number = numberAt(at);
      if (!number) return std::nullopt;
      product = std::min(kVeryMany, product * std::min(kVeryMany, *number));
      if (at + 1 == end) return std::min(kVeryMany, sum + product);
      if (m_pieces[at + 1].is("*")) continue;
      if (!m_pieces[at + 1].is("+")) return std::nullopt;
      sum = std::min(kVeryMany, sum + product);
      product = 1;
    }
    return std::nullopt;
  }

  std::optional<std::uint64_t> numberAt(std::size_t at) const {
    const auto known = m_constants.find(m_pieces[at].text);
    return known == m_constants.end() ? wholeNumber(m_pieces[at]) : std::optional(known->second);
  }

  LensWork& m_work;
  const CodePieces& m_pieces;
  std::map<std::string_view, std::uint64_t> m_constants;  ///< as the text has them so far
  std::uint64_t m_bytes = 0;                              ///< of the kernel so far
};

}  // namespace

void noteShared(LensWork& work) {
  SharedReader(work).all();
}

}  // namespace strata::inline lens
