#include "layers/compiler/ptx_lines.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "engine/base/text_parts.h"
#include "layers/compiler/ptxas_log.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kPtxBlanks = " \t,";
constexpr std::string_view kPtxEntry = ".entry ";

std::string_view takeWord(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(kPtxBlanks)));
  const std::string_view word = rest.substr(0, rest.find_first_of(kPtxBlanks));
  rest.remove_prefix(word.size());
  return word;
}

int takeNumber(std::string_view& rest) {
  const std::string_view word = takeWord(rest);
  int value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

/// As kernelFile, of a path in quotes.
std::string kernelFileIn(std::string_view path) {
  while (path.ends_with('"')) path.remove_suffix(1);
  return kernelFile(path);
}

template <class Visit>
void forEachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    visit(line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
}

/// Follows a text line by line: where it is, in whose kernel.
class PtxReader {
 public:
  explicit PtxReader(const std::map<int, std::string>& files) : m_files(files) {}

  void read(std::string_view line) {
    ++m_number;
    if (const std::size_t entry = line.find(kPtxEntry); entry != std::string_view::npos)
      return begin(line.substr(entry + kPtxEntry.size()));
    const std::string_view code = trimmed(line.substr(0, line.find("//")));
    std::string_view rest = code;
    if (takeWord(rest) == ".loc") return moveTo(rest);
    const bool goesOn = std::exchange(m_goesOn, m_goesOn && !code.ends_with(';'));
    const bool says = !code.empty() && (code[0] == '@' || (code[0] >= 'a' && code[0] <= 'z'));
    if (goesOn || !says || code.ends_with(':') || m_symbol.empty()) return;
    m_goesOn = !code.ends_with(';');
    rest = code;
    if (code[0] == '@') takeWord(rest);
    instructions.push_back({m_number, m_symbol, trimmed(rest), m_places});
  }

  std::vector<PtxInstruction> instructions;

 private:
  using Position = std::tuple<int, int, int>;  ///< file, line, column

  void begin(std::string_view head) {
    m_symbol = head.substr(0, head.find('('));
    m_calls.clear();
    m_places.clear();
    m_goesOn = false;
  }

  std::string fileOf(const Position& at) const {
    const auto found = m_files.find(std::get<0>(at));
    return found == m_files.end() ? std::string() : found->second;
  }

  /// `.loc file line column [, function_name …, inlined_at file line column]`
  void moveTo(std::string_view rest) {
    const auto position = [&] {
      const int file = takeNumber(rest), line = takeNumber(rest);
      return Position(file, line, takeNumber(rest));
    };
    Position at = position();
    if (const std::size_t call = rest.find("inlined_at "); call != std::string_view::npos) {
      rest.remove_prefix(call + 11);
      m_calls[at] = position();
    }
    std::vector<TextPlace> places;
    for (int deep = 0; deep < 64; ++deep) {
      TextPlace place{fileOf(at), std::get<1>(at)};
      const bool inText = !place.file.empty();
      if (inText && place.line == 0 && places.empty()) return m_places.clear();
      if (inText && (places.empty() || places.back() != place)) places.push_back(std::move(place));
      const auto call = m_calls.find(at);
      if (call == m_calls.end()) break;
      at = call->second;
    }
    if (!places.empty()) m_places = std::move(places);
  }

  const std::map<int, std::string>& m_files;
  std::map<Position, Position> m_calls;  ///< where what is inlined was called
  std::string m_symbol;
  std::vector<TextPlace> m_places;
  int m_number = 0;
  bool m_goesOn = false;  ///< the line before is an instruction that does not end there
};

}  // namespace

std::map<int, std::string> ptxFiles(std::string_view ptx) {
  std::map<int, std::string> files;
  forEachLine(ptx, [&](std::string_view line) {
    if (takeWord(line) != ".file") return;
    const int number = takeNumber(line);
    files[number] = kernelFileIn(takeWord(line));
  });
  return files;
}

std::vector<PtxInstruction> ptxInstructions(std::string_view ptx, const std::map<int, std::string>& files) {
  PtxReader reader(files);
  forEachLine(ptx, [&](std::string_view line) { reader.read(line); });
  return std::move(reader.instructions);
}

BuildText ptxText(std::string_view ptx, std::string_view symbol) {
  BuildText text{"PTX", ptxOfFunction(ptx, symbol), {}};
  for (PtxInstruction& instruction : ptxInstructions(text.text, ptxFiles(ptx)))
    text.instructions.push_back({instruction.line,
                                 std::string(instruction.text.substr(0, instruction.text.find_first_of(" \t;"))),
                                 std::move(instruction.from)});
  return text;
}

}  // namespace strata::inline compiler
