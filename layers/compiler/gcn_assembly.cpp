#include "layers/compiler/gcn_assembly.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "engine/base/text_parts.h"
#include "layers/compiler/gcn.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

constexpr std::string_view kBlanks = " \t";

std::string_view takeToken(std::string_view& rest) {
  rest = trimmed(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
  rest.remove_prefix(word.size());
  return word;
}

std::uint64_t numberIn(std::string_view text) {
  text = trimmed(text);
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// What stands between the first quotes, which is taken off the rest with them.
std::string_view takeQuoted(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.size(), rest.find('"')));
  if (!rest.empty()) rest.remove_prefix(1);
  const std::string_view quoted = rest.substr(0, rest.find('"'));
  rest.remove_prefix(std::min(rest.size(), quoted.size() + 1));
  return quoted;
}

struct FileLine {
  std::uint64_t file = 0;
  int line = 0;
};

/// A function that was inlined: where it is called, and the labels its instructions lie between.
struct Inlined {
  FileLine call{};
  std::vector<std::pair<std::string, std::string>> between{};
  std::string ranges{};  ///< or the label of a list of such
};

/// The parts that the text is read into, line by line; then they are put together.
class GcnReader {
 public:
  explicit GcnReader(std::string_view assembly) {
    while (!assembly.empty()) {
      const std::string_view line = assembly.substr(0, assembly.find('\n'));
      assembly.remove_prefix(std::min(assembly.size(), line.size() + 1));
      read(line);
    }
  }

  std::vector<GcnKernel> kernels() {
    nameLines();
    std::vector<GcnKernel> all;
    for (const auto& [symbol, first] : m_functions) {
      const auto resources = m_resources.find(symbol);
      if (resources == m_resources.end()) continue;  // no kernel
      all.push_back({symbol, {}, resources->second});
      for (std::size_t i = first; i < m_code.size() && m_functionOf[i] == symbol; ++i) {
        all.back().code.push_back(m_code[i]);
        const auto target = m_labels.find(m_targets[i]);
        all.back().code.back().target = target == m_labels.end() ? m_code.size() : target->second - first;
      }
    }
    return all;
  }

 private:
  void read(std::string_view line) {
    const std::string_view code = trimmed(line.substr(0, line.find(';')));
    if (m_inMetadata || code == ".amdgpu_metadata") return readMetadata(line);
    if (m_inDebugInfo && line.find("DW_") != std::string_view::npos) return readDebug(code, line);
    if (code.ends_with(':')) return readLabel(code.substr(0, code.size() - 1));
    if (code.starts_with('.')) return readDirective(code);
    if (line.starts_with('\t') && !code.empty() && !m_function.empty()) readInstruction(code);
  }

  void readLabel(std::string_view label) {
    m_labels[std::string(label)] = m_code.size();
    if (label.starts_with(".Ldebug_ranges")) m_ranges = label;
    if (label == m_nextFunction) {
      m_function = label;
      m_functions.emplace_back(m_function, m_code.size());
      m_position = {};
    }
    if (label.starts_with(".Lfunc_end")) m_function.clear();
  }

  void readDirective(std::string_view rest) {
    const std::string_view what = takeToken(rest);
    if (what == ".section") m_inDebugInfo = trimmed(rest).starts_with(".debug_info");
    if (what == ".type" && rest.ends_with(",@function")) m_nextFunction = trimmed(rest.substr(0, rest.find(',')));
    if (what == ".loc") {
      m_position.file = numberIn(takeToken(rest));
      m_position.line = static_cast<int>(numberIn(takeToken(rest)));
    }
    if (what == ".file") {
      const std::uint64_t number = numberIn(takeToken(rest));
      std::string path(takeQuoted(rest));
      if (const std::string_view name = takeQuoted(rest); !name.empty()) path.append("/").append(name);
      m_files[number] = kernelFile(path);
    }
    // A list of ranges: pairs of labels, each less the beginning of the code.
    if (what == ".quad" && !m_ranges.empty() && trimmed(rest).starts_with(".L"))
      m_rangeLists[m_ranges].push_back(std::string(trimmed(rest.substr(0, rest.find('-')))));
  }

  void readInstruction(std::string_view code) {
    m_code.push_back(gcnInstruction(code));
    m_targets.emplace_back(gcnTarget(code));
    m_functionOf.push_back(m_function);
    m_positions.push_back(m_position);
  }

