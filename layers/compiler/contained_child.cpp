#include "layers/compiler/contained_child.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace strata::inline compiler {
namespace {

using What = ContainedStep::What;

constexpr int kNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWIPC;

/// Like fork; −1 where the system refuses the namespaces.
pid_t divide(int namespaces) {
  return static_cast<pid_t>(::syscall(SYS_clone, namespaces | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

bool writeTo(const char* file, const std::string& text) {
  const int fd = ::open(file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool all = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(fd);
  return all;
}

bool setReadOnly(const char* path, bool all, bool readOnly) {
  mount_attr attributes{};
  (readOnly ? attributes.attr_set : attributes.attr_clr) = MOUNT_ATTR_RDONLY;
  return ::syscall(SYS_mount_setattr, AT_FDCWD, path, all ? AT_RECURSIVE : 0, &attributes, sizeof(attributes)) == 0;
}

bool limit(int what, rlim_t most) {
  const rlimit limits{most, most};
  return ::setrlimit(static_cast<__rlimit_resource>(what), &limits) == 0;
}

}  // namespace

const char* stepWords(What what) {
  switch (what) {
    case What::Namespaces:
      return "This system gives the compiler no namespaces, so it is not kept from the network, nor from other folders";
    case What::Users: return "The compiler's namespace has no user";
    case What::Folder: return "The compiler may write to other folders";
    case What::Limits: return "The compiler's memory and files are not limited";
  }
  return "";
}

ContainedPlan::ContainedPlan(const ContainedProgram& program, std::string path, int words, int report)
    : m_program(program),
      m_path(std::move(path)),
      m_words(words),
      m_report(report),
      m_userMap(fmt::format("{0} {0} 1\n", ::geteuid())),
      m_groupMap(fmt::format("{0} {0} 1\n", ::getegid())) {
  for (const std::string& word : program.words) m_arguments.push_back(const_cast<char*>(word.c_str()));
  m_arguments.push_back(nullptr);
  for (char** variable = environ; *variable; ++variable)
    if (!std::string_view(*variable).starts_with("TMPDIR=")) m_environment.emplace_back(*variable);
  m_environment.push_back("TMPDIR=" + program.folder);
  m_environment.emplace_back("CCACHE_DISABLE=1");  // it writes elsewhere
  for (std::string& variable : m_environment) m_variables.push_back(variable.data());
  m_variables.push_back(nullptr);
}

pid_t ContainedPlan::start() const {
  pid_t pid = divide(kNamespaces);
  if (pid == 0) runChild(true);
  if (pid > 0) return pid;
  refused(What::Namespaces);
  pid = divide(0);
  if (pid == 0) runChild(false);
  return pid;
}

void ContainedPlan::refused(What what) const {
  const ContainedStep step{what, errno};
  [[maybe_unused]] const ssize_t written = ::write(m_report, &step, sizeof(step));
}

void ContainedPlan::runChild(bool inNamespaces) const {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setsid();
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(m_words, STDOUT_FILENO);
  ::dup2(m_words, STDERR_FILENO);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  if (inNamespaces) {
    mapUsers();
    guardFolder();
  }
  setLimits();
  constexpr unsigned kFirst = 3;
  ::syscall(SYS_close_range, kFirst, ~0U, CLOSE_RANGE_CLOEXEC);
  if (::chdir(m_program.folder.c_str()) == 0) ::execve(m_path.c_str(), m_arguments.data(), m_variables.data());
  ::_exit(kNotStarted);
}

void ContainedPlan::mapUsers() const {
  writeTo("/proc/self/setgroups", "deny");
  if (!writeTo("/proc/self/uid_map", m_userMap) || !writeTo("/proc/self/gid_map", m_groupMap)) refused(What::Users);
}

/// All is for reading but the folder.
void ContainedPlan::guardFolder() const {
  const char* folder = m_program.folder.c_str();
  const bool done = ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                    ::mount(folder, folder, nullptr, MS_BIND, nullptr) == 0 && setReadOnly("/", true, true) &&
                    setReadOnly(folder, false, false);
  if (!done) refused(What::Folder);
}

void ContainedPlan::setLimits() const {
  if (!limitThisProcess(m_program.limits)) refused(What::Limits);
}

bool limitThisProcess(const ContainedLimits& limits) {
  const auto seconds = static_cast<rlim_t>(limits.longest.seconds()) + 1;
  return limit(RLIMIT_CORE, 0) && limit(RLIMIT_CPU, seconds) && limit(RLIMIT_AS, limits.memoryBytes) &&
         limit(RLIMIT_FSIZE, limits.fileBytes);
}

}  // namespace strata::inline compiler
