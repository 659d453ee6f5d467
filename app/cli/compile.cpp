#include <fmt/core.h>

#include <future>
#include <memory>
#include <string>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/cli/printable.h"
#include "app/cli/text_table.h"
#include "app/cli/units.h"
#include "app/session/agents.h"
#include "engine/protocol/agent_process.h"
#include "engine/protocol/compile_once.h"
#include "kernels/operation/operation.h"

namespace strata::inline cli {
namespace {

struct CompileOptions {
  std::string experiment, variant, target = "x86-64", show;
  bool json = false;
};

/// The agent whose compiler knows the target.
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

std::string shellQuoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

Result<nlohmann::json> compiled(const CompileOptions& options) {
  STRATA_ASSIGN(const std::string backend, backendFor(options.target));
  STRATA_ASSIGN(const std::string program, agentProgram(backend));
  STRATA_ASSIGN(const std::string line, outputOf(fmt::format("{} --compile {} --target {}", program,
                                                             shellQuoted(options.experiment + "/" + options.variant),
                                                             shellQuoted(options.target))));
  return compiledFrom(line);
}

std::string number(const nlohmann::json& resources, const char* key) {
  const auto& value = resources[key];
  return value.is_null() ? "not reported" : value.dump();
}

std::string resourcesText(const nlohmann::json& kernel) {
  const auto& resources = kernel["resources"];
  TextTable table({"", "", ""});
  table.alignLeft(2);
  table.add({"  registers per thread", number(resources, "registers"), "(counted)"});
  if (!resources["scalar_registers"].is_null())
    table.add({"  scalar registers per wave", number(resources, "scalar_registers"), "(counted)"});
  table.add({"  shared bytes per block", number(resources, "shared_bytes"), "(counted)"});
  table.add({"  spilled bytes per thread", number(resources, "spill_bytes"), "(counted)"});
  table.add({"  stack bytes per thread", number(resources, "stack_bytes"), "(counted)"});
  for (const auto& stage : kernel["stages"])
    table.add({fmt::format("  {}", stage["name"].get<std::string>()),
               fmt::format("{:.1f} ms", stage["seconds"].get<double>() * 1e3), "(measured)"});
  std::string text = table.str();
  return text.substr(text.find('\n') + 1);
}

std::string occupancyText(const nlohmann::json& kernel) {
  const auto& occupancy = kernel["occupancy"];
  const std::string threads = fmt::format("{} threads a block", kernel["block_threads"].get<std::uint64_t>());
  if (occupancy.contains("text"))
    return fmt::format("  occupancy with {}: {} (modelled)\n", threads, occupancy["text"].get<std::string>());
  return fmt::format("  occupancy: not modelled, {}\n", printable(occupancy["reason"].get<std::string>()));
}

std::string partText(const nlohmann::json& part) {
  const std::string language = part["language"];
  if (part["text"].get<std::string>().empty())
    return fmt::format("There is no {} to show: {}.\n", language, part["reason"].get<std::string>());
  return fmt::format("// {}\n{}", language, part["text"].get<std::string>());
}

std::string kernelText(const nlohmann::json& kernel, const CompileOptions& options) {
  std::string text = fmt::format("{} for {}, by {}\n", kernel["kernel"].get<std::string>(),
                                 kernel["target"].get<std::string>(), kernel["compiler"].get<std::string>());
  if (options.show == "intermediate" || options.show == "machine") return text + partText(kernel[options.show]);
  if (options.target != "x86-64") text += resourcesText(kernel) + occupancyText(kernel);
  for (const char* part : {"intermediate", "machine"}) {
    const auto& found = kernel[part];
    const std::string content = found["text"];
    text += content.empty()
                ? fmt::format("  {}: {}\n", found["language"].get<std::string>(),
                              printable(found["reason"].get<std::string>()))
                : fmt::format("  {}: {} lines; --show {} prints them\n", found["language"].get<std::string>(),
                              std::count(content.begin(), content.end(), '\n'), part);
  }
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
    const auto source = sourceOf(options);
    if (!source.ok()) return complain(source.error());
    print("{}", source.value());
    return ExitCode::Done;
  }
  const auto result = compiled(options);
  if (options.json) {
    printJson(result.ok() ? OrderedJson(result.value()) : OrderedJson{{"errors", {errorJson(result.error())}}});
  } else if (result.ok()) {
    for (const auto& kernel : result.value()["kernels"]) print("{}\n", kernelText(kernel, options));
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
  command->add_option("--show", options->show, "Print a text instead of the summary")
      ->check(CLI::IsMember({"source", "intermediate", "machine"}));
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return compile(*options); }; });
}

}  // namespace strata::inline cli
