#include "engine/interchange/import_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "engine/interchange/json_document.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

std::uint64_t countOf(const Json& value) {
  return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

std::uint32_t unitsOf(const Json& value) {
  const std::uint64_t count = countOf(value);
  return count <= UINT32_MAX ? static_cast<std::uint32_t>(count) : 0;
}

std::int64_t deviceNumberOf(const Json& value, std::size_t place) {
  const std::int64_t said = indexOf(value);
  return said >= 0 ? said : static_cast<std::int64_t>(place);
}

bool isAmds(std::string_view name) {
  return name.find("AMD") != name.npos || name.find("Radeon") != name.npos;
}

/// Of AMD's devices HIP states numbers under the same names that are no compute capability.
bool isNvidias(const Json& device) {
  return !isAmds(textOf(memberOf(device, "name"))) && memberOf(device, "warpSize") == Json(32);
}

SessionMessage importMessage(const ImportFacts& facts) {
  std::uint64_t skipped = 0;
  for (const auto& [what, count] : facts.leftOut) skipped += count;
  Json json = {{"format", facts.format},    {"tool", facts.tool},
               {"devices", Json::array()},  {"skipped", skipped},
               {"left_out", facts.leftOut}, {"arrow_ends_without_start", facts.arrowEndsWithoutStart}};
  for (const ImportedDevice& device : facts.devices) {
    json["devices"].push_back(device.name);
    json["architectures"].push_back(device.architecture);
    json["compute_units"].push_back(device.computeUnits);
    json["memory_bytes"].push_back(device.memoryBytes);
    json["device_numbers"].push_back(device.number);
  }
  if (facts.rank) json["rank"] = *facts.rank;
  if (facts.worldSize) json["world_size"] = *facts.worldSize;
  if (!facts.backend.empty()) json["backend"] = facts.backend;
  if (!facts.machine.empty()) json["machine"] = facts.machine;
  if (!facts.clocks.empty()) json["clocks"] = facts.clocks;
  if (facts.baseNs != 0) json["base_ns"] = std::to_string(facts.baseNs);
  if (facts.cutOff) json[kCutOffKey] = true;
  if (facts.holdsEvents) json[kHoldsEventsKey] = true;
  return {MessageKind::Import, json.dump(-1, ' ', false, Json::error_handler_t::replace), {}};
}

}  // namespace

void addImportMessage(TraceStore& store, ImportFacts facts) {
  if (facts.baseNs != 0) store.setWallClock(facts.baseNs);
  facts.holdsEvents = store.snapshot()->bounds().has_value();
  store.addMessage(importMessage(facts));
}

std::optional<ImportFacts> importFactsOf(const SessionMessage& message) {
  if (message.kind != MessageKind::Import) return std::nullopt;
  const Json json = Json::parse(message.json, nullptr, false);
  ImportFacts facts;
  facts.format = textOf(memberOf(json, "format"));
  facts.tool = textOf(memberOf(json, "tool"));
  const Json &devices = memberOf(json, "devices"), &leftOut = memberOf(json, "left_out");
  const Json &architectures = memberOf(json, "architectures"), &units = memberOf(json, "compute_units"),
             &memory = memberOf(json, "memory_bytes"), &numbers = memberOf(json, "device_numbers");
  for (std::size_t i = 0; i < (devices.is_array() ? devices.size() : 0); ++i)
    facts.devices.push_back({std::string(textOf(devices[i])), std::string(textOf(elementOf(architectures, i))),
                             unitsOf(elementOf(units, i)), countOf(elementOf(memory, i)),
                             deviceNumberOf(elementOf(numbers, i), i)});
  if (leftOut.is_object())
    for (const auto& [what, count] : leftOut.items()) facts.leftOut[what] = countOf(count);
  facts.arrowEndsWithoutStart = countOf(memberOf(json, "arrow_ends_without_start"));
  if (const Json& rank = memberOf(json, "rank"); rank.is_number_integer()) facts.rank = rank.get<std::int64_t>();
  if (const std::int64_t size = indexOf(memberOf(json, "world_size")); size > 0) facts.worldSize = size;
  facts.backend = textOf(memberOf(json, "backend"));
  facts.machine = textOf(memberOf(json, "machine"));
  facts.clocks = textOf(memberOf(json, "clocks"));
  facts.baseNs = std::strtoll(std::string(textOf(memberOf(json, "base_ns"))).c_str(), nullptr, 10);
  facts.cutOff = memberOf(json, kCutOffKey) == Json(true);
  facts.holdsEvents = memberOf(json, kHoldsEventsKey) == Json(true);
  return facts;
}

std::string leftOutText(const std::map<std::string, std::uint64_t>& leftOut) {
  std::string text;
  for (const auto& [what, count] : leftOut)
    text.append(text.empty() ? "" : "; ").append(what).append(": ").append(std::to_string(count));
  return text;
}

void takeDistributed(std::string_view text, ImportFacts& facts) {
  const Json json = Json::parse(text, nullptr, false);
  if (const std::int64_t rank = indexOf(memberOf(json, "rank")); rank >= 0) facts.rank = rank;
  if (const std::int64_t size = indexOf(memberOf(json, "world_size")); size > 0) facts.worldSize = size;
  facts.backend = textOf(memberOf(json, "backend"));
}

std::string architectureOf(std::int64_t computeMajor, std::int64_t computeMinor) {
  return computeMajor > 0 && computeMinor >= 0 ? fmt::format("sm_{}{}", computeMajor, computeMinor) : std::string();
}

std::string_view computeUnitOf(const ImportedDevice& device) {
  if (isAmds(device.name)) return "CU";
  return device.architecture.empty() ? "" : "SM";
}

std::vector<ImportedDevice> importedDevices(std::string_view text) {
  std::vector<ImportedDevice> devices;
  const Json json = Json::parse(text, nullptr, false);
  for (std::size_t i = 0; i < (json.is_array() ? json.size() : 0); ++i) {
    const Json& name = memberOf(json[i], "name");
    if (!name.is_string()) continue;
    ImportedDevice& device = devices.emplace_back(ImportedDevice{std::string(textOf(name))});
    device.computeUnits = unitsOf(memberOf(json[i], "numSms"));
    device.memoryBytes = countOf(memberOf(json[i], "totalGlobalMem"));
    device.number = deviceNumberOf(memberOf(json[i], "id"), i);
    if (isNvidias(json[i]))
      device.architecture =
          architectureOf(indexOf(memberOf(json[i], "computeMajor")), indexOf(memberOf(json[i], "computeMinor")));
  }
  std::ranges::stable_sort(devices, {}, &ImportedDevice::number);
  return devices;
}

}  // namespace strata::inline interchange
