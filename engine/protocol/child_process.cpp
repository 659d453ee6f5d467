#include "engine/protocol/child_process.h"

#include <fcntl.h>
#include <spawn.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

extern char** environ;

namespace strata::inline protocol {

namespace {

constexpr int kPipeBytes = 1 << 20;

struct Pipe {
  UniqueFd read, write;
};

/// A number above the standard streams, so that handing it to the child as one of them never meets another.
UniqueFd aboveStandard(UniqueFd fd) {
  if (fd.get() > STDERR_FILENO) return fd;
  return UniqueFd(::fcntl(fd.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Error failed(std::string_view what, int number) {
  return {ErrorCode::Io, fmt::format("The agent could not be started: {}: {}. Close other programs or files and try "
                                     "again.",
                                     what, std::strerror(number))};
}

Result<Pipe> makePipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return failed("no pipe", errno);
  Pipe pipe{aboveStandard(UniqueFd(fds[0])), aboveStandard(UniqueFd(fds[1]))};
  if (!pipe.read.valid() || !pipe.write.valid()) return failed("no pipe", errno);
  return pipe;
}

void setNonBlocking(const UniqueFd& fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

/// What posix_spawn is told, freed with the object.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&m_actions);
    ::posix_spawnattr_init(&m_attributes);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&m_attributes, &none);
    ::posix_spawnattr_setsigdefault(&m_attributes, &all);
    ::posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&m_actions);
    ::posix_spawnattr_destroy(&m_attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  void give(const UniqueFd& fd, int as) { ::posix_spawn_file_actions_adddup2(&m_actions, fd.get(), as); }

  /// A variable of the child's environment beside ours.
  void say(std::string variable) { m_variable = std::move(variable); }

  Result<pid_t> spawn(const std::string& command) {
    std::string shell = "/bin/sh", flag = "-c", text = command;
    char* arguments[] = {shell.data(), flag.data(), text.data(), nullptr};
    std::vector<char*> environment;
    for (char** variable = environ; *variable; ++variable)
      if (m_variable.empty() || !sameName(*variable)) environment.push_back(*variable);
    if (!m_variable.empty()) environment.push_back(m_variable.data());
    environment.push_back(nullptr);
    pid_t pid = -1;
    const int problem = ::posix_spawn(&pid, shell.c_str(), &m_actions, &m_attributes, arguments, environment.data());
    if (problem != 0) return failed("no process", problem);
    return pid;
  }

 private:
  bool sameName(std::string_view variable) const {
    return variable.starts_with(std::string_view(m_variable).substr(0, m_variable.find('=') + 1));
  }

  std::string m_variable;
  posix_spawn_file_actions_t m_actions;
  posix_spawnattr_t m_attributes;
};

}  // namespace

Result<Child> startShell(const std::string& command, Inherited inherited) {
  STRATA_ASSIGN(Pipe input, makePipe());
  STRATA_ASSIGN(Pipe output, makePipe());
  STRATA_ASSIGN(Pipe error, makePipe());
  ::fcntl(output.read.get(), F_SETPIPE_SZ, kPipeBytes);
  for (const UniqueFd* ours : {&input.write, &output.read, &error.read}) setNonBlocking(*ours);
  SpawnPlan plan;
  plan.give(input.read, STDIN_FILENO);
  plan.give(output.write, STDOUT_FILENO);
  plan.give(error.write, STDERR_FILENO);
  const UniqueFd more = inherited.fd.valid() ? aboveStandard(std::move(inherited.fd)) : UniqueFd();
  if (more.valid()) {
    plan.give(more, kInheritedFd);
    plan.say(fmt::format("{}={}", inherited.variable, kInheritedFd));
  }
  STRATA_ASSIGN(const pid_t pid, plan.spawn(command));
  return Child{pid, {std::move(input.write), std::move(output.read), std::move(error.read)}};
}

}  // namespace strata::inline protocol
