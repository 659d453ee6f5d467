#include "engine/protocol/agent_faults.h"

#include <fmt/format.h>

#include <csignal>

#include "engine/protocol/advice.h"

namespace strata::inline protocol {
namespace {

std::string subject(const AgentMoment& moment) {
  const std::string what = moment.what.empty() ? "The agent" : moment.what;
  return moment.lastSeen.empty() ? what : fmt::format("{} (last seen: {})", what, moment.lastSeen);
}

/// "matmul_tiled<32> and copy H→D"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty()) text += &name == &names.back() ? " and " : ", ";
    text += name;
  }
  return text;
}

std::string crashName(const Crash& crash) {
  const std::string address = fmt::format("{:#x}", crash.address);
  if (crash.stackIsFull()) return "its stack is full: local arrays that are too large, or calls without end (SIGSEGV)";
  switch (crash.signal) {
    case SIGSEGV: return "an illegal address, " + address + " (SIGSEGV)";
    case SIGBUS: return "an address without memory behind it, " + address + " (SIGBUS)";
    case SIGFPE: return "an arithmetic error such as a division by zero (SIGFPE)";
    case SIGILL: return "an instruction this processor does not have (SIGILL)";
    case SIGABRT: return "it gave up: no memory, an exception or a failed assertion (SIGABRT)";
    default: return fmt::format("signal {}", crash.signal);
  }
}

}  // namespace

std::string silentFor(Duration limit, const Silence& silence) {
  const std::string own = fmt::format("{:g} s", limit.seconds());
  return silence.machineWasBusy()
             ? fmt::format("{}, and for {:.0f} s more in which other programs or the disk kept it waiting", own,
                           silence.excused.seconds())
             : own;
}

Error openingHung(const std::string& what, Duration limit, const Silence& silence) {
  return {ErrorCode::AgentDied,
          fmt::format("{} has not come back for {}, so the device's driver does not answer; the agent ends. "
                      "The kernel log (dmesg) may say why. {}",
                      what, silentFor(limit, silence), kToOpenLater),
          Storey::Driver};
}

Error workHung(const AgentMoment& moment, Duration limit, const Silence& silence) {
  const std::string silent =
      fmt::format("{} has shown no sign of life for {}", subject(moment), silentFor(limit, silence));
  if (moment.running.empty())
    return {ErrorCode::AgentDied,
            fmt::format("{}, and the device has nothing to do that Strata gave it: the program or a library hangs. The "
                        "agent ends. {}",
                        silent, kToHangLater)};
  return {ErrorCode::AgentDied,
          fmt::format("{} while the device works on {}, which hangs or takes longer than that; the agent ends. {}",
                      silent, listed(moment.running), kToWorkLonger),
          Storey::Hardware};
}

Error workWouldNotStop(const AgentMoment& moment) {
  const std::string at = moment.running.empty() ? "" : fmt::format(" (the device works on {})", listed(moment.running));
  return {ErrorCode::AgentDied, fmt::format("{} was told to stop and did not{}; the agent ends.", subject(moment), at),
          moment.running.empty() ? Storey::Other : Storey::Hardware};
}

Error crashed(const AgentMoment& moment, const Crash& crash) {
  if (crash.noMemory)
    return {
        ErrorCode::OutOfMemory,
        fmt::format("{} ended: there is not enough memory. Try a smaller size, or allow more (ulimit -v, or the limit "
                    "of the container). All that was recorded before is kept; the next Run starts a new agent.",
                    subject(moment))};
  const std::string at =
      moment.running.empty() ? "" : fmt::format(" while the device worked on {}", listed(moment.running));
  const bool kernel = moment.runsInThisProcess && !moment.running.empty();
  const std::string where =
      moment.crashedAt.empty() ? "" : fmt::format("\n{}: error: {}", moment.crashedAt, crashName(crash));
  return {ErrorCode::AgentDied,
          fmt::format("{} crashed{}: {}. All that was recorded before is kept; the next Run starts a new agent.{}",
                      subject(moment), at, crashName(crash), where),
          kernel ? Storey::Hardware : Storey::Other};
}

}  // namespace strata::inline protocol
