#include <fmt/core.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/session/agents.h"
#include "app/session/choices.h"
#include "app/still/device_text.h"
#include "app/still/printable.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "layers/workloads/experiments.h"

namespace strata::inline cli {
namespace {

using Type = ParameterInfo::Type;

std::string typeText(const ParameterInfo& parameter) {
  switch (parameter.type) {
    case Type::Integer: return "integer";
    case Type::Number: return "number";
    case Type::Choice: return "choice";
    case Type::Text: return "text";
    case Type::File: return "file";
    case Type::Picture: return "picture";
  }
  return {};
}

/// As many choices as would make the column wide stand behind the help.
bool hasManyChoices(const ParameterInfo& parameter) {
  constexpr std::size_t kUsual = 8;
  return parameter.choices.size() > kUsual;
}

std::string rangeText(const ParameterInfo& parameter) {
  if (hasManyChoices(parameter)) return fmt::format("one of {}", parameter.choices.size());
  if (parameter.type == Type::Choice) return CLI::detail::join(parameter.choices, "|");
  if (!(parameter.min < parameter.max)) return {};
  if (parameter.type != Type::Integer) return fmt::format("{:.10g} to {:.10g}", parameter.min, parameter.max);
  constexpr double kMostExact = 9007199254740991.0;  // a double tells no larger ones apart
  if (parameter.max >= kMostExact) return fmt::format("{:.0f} or more", parameter.min);
  return fmt::format("{:.0f} to {:.0f}", parameter.min, parameter.max);
}

std::string defaultText(const ParameterInfo& parameter) {
  return parameter.defaultValue->is_null() ? "as " + parameter.follows : parameter.defaultValue->dump();
}

std::string helpText(const ParameterInfo& parameter) {
  if (!hasManyChoices(parameter)) return parameter.help;
  return fmt::format("{} One of {}.", parameter.help, CLI::detail::join(parameter.choices, ", "));
}

std::string experimentText(const ExperimentInfo& info) {
  std::string text = fmt::format("{}: {}. {}\n", info.name, info.title, info.help);
  TextTable parameters({"  parameter", "type", "default", "range", "unit", "what it is"});
  for (std::size_t column : {1u, 2u, 3u, 4u, 5u}) parameters.alignLeft(column);
  for (const ParameterInfo& p : info.parameters)
    parameters.add({"  " + p.name, typeText(p), defaultText(p), rangeText(p), p.unit, helpText(p)});
  TextTable variants({"  variant", "made for", "what it shows"});
  for (std::size_t column : {1u, 2u}) variants.alignLeft(column);
  for (const VariantInfo& v : info.variants)
    variants.add({"  " + v.name, madeForText(v.madeFor), fmt::format("{}. {}", v.title, v.idea)});
  return text + parameters.str() + variants.str();
}

std::string devicesText(const std::vector<AgentReport>& reports) {
  std::string text = "devices\n";
  for (const AgentReport& report : reports) {
    for (const DeviceInfo& device : report.devices) text += fmt::format("  {}\n", deviceText(device));
    if (!report.usable) text += fmt::format("  {}: not here. {}\n", report.backend, printable(report.reason));
  }
  return text;
}

OrderedJson devicesJson(const std::vector<AgentReport>& reports, bool usable) {
  OrderedJson devices = OrderedJson::array();
  for (const AgentReport& report : reports) {
    if (!usable && !report.usable) devices.push_back({{"device", report.backend}, {"reason", report.reason}});
    if (usable)
      for (const DeviceInfo& device : report.devices) devices.push_back(OrderedJson(toJson(device)));
  }
  return devices;
}

/// A line each.
std::string overviewText() {
  TextTable table({"experiment", "what it runs"});
  table.alignLeft(1);
  for (const ExperimentInfo* info : experiments())
    table.add({info->name, fmt::format("{}. {}", info->title, info->help)});
  return table.str() + "`strata list matmul` has the parameters and variants of one of them.\n\n";
}

Result<std::vector<const ExperimentInfo*>> chosen(const std::string& name) {
  if (name.empty()) return std::vector(experiments().begin(), experiments().end());
  STRATA_ASSIGN(const ExperimentInfo* info, findExperiment(name));
  return std::vector{info};
}

void listJson(const std::vector<const ExperimentInfo*>& infos) {
  const auto reports = probeAgents();
  OrderedJson all = OrderedJson::array();
  for (const ExperimentInfo* info : infos) all.push_back(OrderedJson(toJson(*info)));
  OrderedJson object = {{"version", 1}};
  object["experiments"] = std::move(all);
  object["devices"] = devicesJson(reports, true);
  object["unavailable"] = devicesJson(reports, false);
  printJson(object);
}

ExitCode list(const std::string& name, bool json) {
  const auto infos = chosen(name);
  if (!infos.ok()) return complain(infos.error(), json);
  if (json)
    listJson(infos.value());
  else if (name.empty())
    print("{}{}", overviewText(), devicesText(probeAgents()));
  else
    print("{}", experimentText(*infos.value().front()));
  return ExitCode::Done;
}

}  // namespace

void addList(CLI::App& app, Action& action) {
  struct Options {
    std::string experiment;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("list", "Experiments and the devices here; of one its parameters and variants");
  command->add_option("experiment", options->experiment, "Only this one, with its parameters and variants");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return list(options->experiment, options->json); }; });
}

}  // namespace strata::inline cli
