#include "layers/compiler/llvm_ir_lines.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <utility>

#include "engine/base/text_parts.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

/// The number behind `key` ("!dbg !", "scope: !"); −1: it is not there.
int numberBehind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  int number = -1;
  if (at != std::string_view::npos) std::from_chars(text.data() + at + key.size(), text.data() + text.size(), number);
  return number;
}

/// The numbered metadata of a module, as far as lines need it.
class IrMetadata {
 public:
  explicit IrMetadata(std::string_view module) {
    for (std::size_t at = module.find("\n!"); at != std::string_view::npos; at = module.find("\n!", at + 1)) {
      const std::string_view line = module.substr(at + 1, module.find('\n', at + 1) - at - 1);
      const std::size_t equals = line.find(" = ");
      const int number = numberBehind(line, "!");
      if (number < 0 || equals == std::string_view::npos) continue;
      m_nodes[number] = line.substr(equals + 3);
    }
  }

  /// BuildInstruction::from of a !DILocation.
  std::vector<TextPlace> placesOf(int location) const {
    std::vector<TextPlace> places;
    for (int deep = 0; location >= 0 && deep < 64; ++deep) {
      const std::string_view node = at(location);
      TextPlace place{fileOfScope(numberBehind(node, "scope: !")), numberBehind(node, "(line: ")};
      if (!place.file.empty() && place.line > 0 && (places.empty() || places.back() != place))
        places.push_back(std::move(place));
      location = numberBehind(node, "inlinedAt: !");
    }
    return places;
  }

 private:
  std::string_view at(int number) const {
    const auto found = m_nodes.find(number);
    return found == m_nodes.end() ? std::string_view() : found->second;
  }

  /// Every scope of a function names its file.
  std::string fileOfScope(int scope) const {
    const std::string_view file = at(numberBehind(at(scope), "file: !"));
    constexpr std::string_view kName = "filename: \"";
    const std::size_t begin = file.find(kName);
    if (begin == std::string_view::npos) return {};
    const std::string_view name = file.substr(begin + kName.size());
    return kernelFile(name.substr(0, name.find('"')));
  }

  std::map<int, std::string_view> m_nodes;
};

/// "load" of "%17 = load float, ptr …"; empty for labels, braces and remarks.
std::string irName(std::string_view line) {
  if (!line.starts_with("  ")) return {};
  std::string_view code = trimmed(line);
  if (code.starts_with(';') || code.starts_with(']')) return {};
  if (const std::size_t equals = code.find(" = "); code.starts_with('%') && equals != std::string_view::npos)
    code.remove_prefix(equals + 3);
  for (const std::string_view before : {"tail ", "musttail ", "notail "})
    if (code.starts_with(before)) code.remove_prefix(before.size());
  const std::string_view name = code.substr(0, code.find_first_of(" \t"));
  const bool isName = !name.empty() && std::ranges::all_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  return isName ? std::string(name) : std::string();
}

}  // namespace

std::vector<BuildInstruction> llvmIrInstructions(std::string_view function, std::string_view module) {
  const IrMetadata metadata(module);
  std::vector<BuildInstruction> instructions;
  for (int number = 1; !function.empty(); ++number) {
    const std::string_view line = function.substr(0, function.find('\n'));
    function.remove_prefix(std::min(function.size(), line.size() + 1));
    if (std::string name = irName(line); !name.empty())
      instructions.push_back({number, std::move(name), metadata.placesOf(numberBehind(line, "!dbg !"))});
  }
  return instructions;
}

}  // namespace strata::inline compiler
