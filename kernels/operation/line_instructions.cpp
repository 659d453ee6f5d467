#include "kernels/operation/line_instructions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/device/architecture.h"
#include "kernels/operation/kept_text.h"

namespace strata::inline operation {
namespace {

constexpr char kInstructionsText[] =
#include "line_instructions.txt.inc"
    ;

constexpr std::string_view kInstructionsHead =
    "# How many machine instructions GPUs' compilers made of each statement of each kernel. `./dev widths` writes "
    "this\n"
    "# file: do not edit it. After compilers, device libraries that stand in for an architecture's own, and files'\n"
    "# fingerprints, of each kernel: name, architectures, registers, static shared bytes, bytes spilled, bytes on the\n"
    "# stack, of each loop the loop around it. Then by file (its place in the list above) of each statement\n"
    "# LINES@LOOP?:COUNT…: without @LOOP in no loop, with ? behind a branch; of the COUNT instructions g and G are\n"
    "# global loads and stores, s and S shared ones, a copies from global to shared, f fp32 arithmetic, x special\n"
    "# functions, m of the matrix unit, b barriers, c AMD's scalar ones and branches. *AMOUNT are the bytes of a lane\n"
    "# where they are not 4, fp32 results of a lane where not 1, multiply-adds of a matrix instruction where not "
    "2048.\n";

constexpr std::string_view kLetters = "gGsSafxmbc";
static_assert(kLetters.size() == kInstructionKinds);

/// What is not written of an instruction.
constexpr std::uint32_t usualAmount(InstructionKind kind) {
  if (kind < InstructionKind::Fp32) return 4;
  if (kind == InstructionKind::Fp32) return 1;
  return kind == InstructionKind::Matrix ? 2048 : 0;
}

/// gfx940 was a stepping of the MI300 before production: hipcc 5 knows it and not gfx942, the one that is sold.
std::string_view keptName(std::string_view target) {
  const std::string_view plain = withoutFeatures(target);
  return plain == "gfx942" ? "gfx940" : plain;
}

bool takeSign(std::string_view& rest, char sign) {
  if (!rest.starts_with(sign)) return false;
  rest.remove_prefix(1);
  return true;
}

/// "22", "33-34", then "@1" and "?".
bool parsePlace(std::string_view place, CompiledLine& line) {
  const auto first = takeNumber<int>(place);
  const auto last = takeSign(place, '-') ? takeNumber<int>(place) : first;
  const auto loop = takeSign(place, '@') ? takeNumber<int>(place) : std::optional(0);
  line.always = !takeSign(place, '?');
  if (!first || !last || !loop || *first < 1 || *last < *first || !place.empty()) return false;
  line.firstLine = *first;
  line.lastLine = *last;
  line.loop = *loop;
  return true;
}

/// "81g32f16".
bool parseCounts(std::string_view counts, CompiledLine& line) {
  const auto total = takeNumber<std::uint32_t>(counts);
  if (!total || *total == 0) return false;
  line.total = *total;
  while (!counts.empty()) {
    const std::size_t letter = kLetters.find(counts.front());
    if (letter == std::string_view::npos) return false;
    counts.remove_prefix(1);
    const auto kind = static_cast<InstructionKind>(letter);
    const auto count = takeNumber<std::uint32_t>(counts);
    const auto amount = takeSign(counts, '*') ? takeNumber<std::uint32_t>(counts) : std::optional(usualAmount(kind));
    if (!count || *count == 0 || !amount) return false;
    line.uses[{kind, *amount}] += *count;
  }
  return true;
}

std::optional<CompiledLine> parseLine(std::string_view file, std::string_view cell) {
  CompiledLine line{.file = std::string(file)};
  const std::string_view place = takePart(cell, ':');
  return parsePlace(place, line) && parseCounts(cell, line) ? std::optional(line) : std::nullopt;
}

std::string lineText(const CompiledLine& line) {
  std::string text = std::to_string(line.firstLine);
  if (line.lastLine != line.firstLine) text += "-" + std::to_string(line.lastLine);
  if (line.loop != 0) text += "@" + std::to_string(line.loop);
  text.append(line.always ? ":" : "?:").append(std::to_string(line.total));
  for (const auto& [use, count] : line.uses) {
    text.append(1, kLetters[static_cast<std::size_t>(use.kind)]).append(std::to_string(count));
    if (use.amount != usualAmount(use.kind)) text.append("*").append(std::to_string(use.amount));
  }
  return text;
}

using Numbers = std::map<std::string_view, std::size_t>;  ///< files by their place in the list

std::string kernelText(const CompiledKernel& kernel, Numbers& files) {
  std::string text = std::to_string(kernel.registers);
  for (const std::uint64_t bytes : {kernel.sharedBytes, kernel.spillBytes, kernel.stackBytes})
    text += " " + std::to_string(bytes);
  text += "\t";
  for (std::size_t i = 0; i < kernel.loops.size(); ++i)
    text.append(i > 0 ? " " : "").append(std::to_string(kernel.loops[i]));
  std::string_view file;
  for (const CompiledLine& line : kernel.lines) {
    text += line.file != file ? "\n\t" + std::to_string(files[line.file]) + "\t" : " ";
    text += lineText(line);
    file = line.file;
  }
  return text + "\n";
}

/// Reads line by line; a kernel is complete where the next begins.
class InstructionsReader {
 public:
  LineInstructions all;

  bool read(std::string_view line) {
    if (takeSign(line, '\t')) return m_name.empty() ? false : readLines(line);
    const std::string_view what = takePart(line, '\t'), subject = takePart(line, '\t');
    if (what == "compiler") all.compilers.insert(std::string(subject));
    if (what == "library") all.libraries[std::string(subject)] = line;
    if (what == "text") {
      all.texts[std::string(subject)] = line;
      m_files.push_back(subject);
    }
    if (what != "kernel") return what == "compiler" || what == "library" || what == "text";
    finish();
    m_name = subject;
    m_targets = takePart(line, '\t');
    return readResources(takePart(line, '\t')) && readLoops(line);
  }

