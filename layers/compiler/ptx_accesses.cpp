#include "layers/compiler/ptx_accesses.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <tuple>

#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

std::string_view takeWord(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t,")));
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t,"));
  rest.remove_prefix(word.size());
  return word;
}

int takeNumber(std::string_view& rest) {
  const std::string_view word = takeWord(rest);
  int value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

std::string_view takePart(std::string_view& rest) {
  const std::string_view part = rest.substr(0, rest.find('.'));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

/// As kernelFile, of a path in quotes.
std::string kernelFileIn(std::string_view path) {
  while (path.ends_with('"')) path.remove_suffix(1);
  return kernelFile(path);
}

/// 4 of "f32"; 0 of what is no type.
std::uint32_t bytesOfType(std::string_view type) {
  const std::size_t digits = type.find_first_of("0123456789");
  if (type.empty() || digits == std::string_view::npos ||
      std::string_view("busf").find(type[0]) == std::string_view::npos)
    return 0;
  std::uint32_t bits = 0;
  std::from_chars(type.data() + digits, type.data() + type.size(), bits);
  return bits / 8 * (type.ends_with("x2") ? 2 : 1);
}

/// Of "ld.global.nc.v4.f32"; none of other instructions, of a thread's own memory and of parameters.
std::optional<PtxAccess> accessOf(std::string_view instruction) {
  const std::string_view what = takePart(instruction);
  if (what != "ld" && what != "ldu" && what != "st" && what != "atom" && what != "red") return std::nullopt;
  PtxAccess access;
  access.store = !what.starts_with("ld");
  std::uint32_t count = 1;
  while (!instruction.empty()) {
    const std::string_view part = takePart(instruction);
    if (part == "param" || part == "local" || part == "const") return std::nullopt;
    if (part.starts_with("global")) access.space = PtxAccess::Space::Global;
    if (part.starts_with("shared")) access.space = PtxAccess::Space::Shared;
    if (part == "v2" || part == "v4" || part == "v8") count = static_cast<std::uint32_t>(part[1] - '0');
    if (const std::uint32_t bytes = bytesOfType(part); bytes > 0) access.bytes = bytes;
  }
  access.bytes *= count;
  return access.bytes > 0 ? std::optional(access) : std::nullopt;
}

/// Follows a PTX text line by line: where it is, in whose kernel.
class Reader {
 public:
  explicit Reader(std::string_view ptx) {
    forEachLine(ptx, [&](std::string_view line) {
      if (takeWord(line) != ".file") return;
      const int number = takeNumber(line);
      m_files[number] = kernelFileIn(takeWord(line));
    });
    forEachLine(ptx, [&](std::string_view line) { read(line); });
  }

  std::vector<PtxAccess> accesses;

 private:
  using Position = std::tuple<int, int, int>;  ///< file, line, column

  template <class Visit>
  static void forEachLine(std::string_view text, Visit visit) {
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      visit(line);
      text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
  }

  void read(std::string_view line) {
    std::string_view rest = line;
    std::string_view word = takeWord(rest);
    if (word == ".loc") return moveTo(rest);
    if (const std::size_t entry = line.find(".entry "); entry != std::string_view::npos) {
      rest = line.substr(entry + 7);
      m_symbol = rest.substr(0, rest.find('('));
      m_calls.clear();
      m_line = 0;
    }
    if (word.starts_with('@')) word = takeWord(rest);
    auto access = accessOf(word);
    if (!access || m_line == 0) return;
    access->symbol = m_symbol;
    access->file = m_file;
    access->line = m_line;
    accesses.push_back(std::move(*access));
  }

  /// `.loc file line column [, function_name …, inlined_at file line column]`. A line of another file whose call it
  /// does not say belongs to where it was before; what was moved away from its line has none: line 0.
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
    for (int deep = 0; m_files[std::get<0>(at)].empty() && m_calls.contains(at) && deep < 64; ++deep) at = m_calls[at];
    const auto [file, line, column] = at;
    if (m_files[file].empty()) return;
    m_file = m_files[file];
    m_line = line;
  }

  std::map<int, std::string> m_files;
  std::map<Position, Position> m_calls;  ///< where what is inlined was called
  std::string m_symbol, m_file;
  int m_line = 0;
};

std::string_view between(std::string_view text, std::string_view begin, std::string_view ends) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + begin.size());
  return text.substr(0, text.find_first_of(ends));
}

}  // namespace

std::vector<PtxAccess> ptxAccesses(std::string_view ptx) {
  return std::move(Reader(ptx).accesses);
}

std::string ptxOrigin(std::string_view ptx) {
  return std::string("nvcc ")
      .append(between(ptx, "release ", ",\n"))
      .append(", ")
      .append(between(ptx, ".target ", " ,\n"));
}

}  // namespace strata::inline compiler
