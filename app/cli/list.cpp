#include <fmt/core.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/session/agents.h"
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

std::string rangeText(const ParameterInfo& parameter) {
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

std::string experimentText(const ExperimentInfo& info) {
  std::string text = fmt::format("{}: {}. {}\n", info.name, info.title, info.help);
  TextTable parameters({"  parameter", "type", "default", "range", "unit", "what it is"});
  for (std::size_t column : {1u, 4u, 5u}) parameters.alignLeft(column);
  for (const ParameterInfo& p : info.parameters)
    parameters.add({"  " + p.name, typeText(p), defaultText(p), rangeText(p), p.unit, p.help});
  TextTable variants({"  variant", "made for", "what it shows"});
  for (std::size_t column : {1u, 2u}) variants.alignLeft(column);
  for (const VariantInfo& v : info.variants)
    variants.add({"  " + v.name, madeForText(v.madeFor), fmt::format("{}. {}", v.title, v.idea)});
  return text + parameters.str() + variants.str();
}

std::string devicesText(const std::vector<AgentReport>& reports) {
  std::string text = "devices\n";
  for (const AgentReport& report : reports) {
    for (const DeviceInfo& device : report.devices)
      text += fmt::format("  {}: {}, {}, {} {}s, {}\n", device.key(), printable(device.name),
                          printable(device.architecture), device.computeUnits, printable(device.computeUnitName),
                          formatBytes(device.memoryBytes));
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

ExitCode list(bool json) {
  const auto reports = probeAgents();
  if (!json) {
    for (const ExperimentInfo* info : experiments()) print("{}\n", experimentText(*info));
    print("{}", devicesText(reports));
    return ExitCode::Done;
  }
  OrderedJson all = OrderedJson::array();
  for (const ExperimentInfo* info : experiments()) all.push_back(OrderedJson(toJson(*info)));
  OrderedJson object = {{"version", 1}};
  object["experiments"] = std::move(all);
  object["devices"] = devicesJson(reports, true);
  object["unavailable"] = devicesJson(reports, false);
  printJson(object);
  return ExitCode::Done;
}

}  // namespace

void addList(CLI::App& app, Action& action) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("list", "Experiments with their parameters and variants, and the devices here");
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([json, &action] { action = [json] { return list(*json); }; });
}

}  // namespace strata::inline cli
