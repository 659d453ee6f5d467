#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <span>

#include "app/cli/bench_figures.h"
#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/cli/stop_signal.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
namespace {

struct BenchOptions {
  std::string name, model, promptIds;
  bool json = false;
};

struct Bench {
  std::string name;
  std::function<Result<BenchFigures>(const BenchOptions&)> measure;
};

Result<BenchFigures> interchangeFigures() {
  STRATA_ASSIGN(BenchFigures figures, exportFigures());
  STRATA_ASSIGN(const BenchFigures imports, importFigures());
  figures.insert(figures.end(), imports.begin(), imports.end());
  return figures;
}

const std::vector<Bench>& benches() {
  static const std::vector<Bench> kBenches = {{"recorder", [](const BenchOptions&) { return recorderFigures(); }},
                                              {"store", [](const BenchOptions&) { return storeFigures(); }},
                                              {"interchange", [](const BenchOptions&) { return interchangeFigures(); }},
                                              {"timeline", [](const BenchOptions&) { return timelineFigures(); }},
                                              {"kernels", [](const BenchOptions&) { return kernelFigures(); }},
                                              {"tracing", [](const BenchOptions&) { return tracingFigures(); }},
                                              {"model", [](const BenchOptions&) { return modelFigures(); }},
                                              {"frames", [](const BenchOptions&) { return frameFigures(); }},
                                              {"watch", [](const BenchOptions&) { return watchFigures(); }},
                                              {"transformer", [](const BenchOptions& options) {
                                                 return transformerFigures(options.model, options.promptIds);
                                               }}};
  return kBenches;
}

std::string budgetText(const BenchFigure& figure) {
  if (figure.atMost) return fmt::format("≤ {}", formatFigure(*figure.atMost));
  return figure.atLeast ? fmt::format("≥ {}", formatFigure(*figure.atLeast)) : std::string{};
}

std::string figuresText(const std::string& name, const BenchFigures& figures) {
  TextTable table({name, "value", "unit", "kind", "budget", ""});
  for (std::size_t column : {2u, 3u, 5u}) table.alignLeft(column);
  for (const BenchFigure& f : figures)
    table.add({"  " + f.name, formatFigure(f.value), f.unit, std::string(provenanceKey(f.kind)), budgetText(f),
               !f.hasBudget() ? ""
               : f.met()      ? "met"
                              : "MISSED"});
  return table.str();
}

OrderedJson figureJson(const BenchFigure& figure) {
  const auto optional = [](const auto& value) { return value ? OrderedJson(*value) : OrderedJson(nullptr); };
  OrderedJson json = {{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}};
  json["kind"] = provenanceKey(figure.kind);
  json["at_most"] = optional(figure.atMost);
  json["at_least"] = optional(figure.atLeast);
  json["met"] = figure.hasBudget() ? OrderedJson(figure.met()) : OrderedJson(nullptr);
  return json;
}

OrderedJson figuresJson(const std::string& name, const BenchFigures& figures) {
  OrderedJson list = OrderedJson::array();
  for (const BenchFigure& figure : figures) list.push_back(figureJson(figure));
  return {{"bench", name}, {"figures", std::move(list)}};
}

std::vector<std::string> benchNames() {
  std::vector<std::string> names;
  for (const Bench& bench : benches()) names.push_back(bench.name);
  return names;
}

std::string benchesText() {
  const std::vector<std::string> names = benchNames();
  return fmt::format(
      "{} or {}; all by default. On two cores all take about a quarter of an hour: frames and kernels "
      "several minutes each, model some two, the others a minute at most",
      fmt::join(std::span(names).first(names.size() - 1), ", "), names.back());
}

Result<void> checkName(const std::string& chosen) {
  const std::vector<std::string> names = benchNames();
  if (chosen.empty() || std::ranges::find(names, chosen) != names.end()) return {};
  return Error{ErrorCode::Usage, fmt::format("There is no bench '{}'; {}", chosen, suggestion(chosen, names))};
}

std::vector<const Bench*> chosenBenches(const BenchOptions& options) {
  std::vector<const Bench*> chosen;
  for (const Bench& each : benches())
    if (options.name.empty() || each.name == options.name) chosen.push_back(&each);
  return chosen;
}

/// Error Stopped where somebody asked for that before it had ended.
Result<BenchFigures> measuredUnlessStopped(const Bench& bench, const BenchOptions& options, StopSignal& stop) {
  const auto task = std::make_shared<std::packaged_task<Result<BenchFigures>()>>(
      [&bench, options] { return bench.measure(options); });
  auto figures = task->get_future();
  if (stop.await([task] { (*task)(); })) return figures.get();
  return Error{ErrorCode::Stopped,
               fmt::format("The bench {} was stopped; what was measured before it is printed.", bench.name)};
}

ExitCode bench(const BenchOptions& options) {
  if (const auto known = checkName(options.name); !known.ok()) return complain(known.error(), options.json);
  ExitCode code = ExitCode::Done;
  OrderedJson all = OrderedJson::array(), errors = OrderedJson::array();
  StopSignal stop;
  const auto chosen = chosenBenches(options);
  for (std::size_t i = 0; i < chosen.size() && code != ExitCode::Interrupted; ++i) {
    remark("bench {}, {} of {}\n", chosen[i]->name, i + 1, chosen.size());
    const auto figures = measuredUnlessStopped(*chosen[i], options, stop);
    if (!figures.ok()) {
      errors.push_back(errorJson(figures.error()));
      code = complain(figures.error());
    } else if (options.json) {
      all.push_back(figuresJson(chosen[i]->name, figures.value()));
    } else {
      print("{}\n", figuresText(chosen[i]->name, figures.value()));
    }
  }
  if (options.json) printJson({{"version", 1}, {"benches", std::move(all)}, {"errors", std::move(errors)}});
  return code;
}

}  // namespace

void addBench(CLI::App& app, Action& action) {
  const auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "What recording, storing, the library path and a token cost here");
  command->add_option("name", options->name, benchesText());
  command->add_option("--model", options->model,
                      "For transformer: the model, instead of the one that comes with Strata");
  command->add_option("--prompt-ids", options->promptIds, "For transformer: the prompt as ids, \"1 403 407\"");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return bench(*options); }; });
}

}  // namespace strata::inline cli
