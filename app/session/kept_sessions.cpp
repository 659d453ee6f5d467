#include "app/session/kept_sessions.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/session/kept_file.h"
#include "engine/base/folder.h"
#include "engine/base/shipped.h"
#include "engine/base/unique_fd.h"

namespace strata::inline session {
namespace {

constexpr std::size_t kMostKept = 8;
constexpr std::uint64_t kMostKeptBytes = std::uint64_t{2} << 30;  ///< of all but the newest

/// Of a file that nobody can open for writing: Held, too.
KeptFile::Claim claimOf(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  return file.valid() ? KeptFile::claim(file.get()) : KeptFile::Claim::Held;
}

std::vector<std::string> filesIn(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const std::filesystem::path& path : entriesOf(folder, ignored))
    if (std::filesystem::is_regular_file(path, ignored)) files.push_back(path.string());
  return files;
}

/// Killed, with threads that have not noticed.
bool isEnding(pid_t pid) {
  constexpr unsigned long kExiting = 0x4;  // PF_EXITING of include/linux/sched.h
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name = text.rfind(')');
  if (name == std::string::npos) return false;
  std::istringstream fields(text.substr(name + 1));
  char state = 0;
  int skipped = 0;
  unsigned long flags = 0;
  fields >> state;
  for (int i = 0; i < 5; ++i) fields >> skipped;
  fields >> flags;
  return state == 'Z' || state == 'X' || (flags & kExiting);
}

/// Processes that hold a file locked, as the kernel lists them: "1: FLOCK ADVISORY WRITE 4711 fe:00:1099 0 EOF".
std::vector<pid_t> holdersOf(std::uint64_t inode) {
  std::vector<pid_t> holders;
  std::ifstream file("/proc/locks");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string number, kind, advisory, access, place;
    pid_t pid = 0;
    if (words >> number >> kind >> advisory >> access >> pid >> place && place.ends_with(fmt::format(":{}", inode)))
      holders.push_back(pid);
  }
  return holders;
}

}  // namespace

std::string keptSessionsFolder() {
  const auto state = stateFolder();
  return state.empty() ? std::string() : (state / "unsaved").string();
}

std::vector<KeptSession> keptSessions(const std::string& folder) {
  std::vector<KeptSession> sessions;
  for (std::string& path : filesIn(folder)) {
    if (claimOf(path) == KeptFile::Claim::Held) continue;
    struct stat about {};
    if (path.ends_with(KeptFile::kWorthlessEnding) || ::stat(path.c_str(), &about) != 0 || about.st_size == 0) continue;
    const auto since = std::chrono::seconds(about.st_mtim.tv_sec) + std::chrono::nanoseconds(about.st_mtim.tv_nsec);
    const bool onlyBeginning = KeptFile::isOnlyBeginning(path);
    sessions.push_back(
        {std::move(path),
         std::chrono::system_clock::time_point(std::chrono::duration_cast<std::chrono::system_clock::duration>(since)),
         static_cast<std::uint64_t>(about.st_size), onlyBeginning});
  }
  std::ranges::sort(sessions, std::ranges::greater{}, &KeptSession::changed);
  return sessions;
}

bool someAreBeingLeft(const std::string& folder) {
  return std::ranges::any_of(filesIn(folder), [](const std::string& path) {
    struct stat about {};
    return ::stat(path.c_str(), &about) == 0 && std::ranges::any_of(holdersOf(about.st_ino), isEnding);
  });
}

void forgetKeptSession(const std::string& path) {
  if (claimOf(path) != KeptFile::Claim::Held) ::unlink(path.c_str());
}

void trimKeptSessions(const std::string& folder) {
  const auto trim = [](const std::string& path) {
    if (claimOf(path) == KeptFile::Claim::Ours) ::unlink(path.c_str());
  };
  const std::vector<KeptSession> sessions = keptSessions(folder);
  const auto among = [&](const std::string& path) { return std::ranges::find(sessions, path, &KeptSession::path); };
  for (const std::string& path : filesIn(folder))
    if (among(path) == sessions.end()) trim(path);
  std::uint64_t bytes = 0;
  for (std::size_t i = 1; i < sessions.size(); ++i) {
    bytes += sessions[i].bytes;
    if (i >= kMostKept || bytes > kMostKeptBytes) trim(sessions[i].path);
  }
}

}  // namespace strata::inline session
