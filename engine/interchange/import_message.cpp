#include "engine/interchange/import_message.h"

#include <nlohmann/json.hpp>

namespace strata {

SessionMessage importMessage(const ImportFacts& facts) {
  const nlohmann::json json = {{"format", facts.format},
                               {"tool", facts.tool},
                               {"devices", facts.devices},
                               {"skipped", facts.skipped},
                               {"arrow_ends_without_start", facts.arrowEndsWithoutStart}};
  return {MessageKind::Import, json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace), {}};
}

std::vector<std::string> deviceNames(std::string_view text) {
  std::vector<std::string> names;
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) return names;
  for (const nlohmann::json& device : json) {
    const auto name = device.is_object() ? device.find("name") : device.end();
    if (device.is_object() && name != device.end() && name->is_string()) names.push_back(name->get<std::string>());
  }
  return names;
}

}  // namespace strata
