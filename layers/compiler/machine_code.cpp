#include "layers/compiler/machine_code.h"

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "layers/compiler/code_flow.h"
#include "layers/compiler/text_lines.h"

namespace strata::inline compiler {
namespace {

/// Statements of texts, each looked up once.
class Statements {
 public:
  Statement of(const std::string& file, int line) {
    const auto [at, fresh] = m_known.try_emplace({file, line});
    if (fresh) at->second = statementAt(textOfFile(file), line);
    return at->second;
  }

 private:
  std::map<std::pair<std::string, int>, Statement> m_known;
};

using CompiledLineKey = std::tuple<std::string, int, int, bool>;  ///< file, first line, loop, whether behind a branch
using Lines = std::map<CompiledLineKey, CompiledLine>;

void add(Lines& lines, const CompiledLine& part) {
  CompiledLine& line = lines[{part.file, part.firstLine, part.loop, !part.always}];
  const std::uint32_t total = line.total + part.total;
  auto uses = std::move(line.uses);
  for (const auto& [use, count] : part.uses) uses[use] += count;
  line = part;
  line.total = total;
  line.uses = std::move(uses);
}

Lines linesOf(std::span<const MachineInstruction> code, const CodeFlow& flow) {
  Lines lines;
  Statements statements;
  const MachineInstruction* named = nullptr;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].line > 0) named = &code[i];
    const CodeFlow::Place& place = flow.at(i);
    if (!named || !place.reachable || code[i].free) continue;
    const Statement statement = statements.of(named->file, named->line);
    CompiledLine one{named->file, statement.first, statement.last, place.loop, place.always, 1};
    if (code[i].use) one.uses[*code[i].use] = 1;
    add(lines, one);
  }
  return lines;
}

/// What of a function is in a loop, but for how many of the instructions have no use or are scalar.
using Content = std::vector<std::tuple<std::string, int, bool, std::map<InstructionUse, std::uint32_t>>>;

Content contentOf(const Lines& lines, int loop) {
  Content content;
  for (const auto& [key, line] : lines) {
    if (line.loop != loop) continue;
    auto uses = line.uses;
    uses.erase({InstructionKind::Scalar, 0});
    content.emplace_back(line.file, line.firstLine, line.always, std::move(uses));
  }
  return content;
}

/// Innermost loops of the same content within the same loop become one, and a turn of it is a turn of each: they are
/// copies of a function that was inlined several times.
class LoopCopies {
 public:
  LoopCopies(const std::vector<int>& around, const Lines& lines) {
    std::vector<bool> hasInner(around.size() + 1);
    for (const int outer : around) hasInner[static_cast<std::size_t>(outer)] = true;
    std::map<std::pair<int, Content>, int> known;
    for (std::size_t i = 0; i < around.size(); ++i) {  // outer loops come first
      const int outer = number(around[i]), next = static_cast<int>(loops.size()) + 1;
      const auto [copy, fresh] = known.try_emplace({outer, contentOf(lines, static_cast<int>(i) + 1)}, next);
      const bool isNew = fresh || hasInner[i + 1];
      if (isNew) loops.push_back(outer);
      m_numbers.push_back(isNew ? next : copy->second);
    }
  }

  int number(int loop) const { return m_numbers[static_cast<std::size_t>(loop)]; }

  std::vector<int> loops;  ///< of each, the loop around it

 private:
  std::vector<int> m_numbers{0};  ///< by the number it had
};

}  // namespace

CompiledKernel countedByLine(std::span<const MachineInstruction> code) {
  const CodeFlow flow(code);
  const Lines lines = linesOf(code, flow);
  const LoopCopies copies(flow.loops(), lines);
  Lines merged;
  for (const auto& [key, line] : lines) {
    CompiledLine renumbered = line;
    renumbered.loop = copies.number(line.loop);
    add(merged, renumbered);
  }
  CompiledKernel kernel;
  kernel.loops = copies.loops;
  for (auto& [key, line] : merged) kernel.lines.push_back(std::move(line));
  return kernel;
}

}  // namespace strata::inline compiler
