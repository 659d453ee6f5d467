#include "tests/damage/kernel_damage.h"

#include <algorithm>
#include <functional>
#include <random>
#include <vector>

#include "app/lens/code_pieces.h"

namespace strata::test {
namespace {

using Pieces = std::vector<CodePiece>;

class Damage {
 public:
  Damage(std::string_view text, std::uint64_t seed) : m_text(text), m_random(seed) {}

  std::string done() {
    for (std::size_t left = below(3) > 0 ? 1 : 2; left > 0; --left) {
      m_pieces = codePieces(m_text);
      if (m_pieces.size() < 2) break;
      damageOnce();
    }
    return m_text;
  }

 private:
  std::size_t below(std::size_t end) { return m_random() % end; }
  const CodePiece& any(const Pieces& pieces) { return pieces[below(pieces.size())]; }
  std::string oneOf(std::initializer_list<const char*> words) { return words.begin()[below(words.size())]; }

  Pieces all(const std::function<bool(const CodePiece&)>& wanted) const {
    Pieces found;
    std::ranges::copy_if(m_pieces, std::back_inserter(found), wanted);
    return found;
  }
  Pieces called(std::string_view word) const {
    return all([&](const CodePiece& piece) { return piece.is(word); });
  }
  Pieces ofKind(CodePieceKind kind) const {
    return all([&](const CodePiece& piece) { return piece.kind == kind; });
  }

  void replace(const CodePiece& piece, const std::string& by) { m_text.replace(piece.at, piece.text.size(), by); }
  /// Between an opening bracket and the one that closes it.
  std::pair<std::size_t, std::size_t> inside(const CodePiece& open) const {
    const std::size_t begin = open.at + 1;
    return {begin, open.closedBy > 0 ? m_pieces[open.closedBy].at : begin};
  }
  std::size_t lineBegin(std::size_t at) const { return at == 0 ? 0 : m_text.rfind('\n', at - 1) + 1; }
  std::size_t lineEnd(std::size_t at) const { return std::min(m_text.find('\n', at), m_text.size() - 1) + 1; }

  void damageOnce() {
    using Way = void (Damage::*)();
    static constexpr Way kWays[] = {
        &Damage::loseWord, &Damage::swapNeighbours, &Damage::bracket, &Damage::useOtherWord, &Damage::repeatLine,
        &Damage::loseLine, &Damage::changeComment,
        // Most of what follows compiles.
        &Damage::changeNumber, &Damage::changeNumber, &Damage::changeNumber, &Damage::changeIndex, &Damage::changeIndex,
        &Damage::changeIndex, &Damage::changeMark, &Damage::changeMark, &Damage::changeMark, &Damage::changeType,
        &Damage::loseStep, &Damage::loseStep, &Damage::loseBarrier, &Damage::loseBarrier, &Damage::doHarm,
        &Damage::doHarm, &Damage::doHarm, &Damage::hugeArray, &Damage::hugeArray};
    (this->*kWays[below(std::size(kWays))])();
  }

  void loseWord() { replace(any(m_pieces), ""); }

  void swapNeighbours() {
    const std::size_t first = below(m_pieces.size() - 1);
    const std::string one(m_pieces[first].text), other(m_pieces[first + 1].text);
    replace(m_pieces[first + 1], one);
    replace(m_pieces[first], other);
  }

  void useOtherWord() {
    const Pieces words = ofKind(CodePieceKind::Word);
    if (words.empty()) return;
    const std::string other(any(words).text);
    replace(any(words), other);
  }

  void repeatLine() {
    const std::size_t at = any(m_pieces).at, begin = lineBegin(at), end = lineEnd(at);
    m_text.insert(end, m_text.substr(begin, end - begin));
  }

  void loseLine() {
    const std::size_t at = any(m_pieces).at, begin = lineBegin(at);
    m_text.erase(begin, lineEnd(at) - begin);
  }

  void changeNumber() {
    const Pieces numbers = ofKind(CodePieceKind::Number);
    if (numbers.empty()) return;
    const CodePiece& number = any(numbers);
    const std::string was(number.text);
    std::string other = oneOf({"0", "1", "-1", "2", "33", "1000003", "2147483647", "(1 << 20)", "0.5f"});
    if (below(3) == 0) other += " * " + was;
    replace(number, other);
  }

  void changeIndex() {
    const Pieces indices = called("[");
    if (indices.empty()) return;
    const std::size_t end = inside(any(indices)).second;
    m_text.insert(
        end, oneOf({" + 1", " - 1", " * 2", " * 1000", " ^ 1", " * -1", " + threadIdx.x", " / 2", " + (1 << 28)"}));
  }

  void changeMark() {
    const Pieces marks = all([](const CodePiece& piece) {
      static constexpr std::string_view kMarks[] = {"<", ">", "<=", ">=", "==", "!=", "+", "-",  "*",  "/",
                                                    "%", "&", "|",  "^",  "&&", "||", "=", "+=", "<<", ">>"};
      return std::ranges::find(kMarks, piece.text) != std::end(kMarks);
    });
    if (marks.empty()) return;
    const std::string other(any(marks).text);
    replace(any(marks), other);
  }