  /// Lines such as ".short 299 ; DW_AT_call_line".
  void readDebug(std::string_view code, std::string_view line) {
    const std::string_view what = trimmed(line.substr(line.find("DW_")));
    if (what.starts_with("DW_TAG_")) {
      m_inInlined = what == "DW_TAG_inlined_subroutine";
      if (m_inInlined) m_inlined.emplace_back();
      return;
    }
    if (!m_inInlined) return;
    takeToken(code);
    code = trimmed(code);
    Inlined& inlined = m_inlined.back();
    if (what == "DW_AT_call_file") inlined.call.file = numberIn(code);
    if (what == "DW_AT_call_line") inlined.call.line = static_cast<int>(numberIn(code));
    if (what == "DW_AT_ranges") inlined.ranges = code;
    if (what == "DW_AT_low_pc") inlined.between.emplace_back(code, "");
    if (what == "DW_AT_high_pc" && !inlined.between.empty())
      inlined.between.back().second = code.substr(0, code.find('-'));
  }

  /// Of each kernel a mapping of YAML, at four blanks.
  void readMetadata(std::string_view line) {
    m_inMetadata = trimmed(line) != ".end_amdgpu_metadata";
    if (line.starts_with("  - .")) {
      m_kernel = {};
      m_name.clear();
    }
    if (!line.starts_with("  - .") && !line.starts_with("    .")) return;
    line.remove_prefix(4);
    const std::string_view key = line.substr(0, line.find(':'));
    const std::string_view value = trimmed(line.substr(std::min(line.size(), key.size() + 1)));
    if (key == ".group_segment_fixed_size") m_kernel.sharedBytes = numberIn(value);
    if (key == ".private_segment_fixed_size") m_kernel.stackBytes = numberIn(value);
    if (key == ".sgpr_count") m_kernel.scalarRegisters = static_cast<std::uint32_t>(numberIn(value));
    if (key == ".vgpr_count") m_kernel.registers = static_cast<std::uint32_t>(numberIn(value));
    if (key == ".vgpr_spill_count") m_kernel.spillBytes = 4 * numberIn(value);
    if (key == ".name") m_name = value;
    if (!m_name.empty()) m_resources[m_name] = m_kernel;
  }

  std::size_t at(const std::string& label) const {
    const auto found = m_labels.find(label);
    return found == m_labels.end() ? 0 : found->second;
  }

  /// Gives each instruction the innermost line of a kernel's text on the way to who calls it.
  void nameLines() {
    std::vector<std::optional<FileLine>> calls(m_code.size());  // the innermost call from a kernel's text
    for (Inlined& inlined : m_inlined) {                        // callers stand before what they call
      if (m_files[inlined.call.file].empty()) continue;
      if (const auto list = m_rangeLists.find(inlined.ranges); list != m_rangeLists.end())
        for (std::size_t i = 0; i + 1 < list->second.size(); i += 2)
          inlined.between.emplace_back(list->second[i], list->second[i + 1]);
      for (const auto& [begin, end] : inlined.between)
        for (std::size_t i = at(begin); i < std::min(at(end), m_code.size()); ++i) calls[i] = inlined.call;
    }
    for (std::size_t i = 0; i < m_code.size(); ++i) {
      FileLine position = m_positions[i];
      if (m_files[position.file].empty() || position.line == 0) position = calls[i].value_or(FileLine{});
      m_code[i].file = m_files[position.file];
      m_code[i].line = m_code[i].file.empty() ? 0 : position.line;
    }
  }

  std::vector<MachineInstruction> m_code;  ///< of all functions
  std::vector<std::string> m_targets, m_functionOf;
  std::vector<FileLine> m_positions;
  std::map<std::string, std::size_t> m_labels;                   ///< which instruction comes next
  std::vector<std::pair<std::string, std::size_t>> m_functions;  ///< symbol and first instruction
  std::map<std::uint64_t, std::string> m_files;                  ///< kernels' texts by number
  std::map<std::string, std::vector<std::string>> m_rangeLists;  ///< by label
  std::vector<Inlined> m_inlined;
  std::map<std::string, CompiledResources, std::less<>> m_resources;  ///< by symbol
  CompiledResources m_kernel;
  std::string m_name, m_function, m_nextFunction, m_ranges;
  FileLine m_position;
  bool m_inDebugInfo = false, m_inInlined = false, m_inMetadata = false;
};

}  // namespace

std::vector<GcnKernel> gcnKernels(std::string_view assembly) {
  return GcnReader(assembly).kernels();
}

}  // namespace strata::inline compiler
