#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/protocol/agent_facts.h"
#include "engine/protocol/request.h"
#include "engine/protocol/workload.h"

namespace strata::inline protocol {

/// What makes one agent different from another.
struct AgentParts {
  std::string name;     ///< "strata-agent-cpu"
  std::string targets;  ///< what `compile` takes, in words: "sm_80, sm_90a and others that NVRTC knows"
  std::function<Result<std::unique_ptr<Device>>(int index)> openDevice;
  /// Attaches observation (runtime, driver, hardware storeys) to an opened device; kept alive while the agent runs.
  std::function<std::shared_ptr<void>(Device&, TraceRecorder&)> observe;
  /// Waits until the recorder has all that the device finished, where a profiler tells late; may be empty.
  std::function<void()> settle;
  std::function<std::vector<StoreyState>(Device*, ProbeDepth)> probeStoreys;  ///< device is nullptr where none opened
  std::vector<std::unique_ptr<Workload>> workloads;
  /// "mine.cu:12" where an instruction is of a text that somebody brought; may be empty. Another thread has crashed.
  std::function<std::string(std::uintptr_t pc)> lineOf = {};
  /// What a compiler makes of a variant's kernels for a target ("sm_90"), without a device; may be empty. `own` is
  /// built in the variant's place, nullptr: the variant itself.
  std::function<Result<nlohmann::json>(const std::string& experiment, const std::string& variant,
                                       const std::string& target, const OwnKernel* own)>
      compile;
};

struct AgentOptions {
  int inputFd = 0, outputFd = 1;
  int stopFd = -1;   ///< readable: stop the work and leave (a terminating signal); -1: none
  int crashFd = -1;  ///< of catchCrashes(); -1: none
  int deviceIndex = 0;
  bool trace = true;
  bool holdEvents = false;  ///< the trace's events are written when a request is done: TraceWriterOptions::hold
  /// The watchdog: a run without progress or API call for so long ends the agent, and so does a device that does not
  /// open.
  Duration hangLimit{10'000'000'000};
};

/// Parses the agent's command line, moves the real standard output to a private descriptor (so that libraries that
/// print cannot break the stream), and serves requests until end of input. Ends the program at once
/// (endAtOnce); returns the exit status only where a sanitizer has to look for leaks.
/// Exit statuses: 0 served, 2 wrong usage, 3 the device cannot be opened, 5 the work or the device hung, 6 no standard
/// output. Unless a viewer attached, the first request that was answered with an Error decides: 1 a bug, 2 wrong usage,
/// 4 a check failed, else 3.
int agentMain(int argc, char** argv, AgentParts parts);

/// The same without a command line, for tests. The workloads are destroyed before the device is, so `parts` serve once.
int serveAgent(AgentParts& parts, const AgentOptions& options);

}  // namespace strata::inline protocol