  void changeType() {
    const Pieces types = all([](const CodePiece& piece) {
      return piece.is("float") || piece.is("int") || piece.is("float4") || piece.is("const") || piece.is("unsigned");
    });
    if (types.empty()) return;
    const std::string other =
        oneOf({"float", "double", "char", "float4", "unsigned", "long long", "float*", "bool", ""});
    replace(any(types), other);
  }

  /// A loop that does not move on.
  void loseStep() {
    const Pieces loops = all([&](const CodePiece& piece) { return piece.is("for") || piece.is("while"); });
    if (loops.empty()) return;
    const std::size_t open = m_text.find('(', any(loops).at);
    const auto bracket = std::ranges::find(m_pieces, open, &CodePiece::at);
    if (bracket == m_pieces.end()) return;
    const auto [begin, end] = inside(*bracket);
    const std::size_t step = m_text.rfind(';', end);
    if (step == std::string::npos || step < begin)
      m_text.replace(begin, end - begin, "true");
    else
      m_text.erase(step + 1, end - step - 1);
  }

  void loseBarrier() {
    const Pieces barriers = all([](const CodePiece& piece) { return piece.text.starts_with("__sync"); });
    if (barriers.empty()) return insertLine("__syncthreads();");
    const std::size_t at = any(barriers).at;
    m_text.erase(at, std::min(m_text.find(';', at), m_text.size() - 1) + 1 - at);
  }

  void bracket() {
    const std::size_t at = any(m_pieces).at;
    if (below(2) == 0) return void(m_text.insert(at, oneOf({"(", ")", "{", "}", "[", "]", "<", "/*", "\""})));
    const Pieces brackets = all([](const CodePiece& piece) {
      return piece.text.size() == 1 && std::string_view("(){}[]").find(piece.text) != std::string_view::npos;
    });
    if (!brackets.empty()) replace(any(brackets), "");
  }

  /// Behind the opening of some block.
  void insertLine(const std::string& line) {
    const Pieces blocks = called("{");
    if (!blocks.empty()) m_text.insert(any(blocks).at + 1, " " + line + "\n");
  }

  void doHarm() {
    insertLine(oneOf({
        "*(volatile float*)8 = 1;",
        "float* strata_none = nullptr; strata_none[threadIdx.x] = 1;",
        "for (volatile int j = 0; j < 1;) {}",
        "while (true) __syncthreads();",
        "while (true) printf(\"%d\\n\", threadIdx.x);",
        "for (volatile int j = 0; j < 100000; j = j + 1) *new char[1 << 20]() = 1;",
        "volatile int zero = 0; zero = 1 / zero;",
        "struct Deep { static int down(volatile int d) { volatile char pad[512]; pad[0] = (char)d; return down(d + 1) "
        "+ "
        "pad[0]; } }; Deep::down(0);",
        "float* few = new float[4]; for (int j = 0; j < 4096; ++j) few[j] = 1; delete[] few;",
        "if (threadIdx.x == 1) return;",
        "if (threadIdx.x % 2) __syncthreads();",
        "__syncwarp(1);",
        "__shfl_sync(0xffffffff, 1, threadIdx.x + 40);",
        "throw 1;",
        "__trap();",
        "assert(threadIdx.x > 1000000);",
        "volatile float far[2]; far[1 << 22] = 1;",
        "((void (*)())(void*)(size_t)threadIdx.x)();",
    }));
  }

  void hugeArray() {
    const std::string size = oneOf({"1 << 14", "1 << 18", "1 << 22", "1 << 28", "1ll << 34", "1ll << 46"});
    if (below(2) == 0) {
      const std::string where = oneOf({"", "__shared__ "});
      return insertLine(where + "volatile float huge[" + size + "]; huge[threadIdx.x] = 1;");
    }
    const Pieces sizes = all([&](const CodePiece& piece) {
      return piece.is("[") && piece.closedBy > 1 && m_pieces[piece.closedBy - 1].kind == CodePieceKind::Number;
    });
    if (sizes.empty()) return void(m_text.insert(0, "__device__ float huge[" + size + "];\n"));
    const auto [begin, end] = inside(any(sizes));
    m_text.replace(begin, end - begin, size);
  }

  /// What a free kernel says of itself.
  void changeComment() {
    const Pieces comments = ofKind(CodePieceKind::Comment);
    if (comments.empty()) return;
    const CodePiece& comment = any(comments);
    const std::size_t digit = comment.text.find_first_of("0123456789", below(comment.text.size()));
    if (digit == std::string_view::npos) return void(m_text.erase(comment.at + below(comment.text.size()), 1));
    m_text.replace(comment.at + digit, 1, oneOf({"0", "9", "-1", "77", "100000", "4000000000", "n", ")"}));
  }

  std::string m_text;
  Pieces m_pieces;  ///< of the text as it was before the present damage
  std::mt19937_64 m_random;
};

}  // namespace

std::string damagedKernel(std::string_view text, std::uint64_t seed) {
  return Damage(text, seed).done();
}

}  // namespace strata::test