  void finish() {
    while (!m_targets.empty()) all.add(m_name, std::string(takePart(m_targets, ' ')), m_kernel);
    m_kernel = {};
  }

 private:
  bool readResources(std::string_view rest) {
    const auto registers = wholeNumber<std::uint32_t>(takePart(rest, ' '));
    const auto shared = wholeNumber<std::uint64_t>(takePart(rest, ' ')),
               spilled = wholeNumber<std::uint64_t>(takePart(rest, ' ')), stack = wholeNumber<std::uint64_t>(rest);
    if (!registers || !shared || !spilled || !stack) return false;
    m_kernel.registers = *registers;
    m_kernel.sharedBytes = *shared;
    m_kernel.spillBytes = *spilled;
    m_kernel.stackBytes = *stack;
    return true;
  }

  bool readLoops(std::string_view rest) {
    while (!rest.empty()) {
      const auto around = wholeNumber<int>(takePart(rest, ' '));
      if (!around || *around > static_cast<int>(m_kernel.loops.size())) return false;
      m_kernel.loops.push_back(*around);
    }
    return true;
  }

  bool readLines(std::string_view rest) {
    const auto file = wholeNumber<std::size_t>(takePart(rest, '\t'));
    if (!file || *file < 1 || *file > m_files.size()) return false;
    while (!rest.empty()) {
      auto line = parseLine(m_files[*file - 1], takePart(rest, ' '));
      if (!line || line->loop > static_cast<int>(m_kernel.loops.size())) return false;
      m_kernel.lines.push_back(std::move(*line));
    }
    return true;
  }

  std::vector<std::string_view> m_files;
  std::string m_name;
  std::string_view m_targets;
  CompiledKernel m_kernel;
};

}  // namespace

Result<LineInstructions> LineInstructions::parse(std::string_view text) {
  InstructionsReader reader;
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view rest = takePart(text, '\n');
    if (rest.empty() || rest.starts_with('#') || reader.read(rest)) continue;
    return Error{ErrorCode::Io, "Line " + std::to_string(line) +
                                    " of the line instructions is not understood; write them again with ./dev widths."};
  }
  reader.finish();
  return std::move(reader.all);
}

std::string LineInstructions::text() const {
  std::string text(kInstructionsHead);
  for (const std::string& compiler : compilers) text.append("compiler\t").append(compiler) += '\n';
  for (const auto& [target, library] : libraries)
    text.append("library\t").append(target).append("\t").append(library) += '\n';
  std::set<std::string_view> named;
  for (const auto& [name, targets] : m_kernels)
    for (const auto& [target, kernel] : targets)
      for (const CompiledLine& line : kernel.lines) named.insert(line.file);
  Numbers files;
  for (const auto& [file, fingerprint] : texts) {
    if (!named.contains(file)) continue;
    text.append("text\t").append(file).append("\t").append(fingerprint) += '\n';
    files.emplace(file, files.size() + 1);
  }
  for (const auto& [name, targets] : m_kernels)
    for (auto first = targets.begin(); first != targets.end(); ++first) {
      std::string same;
      const auto is = [&](const auto& target) { return target.second == first->second; };
      if (std::any_of(targets.begin(), first, is)) continue;
      for (const auto& target : targets)
        if (is(target)) same.append(same.empty() ? "" : " ").append(target.first);
      text.append("kernel\t")
          .append(name)
          .append("\t")
          .append(same)
          .append("\t")
          .append(kernelText(first->second, files));
    }
  return text;
}

const CompiledKernel* LineInstructions::find(std::string_view kernel, std::string_view target) const {
  const auto targets = m_kernels.find(kernel);
  if (targets == m_kernels.end()) return nullptr;
  const auto found = targets->second.find(keptName(target));
  return found == targets->second.end() ? nullptr : &found->second;
}

std::string LineInstructions::standIn(std::string_view target) const {
  const std::string_view kept = keptName(target);
  const auto library = libraries.find(kept);
  if (library != libraries.end()) return std::string(kept) + " with the device library of " + library->second;
  return kept == withoutFeatures(target) ? std::string() : std::string(kept);
}

void LineInstructions::add(const std::string& kernel, const std::string& target, CompiledKernel compiled) {
  m_kernels[kernel][target] = std::move(compiled);
}

void LineInstructions::add(const LineInstructions& others) {
  compilers.insert(others.compilers.begin(), others.compilers.end());
  for (const auto& [file, fingerprint] : others.texts) texts[file] = fingerprint;
  for (const auto& [target, library] : others.libraries) libraries[target] = library;
  for (const auto& [kernel, targets] : others.m_kernels)
    for (const auto& [target, compiled] : targets) add(kernel, target, compiled);
}

void LineInstructions::forget(std::string_view file) {
  eraseIf([&](const CompiledKernel& kernel) {
    return std::ranges::any_of(kernel.lines, [&](const CompiledLine& line) { return line.file == file; });
  });
}

void LineInstructions::eraseIf(const std::function<bool(const CompiledKernel&)>& condition) {
  for (auto& [kernel, targets] : m_kernels)
    std::erase_if(targets, [&](const auto& target) { return condition(target.second); });
  std::erase_if(m_kernels, [](const auto& kernel) { return kernel.second.empty(); });
}

std::string_view lineInstructionsText() {
  return {kInstructionsText, sizeof(kInstructionsText) - 1};
}

}  // namespace strata::inline operation
