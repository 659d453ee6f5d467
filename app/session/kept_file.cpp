#include "app/session/kept_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>

#include "engine/base/folder.h"

namespace strata::inline session {
namespace {

constexpr std::string_view kEnding = ".pftrace", kBeginning = ".beginning.pftrace";

/// The newest is the one that was shown last, not the one that was recorded last. By the exact time: the file system's
/// own goes in steps of some milliseconds.
void setShownNow(const std::string& path) {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const timespec both[2] = {now, now};
  ::utimensat(AT_FDCWD, path.c_str(), both, 0);
}

}  // namespace

KeptFile::Claim KeptFile::claim(int fd) {
  if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return Claim::Ours;
  return errno == EWOULDBLOCK ? Claim::Held : Claim::Unknown;
}

KeptFile::~KeptFile() {
  if (m_path.empty()) return;
  if (m_worth)
    setShownNow(name());
  else
    giveUp();
}

void KeptFile::giveUp() {
  if (m_path.empty()) return;
  ::unlink(name().c_str());
  m_path.clear();
}

int KeptFile::make(const std::string& folder) {
  const auto refused = makeOwnFolder(folder);
  const std::string ending = std::string(kEnding) + (m_worth ? "" : kWorthlessEnding);
  std::string name = folder + "/session-XXXXXX" + ending;
  const int fd = ::mkostemps(name.data(), static_cast<int>(ending.size()), O_CLOEXEC);
  if (fd < 0 && refused) errno = refused.value();  // that of the folder says more
  if (fd < 0) return fd;
  claim(fd);
  m_path = name.substr(0, name.size() - ending.size()) + std::string(kEnding);
  return fd;
}

Result<void> KeptFile::takeUp(const std::string& path, int fd) {
  if (claim(fd) == Claim::Held)
    return Error{ErrorCode::Io,
                 fmt::format("Cannot open {}: another window of Strata Studio has this session open.", path)};
  m_path = path;
  m_worth = true;
  setShownNow(path);
  return {};
}

void KeptFile::setWorth(bool worth) {
  if (worth == m_worth) return;
  const std::string before = name();
  m_worth = worth;
  if (!m_path.empty()) std::rename(before.c_str(), name().c_str());
}

bool KeptFile::isOnlyBeginning(const std::string& path) {
  return path.ends_with(kBeginning);
}

void KeptFile::setOnlyBeginning() {
  if (m_path.empty() || isOnlyBeginning(m_path)) return;
  const std::string path = m_path, before = name();
  m_path = path.substr(0, path.size() - kEnding.size()) + std::string(kBeginning);
  if (std::rename(before.c_str(), name().c_str()) != 0) m_path = path;
}

}  // namespace strata::inline session
