#include "layers/compiler/contained_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fmt/format.h>

#include "engine/base/unique_fd.h"
#include "layers/compiler/contained_child.h"
#include "layers/compiler/tools.h"

namespace strata::inline compiler {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20;
constexpr int kLookMs = 20;

struct ChildPipe {
  UniqueFd read, write;
  bool open() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) return false;
    read = UniqueFd(fds[0]);
    write = UniqueFd(fds[1]);
    return true;
  }
};

/// Kills and reaps what is still there.
class RunningChild {
 public:
  explicit RunningChild(pid_t pid) : m_pid(pid) {}
  ~RunningChild() { kill(); }
  RunningChild(const RunningChild&) = delete;
  RunningChild& operator=(const RunningChild&) = delete;

  void kill() {
    if (m_pid <= 0) return;
    ::kill(-m_pid, SIGKILL);  // where it has no namespace of processes, its group
    ::kill(m_pid, SIGKILL);
    wait();
  }
  /// Returns its status once it has ended.
  int wait() {
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) continue;
    m_pid = -1;
    return status;
  }

 private:
  pid_t m_pid;
};

/// Takes what there is to read; false at the end.
bool takeWords(int fd, std::string& words) {
  std::array<char, 4096> bytes;
  const ssize_t count = ::read(fd, bytes.data(), bytes.size());
  if (count > 0 && words.size() < kMostBytes) words.append(bytes.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

std::string refusal(int report) {
  std::string text;
  ContainedStep step{};
  while (::read(report, &step, sizeof(step)) == sizeof(step))
    text += fmt::format("{}{}: {}.", text.empty() ? "" : " ", stepWords(step.what), std::strerror(step.error));
  return text;
}

pid_t startChild(const ContainedProgram& program, const ChildPipe& words, const ChildPipe& report) {
  const ContainedPlan plan(program, toolPath(program.words.front()), words.write.get(), report.write.get());
  return plan.start();
}

}  // namespace

ContainedRun runContained(const ContainedProgram& program, const std::stop_token& stop) {
  using End = ContainedRun::End;
  ContainedRun run;
  ChildPipe words, report;
  if (!words.open() || !report.open()) return run;
  const pid_t pid = startChild(program, words, report);
  if (pid < 0) return run;
  RunningChild child(pid);
  words.write = {};
  report.write = {};
  const HostTime end = hostNow() + program.limits.longest;
  for (;;) {
    pollfd waiting{words.read.get(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kLookMs);
    if (ready > 0 && !takeWords(words.read.get(), run.words)) break;
    if (stop.stop_requested()) run.end = End::Stopped;
    if (hostNow() > end) run.end = End::TooLong;
    if (run.end != End::Never) break;
  }
  run.notContained = refusal(report.read.get());
  if (run.end != End::Never) return run;
  const int status = child.wait();
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  run.end = code == 0 ? End::Well : code == kNotStarted ? End::Never : End::Badly;
  return run;
}

std::string tookTooLong(const ContainedLimits& limits) {
  return fmt::format("It did not come to an end within {:g} s.", limits.longest.seconds());
}

std::string neededTooMuch(const ContainedLimits& limits) {
  return fmt::format("The compiler needs more than the {:g} GiB of memory that it gets: is there an endless template?",
                     static_cast<double>(limits.memoryBytes) / static_cast<double>(std::uint64_t{1} << 30));
}

bool wantsMemory(const std::string& words) {
  constexpr std::string_view kWords[] = {"out of memory", "memory exhausted", "Cannot allocate memory", "bad_alloc"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return words.find(word) != std::string::npos; });
}

}  // namespace strata::inline compiler
