#include <fmt/core.h>

#include <algorithm>
#include <future>
#include <memory>
#include <span>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/cli/printable.h"
#include "app/cli/text_table.h"
#include "app/cli/units.h"
#include "app/session/agents.h"
#include "engine/base/shell_word.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/compile_once.h"
#include "engine/protocol/json_fields.h"
#include "kernels/operation/operation.h"

namespace strata::inline cli {
namespace {

struct CompileOptions {
  std::string experiment, variant, target = "x86-64", show;
  bool json = false;
};

/// The backend whose agent compiles for the target.
Result<std::string> backendFor(const std::string& target) {
  if (target.starts_with("sm_")) return std::string("cuda");
  if (target.starts_with("gfx")) return std::string("hip");
  if (target == "x86-64") return std::string("cpu");
  return Error{
      ErrorCode::Usage,
      fmt::format(
          "There is no target '{}'; give x86-64, or a vendor's name of an architecture, such as sm_90 or gfx90a.",
          target)};
}

/// What the command prints, once it has ended.
Result<std::string> outputOf(const std::string& command) {
  auto output = std::make_shared<std::string>();
  auto ended = std::make_shared<std::promise<AgentProcess::Exit>>();
  AgentProcess::Handlers handlers;
  handlers.output = [output](std::span<const std::byte> bytes) {
    output->append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  };
  handlers.exited = [ended](const AgentProcess::Exit& exit) { ended->set_value(exit); };
  STRATA_ASSIGN(const auto process, AgentProcess::start(command, std::move(handlers)));
  const AgentProcess::Exit exit = ended->get_future().get();
  if (!exit.signaled && exit.code == 0) return *output;
  return Error{ErrorCode::AgentDied,
               fmt::format("The agent ended before it answered ({} {}). {}", exit.signaled ? "signal" : "status",
                           exit.code, exit.lastWords),
               Storey::Compiler};
}

Result<nlohmann::json> compiled(const CompileOptions& options) {
  STRATA_ASSIGN(const std::string backend, backendFor(options.target));
  STRATA_ASSIGN(const std::string program, agentProgram(backend));
  STRATA_ASSIGN(const std::string answer, outputOf(fmt::format("{} --compile {} --target {}", program,
                                                               shellQuoted(options.experiment + "/" + options.variant),
                                                               shellQuoted(options.target))));
  return compiledFrom(answer);
}

/// A member that may be missing: null then.
const nlohmann::json& member(const nlohmann::json& object, std::string_view key) {
  static const nlohmann::json kNone;
  const nlohmann::json* found = field(object, key);
  return found ? *found : kNone;
}

std::string number(const nlohmann::json& resources, std::string_view key) {
  const nlohmann::json& value = member(resources, key);
  return value.is_null() ? "not reported" : value.dump();
}

std::string resourcesText(const nlohmann::json& kernel) {
  const nlohmann::json& resources = member(kernel, "resources");
  TextTable table = TextTable::rows(3);
  table.alignLeft(2);
  table.add({"  registers per thread", number(resources, "registers"), "(counted)"});
  if (!member(resources, "scalar_registers").is_null())
    table.add({"  scalar registers per wave", number(resources, "scalar_registers"), "(counted)"});
  table.add({"  shared bytes per block", number(resources, "shared_bytes"), "(counted)"});
  table.add({"  spilled bytes per thread", number(resources, "spill_bytes"), "(counted)"});
  table.add({"  stack bytes per thread", number(resources, "stack_bytes"), "(counted)"});
  for (const auto& stage : member(kernel, "stages"))
    table.add({fmt::format("  {}", textField(stage, "name")),
               fmt::format("{:.1f} ms", numberField(stage, "seconds").value_or(0) * 1e3), "(measured)"});
  return table.str();
}

std::string occupancyText(const nlohmann::json& kernel) {
  const nlohmann::json& occupancy = member(kernel, "occupancy");
  if (const std::string words = textField(occupancy, "text"); !words.empty())
    return fmt::format("  occupancy with {} threads a block: {} (modelled)\n",
                       integerField<std::uint64_t>(kernel, "block_threads"), words);
  return fmt::format("  occupancy: not modelled, {}\n", printable(textField(occupancy, "reason")));
}

std::string partText(const nlohmann::json& part) {
  const std::string language = textField(part, "language"), content = textField(part, "text");
  if (content.empty())
    return fmt::format("There is no {} to show: {}.\n", language, printable(textField(part, "reason")));
  return fmt::format("// {}\n{}", language, content);
}

std::string partLine(const nlohmann::json& part, std::string_view name) {
  const std::string language = textField(part, "language"), content = textField(part, "text");
  if (content.empty()) return fmt::format("  {}: {}\n", language, printable(textField(part, "reason")));
  return fmt::format("  {}: {} lines; --show {} prints them\n", language, std::ranges::count(content, '\n'), name);
}

std::string kernelText(const nlohmann::json& kernel, const CompileOptions& options) {
  std::string text = fmt::format("{} for {}, by {}\n", textField(kernel, "kernel"), textField(kernel, "target"),
                                 textField(kernel, "compiler"));
  if (!options.show.empty()) return text + partText(member(kernel, options.show));
  if (options.target != "x86-64") text += resourcesText(kernel) + occupancyText(kernel);
  for (const char* part : {"intermediate", "machine"}) text += partLine(member(kernel, part), part);
  return text;
}

/// The text that is compiled; it is in this program, and no agent is asked.
Result<std::string> sourceOf(const CompileOptions& options) {
  const Operation* operation = findOperation(options.experiment);
  const Step* step = operation ? findStep(*operation, options.variant) : nullptr;
  if (step) return std::string(step->source);
  return Error{ErrorCode::Usage, fmt::format("Strata has no kernel of its own for {} {}; strata list names them.",
                                             options.experiment, options.variant)};
}

ExitCode compile(const CompileOptions& options) {
  if (options.show == "source") {
    if (const auto backend = backendFor(options.target); !backend.ok()) return complain(backend.error());
    const auto source = sourceOf(options);
    if (!source.ok()) return complain(source.error());
    print("{}", source.value());
    return ExitCode::Done;
  }
  const auto result = compiled(options);
  if (options.json) {
    printJson(result.ok() ? OrderedJson(result.value()) : OrderedJson{{"errors", {errorJson(result.error())}}});
  } else if (result.ok()) {
    for (const auto& kernel : member(result.value(), "kernels")) print("{}\n", kernelText(kernel, options));
  }
  return result.ok() ? ExitCode::Done : complain(result.error());
}

}  // namespace

void addCompile(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "What a compiler makes of a variant's kernels; needs no device");
  command->add_option("experiment", options->experiment, "Such as matmul; strata list names them")->required();
  command->add_option("variant", options->variant, "Such as tiled")->required();
  command->add_option("--target", options->target, "x86-64, or an architecture: sm_90, gfx90a")->capture_default_str();
  CLI::Option* show = command->add_option("--show", options->show, "Print a text instead of the summary")
                          ->check(CLI::IsMember({"source", "intermediate", "machine"}));
  command->add_flag("--json", options->json, "Print one JSON object")->excludes(show);
  command->callback([options, &action] { action = [options] { return compile(*options); }; });
}

}  // namespace strata::inline cli
