#include "app/session/compilation.h"

#include <fmt/format.h>

#include <future>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/session/agent_errors.h"
#include "app/session/agents.h"
#include "engine/base/shell_word.h"
#include "engine/protocol/compile_once.h"

namespace strata::inline session {
namespace {

Result<std::string> commandOf(const CompileQuestion& question, const std::string& folder) {
  STRATA_ASSIGN(const std::string backend, backendCompilingFor(question.target));
  STRATA_ASSIGN(const std::string program, agentProgram(backend));
  return fmt::format("TMPDIR={} {} --compile {} --target {}{}", shellQuoted(folder), program,
                     shellQuoted(question.experiment + "/" + question.variant), shellQuoted(question.target),
                     question.own ? " --own" : "");
}

}  // namespace

Result<std::string> backendCompilingFor(const std::string& target) {
  if (target.starts_with("sm_")) return std::string("cuda");
  if (target.starts_with("gfx")) return std::string("hip");
  if (target == "x86-64" || target.starts_with("x86-64-")) return std::string("cpu");
  return Error{
      ErrorCode::Usage,
      fmt::format("There is no target '{}'; give x86-64 or a level of it (x86-64-v3), or a vendor's name of an "
                  "architecture, such as sm_90 or gfx90a.",
                  target)};
}

Result<std::unique_ptr<Compilation>> Compilation::start(const CompileQuestion& question,
                                                        std::function<void(Answer)> answered) {
  std::unique_ptr<Compilation> compilation(new Compilation);
  if (compilation->m_folder.path().empty()) return compilation->m_folder.refusal();
  STRATA_ASSIGN(const std::string command, commandOf(question, compilation->m_folder.path()));
  auto output = std::make_shared<std::string>();
  AgentProcess::Handlers handlers;
  handlers.output = [output](std::span<const std::byte> bytes) {
    output->append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  handlers.exited = [output, target = question.target, answered = std::move(answered)](const AgentProcess::Exit& exit) {
    const bool answers = !exit.signaled && (exit.code == 0 || !output->empty());
    answered(answers ? compiledFrom(*output) : compilerEnded(exit, target));
  };
  STRATA_ASSIGN(compilation->m_process, AgentProcess::start(command, std::move(handlers)));
  if (question.own) STRATA_TRY(compilation->m_process->send(ownKernelLine(*question.own)));
  compilation->m_process->closeInput();
  return compilation;
}

Compilation::~Compilation() {
  if (m_process && m_process->running()) m_process->kill();
}

Compilation::Answer compiledNow(const CompileQuestion& question) {
  auto answered = std::make_shared<std::promise<Compilation::Answer>>();
  auto answer = answered->get_future();
  STRATA_ASSIGN(const auto compilation, Compilation::start(question, [answered](Compilation::Answer said) {
                  answered->set_value(std::move(said));
                }));
  return answer.get();
}

}  // namespace strata::inline session
