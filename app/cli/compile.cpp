#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/compile_text.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/session/compilation.h"
#include "app/session/kernel_file.h"
#include "engine/protocol/kernel_build.h"
#include "kernels/operation/operation.h"

namespace strata::inline cli {
namespace {

struct CompileOptions {
  std::string experiment, variant, target = "x86-64", show, against, againstVariant, kernel;
  bool json = false, lines = false;

  /// The text that is meant where a choice has to be made.
  std::string part() const { return show == "intermediate" ? show : "machine"; }
};

/// Of --kernel; none where it was not given.
Result<std::optional<OwnKernel>> ownOf(const CompileOptions& options) {
  if (options.kernel.empty()) return std::optional<OwnKernel>();
  STRATA_ASSIGN(OwnKernel own, readKernelFile(options.kernel, options.variant));
  return std::optional(std::move(own));
}

Result<nlohmann::json> compiled(const CompileOptions& options, const std::string& variant, const std::string& target) {
  STRATA_ASSIGN(auto own, ownOf(options));
  return compiledNow({options.experiment, variant, target, std::move(own)});
}

std::string kernelText(const BuiltKernel& kernel, const CompileOptions& options, const std::optional<OwnKernel>& own) {
  const std::string head =
      fmt::format("{} for {}, by {}\n", kernel.build.kernel, kernel.build.target, kernel.build.compiler);
  if (options.lines) return head + linesText(kernel, options.part(), own);
  return head + (options.show.empty() ? summaryText(kernel, options.target) : wholeText(kernel, options.show));
}

/// The text that is compiled; it is in this program, and no agent is asked.
Result<std::string> sourceOf(const CompileOptions& options) {
  const Operation* operation = findOperation(options.experiment);
  const Step* step = operation ? findStep(*operation, options.variant) : nullptr;
  if (step) return std::string(step->source);
  return Error{ErrorCode::Usage,
               fmt::format("Strata has no kernel of its own for {} {}; strata list {} names what there is.",
                           options.experiment, options.variant, options.experiment)};
}

Result<void> printSource(const CompileOptions& options) {
  STRATA_TRY(backendCompilingFor(options.target));
  STRATA_ASSIGN(const std::string source, sourceOf(options));
  print("{}", source);
  return {};
}

/// With another target or variant beside it.
Result<void> printDifference(const CompileOptions& options) {
  const std::string& variant = options.againstVariant.empty() ? options.variant : options.againstVariant;
  const std::string& target = options.against.empty() ? options.target : options.against;
  STRATA_ASSIGN(const nlohmann::json first, compiled(options, options.variant, options.target));
  STRATA_ASSIGN(const nlohmann::json second, compiled(options, variant, target));
  if (options.json) {
    printJson(OrderedJson{{"version", 1}, {"compiled", OrderedJson(first)}, {"against", OrderedJson(second)}});
    return {};
  }
  STRATA_ASSIGN(const StepBuild one, stepBuildFromJson(first));
  STRATA_ASSIGN(const StepBuild two, stepBuildFromJson(second));
  STRATA_ASSIGN(const auto own, ownOf(options));
  print("{}", differenceText(one, two, options.part(), own));
  return {};
}

Result<void> printCompiled(const CompileOptions& options) {
  STRATA_ASSIGN(const nlohmann::json json, compiled(options, options.variant, options.target));
  if (options.json) {
    OrderedJson all = {{"version", 1}};
    all.update(OrderedJson(json));
    printJson(all);
    return {};
  }
  STRATA_ASSIGN(const StepBuild step, stepBuildFromJson(json));
  STRATA_ASSIGN(const auto own, ownOf(options));
  for (const BuiltKernel& kernel : step.kernels) print("{}\n", kernelText(kernel, options, own));
  return {};
}

ExitCode compile(const CompileOptions& options) {
  const bool two = !options.against.empty() || !options.againstVariant.empty();
  const auto done = options.show == "source" ? printSource(options)
                    : two                    ? printDifference(options)
                                             : printCompiled(options);
  return done.ok() ? ExitCode::Done : complain(done.error(), options.json);
}

}  // namespace

void addCompile(CLI::App& app, Action& action) {
  const auto options = std::make_shared<CompileOptions>();
  CLI::App* command = app.add_subcommand("compile", "What a compiler makes of a variant's kernels; needs no device");
  command->add_option("experiment", options->experiment, "Such as matmul; strata list names them")->required();
  command->add_option("variant", options->variant, "Such as tiled")->required();
  command
      ->add_option("--target", options->target,
                   "x86-64 or a level of it (x86-64-v3), or an architecture: sm_90, gfx90a")
      ->capture_default_str();
  CLI::Option* show = command->add_option("--show", options->show, "Print a text instead of the summary")
                          ->check(CLI::IsMember({"source", "intermediate", "machine"}));
  command->add_flag("--lines", options->lines, "Print each instruction below the line of the source it was made of");
  command->add_option("--against", options->against,
                      "A second target, beside the first: instructions by line and name");
  command->add_option("--against-variant", options->againstVariant, "A second variant, beside the first");
  command->add_option("--kernel", options->kernel, "A kernel of your own (.cu, .cuh, .hip), in the variant's place");
  command->add_flag("--json", options->json, "Print one JSON object")->excludes(show);
  command->callback([options, &action] { action = [options] { return compile(*options); }; });
}

}  // namespace strata::inline cli
