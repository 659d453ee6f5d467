#include "layers/workloads/common/roofs.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/file_error.h"
#include "engine/base/folder.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "kernels/operation/cpu_level.h"

namespace strata::inline workloads {
namespace {

/// Other kernels, sizes or ways to measure may reach another roof. A processor's kernels are of a level that can be
/// asked for, and the memory beside it is its machine's.
std::string keyOf(const DeviceInfo& device, const std::string& machine) {
  constexpr std::string_view kKernels = "5";
  const std::string every =
      fmt::format("{}/{}/{}/{}", device.backend, device.name, device.architecture, device.computeUnits);
  if (!device.isProcessor()) return fmt::format("{}/{}", every, kKernels);
  return fmt::format("{}/kernels {}/{}{}{}", every, cpuLevel(), kKernels, machine.empty() ? "" : "/", machine);
}

nlohmann::json readFile(const std::filesystem::path& file) {
  auto json = nlohmann::json::parse(readIfThere(file), nullptr, /*allow_exceptions=*/false);
  return json.is_object() ? json : nlohmann::json::object();
}

std::error_code makeFolderOf(const std::filesystem::path& file) {
  return makeOwnFolder(file.parent_path());
}

}  // namespace

double Roofs::attainable(double flop, double bytes) const {
  return bytes > 0 ? std::min(flops, bytesPerSecond * flop / bytes) : flops;
}

std::int64_t Roofs::rest() const {
  constexpr std::int64_t kMinute = 60, kLongest = 60 * kMinute, kMostDoublings = 6;
  return std::min(kLongest, kMinute << std::clamp<std::int64_t>(busyTries - 1, 0, kMostDoublings));
}

std::filesystem::path RoofKeeper::defaultFile() {
  const std::filesystem::path cache = cacheFolder();
  return cache.empty() ? cache : cache / "roofs.json";
}

std::optional<Roofs> RoofKeeper::kept(const DeviceInfo& device) const {
  const nlohmann::json all = readFile(m_file);
  const auto found = all.find(keyOf(device, m_machine.id));
  if (found == all.end() || !found->is_object()) return std::nullopt;
  const auto number = [&](const char* name) {
    const auto field = found->find(name);
    return field != found->end() && field->is_number() ? field->get<double>() : 0.0;
  };
  const auto text = [&](const char* name) {
    const auto field = found->find(name);
    return field != found->end() && field->is_string() ? field->get<std::string>() : std::string();
  };
  const auto whole = [&](const char* name) {
    const auto field = found->find(name);
    return field != found->end() && field->is_number_integer() ? field->get<std::int64_t>() : 0;
  };
  const Roofs roofs{
      .bytesPerSecond = number("bytes_per_s"),
      .flops = number("flop_per_s"),
      .memoryStep = text("memory_step"),
      .peakStep = text("peak_step"),
      .confirmed = {whole("confirmed_at"), number("confirmed_bytes_per_s"), number("confirmed_flop_per_s")},
      .measuredAt = whole("measured_at"),
      .bytesReachedAt = whole("bytes_reached_at"),
      .flopsReachedAt = whole("flop_reached_at"),
      .processorShare = number("processor_share"),
      .busyTries = whole("busy_tries")};
  if (!(roofs.bytesPerSecond > 0) || !(roofs.flops > 0)) return std::nullopt;
  return roofs;
}

Result<void> RoofKeeper::keep(const DeviceInfo& device, const Roofs& roofs) const {
  constexpr std::string_view kElsewhere = " XDG_CACHE_HOME names the folder in which roofs are kept.";
  if (m_file.empty()) return Error{ErrorCode::Io, "There is no home folder to keep them in." + std::string(kElsewhere)};
  nlohmann::json all = readFile(m_file);
  all[keyOf(device, m_machine.id)] = {{"bytes_per_s", roofs.bytesPerSecond},
                                      {"flop_per_s", roofs.flops},
                                      {"memory_step", roofs.memoryStep},
                                      {"peak_step", roofs.peakStep},
                                      {"confirmed_at", roofs.confirmed.at},
                                      {"confirmed_bytes_per_s", roofs.confirmed.bytesPerSecond},
                                      {"confirmed_flop_per_s", roofs.confirmed.flops},
                                      {"measured_at", roofs.measuredAt},
                                      {"bytes_reached_at", roofs.bytesReachedAt},
                                      {"flop_reached_at", roofs.flopsReachedAt},
                                      {"processor_share", roofs.processorShare},
                                      {"busy_tries", roofs.busyTries}};
  const auto elsewhere = [&](const Error& error) {
    return Error{ErrorCode::Io, error.message + std::string(kElsewhere)};
  };
  if (const std::error_code refused = makeFolderOf(m_file))
    return elsewhere(fileError("make the folder", m_file.parent_path().string(), refused.value()));
  const auto written = writeWholeFile(m_file.string(), all.dump(1) + '\n');
  if (!written.ok()) return elsewhere(written.error());
  return {};
}

bool RoofKeeper::seemsWritable() const {
  if (m_file.empty()) return false;
  makeFolderOf(m_file);
  const std::string folder = (m_file.parent_path() / ".").string();
  std::error_code ignored;
  const bool isFile = std::filesystem::is_regular_file(m_file, ignored),
             isThere = isFile || ::access(m_file.c_str(), F_OK) == 0;
  return ::access(folder.c_str(), W_OK) == 0 && (!isThere || (isFile && ::access(m_file.c_str(), W_OK) == 0));
}

RoofClaim RoofKeeper::claim() const {
  if (!m_file.empty()) makeFolderOf(m_file);
  return {m_file, m_machine.claim};
}

}  // namespace strata::inline workloads
