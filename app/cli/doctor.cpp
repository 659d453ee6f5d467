#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/session/agents.h"
#include "app/still/printable.h"
#include "app/still/text_table.h"

namespace strata::inline cli {
namespace {

std::string sentence(const StoreyState& state) {
  std::string text = printable(state.reason);
  if (!state.available && !state.remedy.empty()) text += (text.empty() ? "" : " ") + printable(state.remedy);
  return text;
}

std::string agentText(const AgentReport& report) {
  std::string text = report.backend + ": ";
  if (!report.usable) text += "not usable. " + printable(report.reason) + "\n";
  for (const DeviceInfo& device : report.devices)
    text += fmt::format("{}{}\n", &device == &report.devices.front() ? "" : "     ", printable(device.name));
  if (report.storeys.empty()) return text;
  TextTable table({"  storey", "", "what", "version", ""});
  for (std::size_t column : {1u, 2u, 3u, 4u}) table.alignLeft(column);
  for (const StoreyState& state : report.storeys)
    table.add({fmt::format("  {}", storeyInfo(state.storey).key), state.available ? "present" : "MISSING",
               printable(state.name), printable(state.version), sentence(state)});
  return text + table.str();
}

OrderedJson agentJson(const AgentReport& report) {
  OrderedJson json = {{"agent", report.backend}, {"usable", report.usable}};
  json["reason"] = report.reason.empty() ? OrderedJson(nullptr) : OrderedJson(report.reason);
  json["devices"] = OrderedJson::array();
  for (const DeviceInfo& device : report.devices) json["devices"].push_back(OrderedJson(toJson(device)));
  json["storeys"] = OrderedJson::array();
  for (const StoreyState& state : report.storeys) json["storeys"].push_back(OrderedJson(toJson(state)));
  return json;
}

ExitCode doctor(bool json) {
  const auto reports = probeAgents();
  OrderedJson agents = OrderedJson::array();
  for (const AgentReport& report : reports) {
    if (json)
      agents.push_back(agentJson(report));
    else
      print("{}\n", agentText(report));
  }
  if (json) printJson({{"version", 1}, {"agents", std::move(agents)}});
  const auto cpu = std::find_if(reports.begin(), reports.end(), [](const auto& r) { return r.backend == "cpu"; });
  if (cpu != reports.end() && cpu->usable) return ExitCode::Done;
  return complain({ErrorCode::Unavailable,
                   fmt::format("Not even the CPU agent works here. {}", cpu == reports.end() ? "" : cpu->reason)});
}

}  // namespace

void addDoctor(CLI::App& app, Action& action) {
  const auto json = std::make_shared<bool>(false);
  CLI::App* command =
      app.add_subcommand("doctor", "What can be used of each storey here: present, or missing and what to do");
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([json, &action] { action = [json] { return doctor(*json); }; });
}

}  // namespace strata::inline cli
