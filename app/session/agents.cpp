#include "app/session/agents.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <iterator>
#include <optional>

#include "app/session/session.h"
#include "engine/base/exception_error.h"
#include "engine/base/shell_word.h"

namespace strata::inline session {
namespace {

constexpr Duration kHangLimit{10'000'000'000};  ///< an agent's own, unless told another
constexpr Duration kLastWords{3'000'000'000};   ///< for an agent to say what hangs, and to end
constexpr int kMostDevices = 16;

struct Backend {
  std::string_view name;
  std::string_view whereBuilt;  ///< "./dev build" makes its agent there
};

// In the order in which "best" chooses.
constexpr std::array<Backend, 3> kBackends{{
    {"cuda", " where the CUDA toolkit is installed"},
    {"hip", " where hipcc is installed"},
    {"cpu", ""},
}};

std::string folderOfThisProgram() {
  std::array<char, PATH_MAX> path{};
  const ssize_t length = ::readlink("/proc/self/exe", path.data(), path.size());
  const std::string_view exe(path.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
  return std::string(exe.substr(0, exe.rfind('/')));
}

/// The first of the places for a program of this installation to which access(2) grants this right; empty: none.
std::string placeOf(std::string_view program, int right) {
  for (const char* place : {"", "/../bin"}) {
    std::string path = fmt::format("{}{}/{}", folderOfThisProgram(), place, program);
    if (::access(path.c_str(), right) == 0) return path;
  }
  return {};
}

std::string agentPath(std::string_view backend) {
  return programOfStrata(fmt::format("strata-agent-{}", backend));
}

using HangLimit = std::optional<Duration>;

std::string agentCommand(const std::string& path, int index, HangLimit hangLimit) {
  std::string command = shellQuoted(path);
  if (index != 0) command += fmt::format(" --device {}", index);
  if (hangLimit) command += hangLimitOption(*hangLimit);
  return command;
}

/// Why this installation cannot start that agent, and what to do. The CPU's comes with Strata's own package.
std::string noAgent(const Backend& backend) {
  const std::string program = fmt::format("strata-agent-{}", backend.name);
  if (const std::string file = placeOf(program, F_OK); !file.empty())
    return fmt::format("{0} is there, but this user may not execute it: chmod a+x {0}", shellWord(file));
  return fmt::format(
      "There is no {} beside this program, in {}. Install its package (sudo apt install {}) or, from Strata's sources, "
      "build it with ./dev build{}.",
      program, folderOfThisProgram(), backend.name == "cpu" ? "strata" : program, backend.whereBuilt);
}

void giveReason(const Session& session, AgentReport& report) {
  report.reason = "It found no device.";
  const auto errors = session.errors();
  // What is not there at all says more than that it cannot be opened.
  const bool closed = !errors.empty() && errors.front().code == ErrorCode::Unavailable;
  if (errors.empty() || closed)
    for (const StoreyState& state : session.storeys())
      if (state.storey == Storey::Hardware && !state.available) {
        report.reason = fmt::format("{} {}", state.reason, state.remedy);
        return;
      }
  if (errors.empty()) return;
  report.reason = errors.front().message;
  if (errors.front().storey != Storey::Other) report.storey = errors.front().storey;
}

/// Adds what one probe of one device says; false if there is no such device.
bool probeDevice(const std::string& path, int index, HangLimit hangLimit, AgentReport& report,
                 const std::stop_token& stop) {
  const Duration patience = hangLimit.value_or(kHangLimit) + kLastWords;
  SessionOptions options;
  options.silenceLimit = patience;
  Session session(options);
  const std::string command = agentCommand(path, index, hangLimit);
  if (const auto started = session.start(command + " --probe"); !started.ok()) {
    report.reason = started.error().message;
    return false;
  }
  const std::stop_callback hurry(stop, [&session] { session.killAgent(); });
  session.finish(patience);
  const auto hello = session.hello();
  if (index == 0) report.storeys = session.storeys();
  if (!hello || hello->device.backend.empty()) {
    if (index == 0) giveReason(session, report);
    return false;
  }
  report.devices.push_back(hello->device);
  report.commands.push_back(command);
  return true;
}

AgentReport probeBackend(const Backend& backend, HangLimit hangLimit = {}, const std::stop_token& stop = {}) {
  AgentReport report;
  report.backend = backend.name;
  const std::string path = agentPath(backend.name);
  if (path.empty()) {
    report.reason = noAgent(backend);
    if (backend.name != "cpu") report.reason += " The CPU is there with --device cpu.";
    return report;
  }
  const int most = backend.name == "cpu" ? 1 : kMostDevices;
  for (int index = 0; index < most && probeDevice(path, index, hangLimit, report, stop);) ++index;
  report.usable = !report.devices.empty();
  return report;
}

Result<AgentChoice> chooseBest(HangLimit hangLimit) {
  std::string reason;  // of the last
  for (const Backend& backend : kBackends) {
    const AgentReport report = probeBackend(backend, hangLimit);
    if (report.usable)
      return AgentChoice{std::string(backend.name), agentCommand(agentPath(backend.name), 0, hangLimit)};
    reason = fmt::format("The {} agent: {}", backend.name, report.reason);
  }
  return Error{ErrorCode::Unavailable,
               fmt::format("No agent of this installation found a device. {} strata doctor says more.", reason),
               Storey::Hardware};
}

struct DeviceName {
  const Backend* backend = nullptr;
  int index = 0;
};

std::optional<DeviceName> parseDevice(std::string_view text) {
  DeviceName name;
  const auto colon = text.find(':');
  const auto found = std::find_if(kBackends.begin(), kBackends.end(),
                                  [&](const Backend& b) { return b.name == text.substr(0, colon); });
  if (found == kBackends.end()) return std::nullopt;
  name.backend = &*found;
  if (colon == std::string_view::npos) return name;
  const std::string_view number = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), name.index);
  if (error != std::errc{} || end != number.data() + number.size() || name.index < 0) return std::nullopt;
  return name;
}

Error noSuchDevice(const std::string& device, const AgentReport& report) {
  std::string why = report.reason;
  if (report.usable) why = fmt::format("{} has {} device(s), numbered from 0.", report.backend, report.devices.size());
  return {ErrorCode::Unavailable, fmt::format("Device {} is not available here. {}", device, why), report.storey};
}

}  // namespace

std::string programOfStrata(std::string_view name) {
  return placeOf(name, X_OK);
}

std::vector<std::string> agentBackends() {
  std::vector<std::string> names;
  names.reserve(std::size(kBackends));
  for (const Backend& backend : kBackends) names.emplace_back(backend.name);
  return names;
}

AgentReport probeAgent(const std::string& backend, const std::stop_token& stop) {
  try {
    return probeBackend(*std::ranges::find(kBackends, backend, &Backend::name), {}, stop);
  } catch (const std::exception& thrown) {
    AgentReport report;
    report.backend = backend;
    report.reason = exceptionError("Looking for it", thrown).message;
    return report;
  }
}

std::vector<AgentReport> probeAgents() {
  std::vector<AgentReport> reports;
  reports.reserve(std::size(kBackends));
  for (const Backend& backend : kBackends) reports.push_back(probeBackend(backend));
  return reports;
}

Result<std::string> agentProgram(const std::string& backend) {
  const std::string path = agentPath(backend);
  if (!path.empty()) return shellQuoted(path);
  const auto known =
      std::find_if(kBackends.begin(), kBackends.end(), [&](const Backend& b) { return b.name == backend; });
  return Error{ErrorCode::Unavailable, noAgent(*known), Storey::Compiler};
}

std::string hangLimitOption(Duration limit) {
  return fmt::format(" --hang-limit {}", limit.seconds());
}

Result<AgentChoice> chooseAgent(const std::string& device, std::optional<Duration> hangLimit) {
  if (device == "best") return chooseBest(hangLimit);
  const auto name = parseDevice(device);
  if (!name)
    return Error{
        ErrorCode::Usage,
        fmt::format("There is no device '{}'; say best, cpu, cuda, hip, or cuda:1 for one of several.", device)};
  const AgentReport report = probeBackend(*name->backend, hangLimit);
  if (static_cast<std::size_t>(name->index) >= report.devices.size()) return noSuchDevice(device, report);
  return AgentChoice{device, agentCommand(agentPath(report.backend), name->index, hangLimit)};
}

}  // namespace strata::inline session
