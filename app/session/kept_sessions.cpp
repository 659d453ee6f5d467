#include "app/session/kept_sessions.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/session/kept_file.h"

namespace strata {
namespace {

constexpr std::size_t kMostKept = 8;
constexpr std::uint64_t kMostKeptBytes = std::uint64_t{2} << 30;  ///< of all but the newest

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// No process has it open.
bool isFree(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool free = ::flock(fd, LOCK_EX | LOCK_NB) == 0;
  ::close(fd);
  return free;
}

std::vector<std::string> freeFiles(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (std::string path = at->path().string(); at->is_regular_file(error) && isFree(path))
      files.push_back(std::move(path));
  return files;
}

}  // namespace

std::string keptSessionsFolder() {
  const std::string state = variable("XDG_STATE_HOME"), home = variable("HOME");
  if (state.empty() && home.empty()) return {};
  return (state.empty() ? home + "/.local/state" : state) + "/strata/unsaved";
}

std::vector<KeptSession> keptSessions(const std::string& folder) {
  std::vector<KeptSession> sessions;
  for (std::string& path : freeFiles(folder)) {
    struct stat about {};
    if (path.ends_with(KeptFile::kWorthlessEnding) || ::stat(path.c_str(), &about) != 0 || about.st_size == 0) continue;
    const auto since = std::chrono::seconds(about.st_mtim.tv_sec) + std::chrono::nanoseconds(about.st_mtim.tv_nsec);
    sessions.push_back(
        {std::move(path),
         std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(since)),
         static_cast<std::uint64_t>(about.st_size)});
  }
  std::ranges::sort(sessions, std::ranges::greater{}, &KeptSession::changed);
  return sessions;
}

void forgetKeptSession(const std::string& path) {
  if (isFree(path)) ::unlink(path.c_str());
}

void trimKeptSessions(const std::string& folder) {
  const std::vector<KeptSession> sessions = keptSessions(folder);
  const auto among = [&](const std::string& path) { return std::ranges::find(sessions, path, &KeptSession::path); };
  for (const std::string& path : freeFiles(folder))
    if (among(path) == sessions.end()) forgetKeptSession(path);
  std::uint64_t bytes = 0;
  for (std::size_t i = 1; i < sessions.size(); ++i) {
    bytes += sessions[i].bytes;
    if (i >= kMostKept || bytes > kMostKeptBytes) forgetKeptSession(sessions[i].path);
  }
}

}  // namespace strata
