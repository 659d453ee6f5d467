#include "engine/protocol/agent_options.h"

#include <CLI/CLI.hpp>

#include "engine/base/version.h"

namespace strata::inline protocol {

namespace {

constexpr double kLongestHangLimit = 1e6;

Duration fromSeconds(double seconds) {
  return {static_cast<std::int64_t>(seconds * 1e9)};
}

}  // namespace

int exitStatusOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::Internal: return 1;
    case ErrorCode::Usage: return kUsageStatus;
    case ErrorCode::CheckFailed: return 4;
    default: return 3;
  }
}

std::variant<AgentCommand, AgentLeaves> parseAgentCommand(int argc, const char* const* argv, const std::string& name,
                                                          const std::string& targets) {
  CLI::App app(
      "Runs experiments on one device: JSON requests, one a line, on standard input; a Perfetto trace on standard "
      "output.\nFor example: echo '{\"id\":1,\"run\":\"matmul\",\"n\":256}' | " +
          name + " > out.pftrace",
      name);
  AgentCommand command;
  bool noTrace = false;
  double hangSeconds = command.options.hangLimit.seconds();
  app.add_option("--device", command.options.deviceIndex, "Which of several devices, counted from 0")
      ->check(CLI::NonNegativeNumber);
  app.add_flag("--no-trace", noTrace, "Answers and results only, no events");
  app.add_flag("--hold-events", command.options.holdEvents,
               "Write a run's events when it is over: for viewers that show nothing until then");
  app.add_flag("--probe", command.probe, "Say what is here and exit: status 0, or 3 if the device cannot be opened");
  CLI::Option* compile = app.add_option("--compile", command.compile.step,
                                        "Say what the compiler makes of a variant (matmul/tiled), as one line of JSON");
  app.add_option("--target", command.compile.target,
                 "What to compile for: " + targets + "; by default the device's architecture")
      ->needs(compile);
  app.add_flag("--own", command.compilesOwn, "Read a kernel of one's own from standard input, to stand in its place")
      ->needs(compile);
  app.add_option("--hang-limit", hangSeconds, "Seconds without a sign of life after which a run counts as hung")
      ->check(CLI::Range(0.1, kLongestHangLimit))
      ->capture_default_str();
  app.set_version_flag("--version", versionOf(name));
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return AgentLeaves{0, app.help()};
  } catch (const CLI::CallForVersion&) {
    return AgentLeaves{0, app.version() + "\n"};
  } catch (const CLI::Error& error) {
    return AgentLeaves{kUsageStatus, name + ": " + error.what() + "; see " + name + " --help.\n"};
  }
  command.compile.deviceIndex = command.options.deviceIndex;
  command.options.trace = !noTrace;
  command.options.hangLimit = fromSeconds(hangSeconds);
  return command;
}

}  // namespace strata::inline protocol
