#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/facts/variant_facts.h"
#include "app/still/units.h"
#include "engine/interchange/input_file.h"
#include "engine/protocol/json_fields.h"
#include "engine/protocol/run_result.h"
#include "kernels/operation/operation.h"
#include "layers/workloads/experiments.h"

namespace strata::inline cli {
namespace {

/// What `strata run --json` printed for one ladder.
struct RecordedRun {  // NOLINT(bugprone-exception-escape): sees json's move throw
  std::string device;
  std::string backend;
  nlohmann::json parameters;
  std::vector<RunResult> results;

  const RunResult* find(std::string_view variant) const {
    for (const RunResult& result : results)
      if (result.variant == variant) return &result;
    return nullptr;
  }
};

Result<nlohmann::json> readRuns(const std::string& file) {
  STRATA_ASSIGN(const InputFile input, InputFile::open(file));
  std::ifstream stream(input.path());
  auto json = nlohmann::json::parse(stream, nullptr, /*allow_exceptions=*/false);
  if (json.is_array()) return json;
  if (json.is_object() && json.contains("experiment")) return nlohmann::json::array({std::move(json)});
  return Error{ErrorCode::Io, fmt::format("{} holds nothing that strata run --json printed, and no list of it.", file)};
}

RecordedRun runOf(const nlohmann::json& runs, std::string_view experiment) {
  RecordedRun recorded;
  for (const nlohmann::json& run : runs) {
    if (textField(run, "experiment") != experiment) continue;
    recorded.device = textField(run, "device_name");
    recorded.backend = textField(run, "device");
    if (const nlohmann::json* parameters = field(run, "parameters")) recorded.parameters = *parameters;
    const nlohmann::json* results = field(run, "runs");
    for (const nlohmann::json& result : results ? *results : nlohmann::json::array())
      if (auto read = runResultFromJson(result); read.ok()) recorded.results.push_back(std::move(read).value());
  }
  return recorded;
}

std::string figureText(const RunResult& result, std::string_view name, std::string (*format)(std::optional<double>)) {
  const Figure* figure = result.figure(name);
  return figure ? format(figure->value) : "–";
}

/// A routine that a recording of all steps has not.
bool isOfOtherAgents(const ExperimentInfo& info, const RecordedRun& run, const VariantInfo& variant) {
  return variant.file.empty() && !run.find(variant.name) &&
         std::ranges::all_of(info.variants, [&](const VariantInfo& v) { return v.file.empty() || run.find(v.name); });
}

std::string measuredCells(const ExperimentInfo& info, const RecordedRun& run, const VariantInfo& variant) {
  if (isOfOtherAgents(info, run, variant))
    return fmt::format("strata-agent-{} has no library for it. | | |", run.backend);
  const RunResult* result = run.find(variant.name);
  if (!result) return "– | – | – | –";
  if (result->status != RunResult::Status::Ok) return fmt::format("{} | | |", result->message);
  return fmt::format("{} | {} | {} | {}", formatSeconds(result->seconds.median), formatFigure(result->gflops),
                     formatFigure(result->gbytesPerSecond), figureText(*result, "share_of_roof", formatShare));
}

/// "AMD EPYC, whose roofs are 211 GFLOP/s and 24.1 GB/s": a recording keeps no more of its machine.
std::string deviceText(const RecordedRun& run) {
  for (const RunResult& result : run.results) {
    const Figure *flop = result.figure("roof_flop_per_s"), *bytes = result.figure("roof_bytes_per_s");
    if (flop && bytes)
      return fmt::format("{}, whose roofs are {} GFLOP/s and {} GB/s", run.device, formatFigure(flop->value / 1e9),
                         formatFigure(bytes->value / 1e9));
  }
  return run.device;
}

std::string parametersText(const ExperimentInfo& info, const RecordedRun& run) {
  std::string text;
  for (const ParameterInfo& parameter : info.parameters)
    if (const auto value = run.parameters.find(parameter.name); value != run.parameters.end() && !parameter.ofRun)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name,
                          value->is_string() ? value->get<std::string>() : value->dump());
  return text;
}

std::string nameCell(const VariantInfo& variant) {
  return variant.file.empty() ? fmt::format("**{}**", variant.name)
                              : fmt::format("[{}](../{})", variant.name, variant.file);
}

/// "469 ms, load unit"; of a step that runs at the other size and not at this one, why.
std::string modelledCell(const VariantInfo& variant, const RunResult* result, const RunResult* measured) {
  if (!result) return "–";
  if (result->modelled)
    return fmt::format("{}, {}", formatSeconds(result->modelled->seconds), boundWords(result->modelled->bound));
  const bool isForGpus = variant.madeFor && *variant.madeFor != MadeFor::Processors;
  return isForGpus && measured && measured->wasRun() ? result->message : "–";
}

/// Which GPU, at which size.
std::string modelledText(const ExperimentInfo& info, const RecordedRun& run) {
  const auto found = std::ranges::find_if(run.results, [](const RunResult& r) { return r.modelled.has_value(); });
  if (found == run.results.end()) return {};
  return fmt::format(
      "Last column: time on {}, where nothing ran, and what holds it up, both modelled ([how](gpu-model.md)): {}.\n\n",
      found->modelled->gpuTitle, parametersText(info, run));
}

std::string ladderText(const ExperimentInfo& info, const RecordedRun& run, const RecordedRun& modelled) {
  std::string text = fmt::format("## {}: {}\n\n{}\n\n", info.name, info.title, info.help);
  if (!run.results.empty())
    text += fmt::format("Recorded on {}: {}. Time, GFLOP/s, roofs: measured; GB/s, share of the roof: modelled.\n\n",
                        deviceText(run), parametersText(info, run));
  const std::string there = modelledText(info, modelled);
  text += there;
  text += fmt::format(
      "| step | what it teaches | made for | time | GFLOP/s | GB/s | of roof |{}\n|---|---|---|---|---|---|---|{}\n",
      there.empty() ? "" : " modelled on a GPU |", there.empty() ? "" : "---|");
  for (const VariantInfo& variant : info.variants) {
    const RunResult* measured = run.find(variant.name);
    text += fmt::format("| {} | **{}.** {} | {} | {} |", nameCell(variant), variant.title, variant.idea,
                        madeForText(variant.madeFor), measuredCells(info, run, variant));
    text += there.empty() ? "\n" : fmt::format(" {} |\n", modelledCell(variant, modelled.find(variant.name), measured));
  }
  return text + "\n";
}

ExitCode kernels(const std::string& file, const std::string& modelledFile) {
  const auto runs = readRuns(file);
  if (!runs.ok()) return complain(runs.error());
  const auto modelled = modelledFile.empty() ? Result<nlohmann::json>(nlohmann::json::array()) : readRuns(modelledFile);
  if (!modelled.ok()) return complain(modelled.error());
  print(
      "# The ladders\n\nEach ladder is one operation computed in several ways, starting with the plainest; each step "
      "adds one idea to the one before. The roof is the most that the device's arithmetic and memory allow, both as "
      "measured there; data in its caches arrives faster than from memory, so a step can exceed 100 %. A step made for "
      "GPUs lets threads share memory, wait for each other or work as warps, which a CPU has to do one thread after "
      "another; in one made for CPUs each thread works alone in wide registers. The CPU runs every step, with the "
      "right result, and so do GPUs, but for steps of the matrix unit where a GPU has none for the type: two of these, "
      "matmul's unit_specialised and attention's specialised, need NVIDIA's Hopper (sm_90). This page is made from the "
      "catalogue and from recorded runs by `./dev docs`, and a test compares it: do not edit it. A recording keeps of "
      "its machine the device's name and the roofs measured there. Run a ladder with `strata run NAME`; `strata list` "
      "has its parameters.\n\n");
  for (const ExperimentInfo* info : experiments())
    if (findOperation(info->name))
      print("{}", ladderText(*info, runOf(runs.value(), info->name), runOf(modelled.value(), info->name)));
  return ExitCode::Done;
}

}  // namespace

void addKernels(CLI::App& app, Action& action) {
  const auto file = std::make_shared<std::string>(), modelled = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("kernels", "The ladders as a page in Markdown: what each step teaches");
  command->add_option("--runs", *file, "What `strata run --json` printed, or a JSON list of it")->required();
  command->add_option("--modelled", *modelled, "Likewise, of runs with times=modelled");
  command->callback([=, &action] { action = [=] { return kernels(*file, *modelled); }; });
}

}  // namespace strata::inline cli
