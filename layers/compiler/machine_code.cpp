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

}  // namespace

CompiledKernel countedByLine(std::span<const MachineInstruction> code) {
  const CodeFlow flow(code);
  using Key = std::tuple<std::string, int, int, bool>;  // file, first line, loop, whether behind a branch
  std::map<Key, CompiledLine> lines;
  Statements statements;
  const MachineInstruction* named = nullptr;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i].line > 0) named = &code[i];
    const CodeFlow::Place& place = flow.at(i);
    if (!named || !place.reachable || code[i].free) continue;
    const Statement statement = statements.of(named->file, named->line);
    CompiledLine& line = lines[{named->file, statement.first, place.loop, !place.always}];
    line.file = named->file;
    line.firstLine = statement.first;
    line.lastLine = statement.last;
    line.loop = place.loop;
    line.always = place.always;
    ++line.total;
    if (code[i].use) ++line.uses[*code[i].use];
  }
  CompiledKernel kernel;
  kernel.loops = flow.loops();
  for (auto& [key, line] : lines) kernel.lines.push_back(std::move(line));
  return kernel;
}

}  // namespace strata::inline compiler
