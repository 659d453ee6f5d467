#include "engine/base/folder_sweeper.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace strata::inline base {

FolderSweeper::~FolderSweeper() {
  m_alive = {};
  if (m_pid < 0) return;
  while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) continue;
}

void FolderSweeper::start(std::string folder) {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) return;
  const UniqueFd read(fds[0]);
  m_alive = UniqueFd(fds[1]);
  // Once more where a child of that process still wrote.
  std::string shell = "/bin/sh", flag = "-c", name = "strata-sweep", command = R"(trap "" HUP INT TERM; read -r none
for try in 1 2 3 4 5; do rm -rf -- "$1" && break; sleep 1; done)";
  char* words[] = {shell.data(), flag.data(), command.data(), name.data(), folder.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_adddup2(&actions, read.get(), STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  if (::posix_spawn(&m_pid, shell.c_str(), &actions, &attributes, words, environ) != 0) m_pid = -1;
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
}

}  // namespace strata::inline base
