#include "engine/base/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "engine/base/file_error.h"
#include "engine/base/standard_streams.h"

namespace strata::inline base {
namespace {

constexpr std::size_t kLargestWrite = std::size_t{1} << 30;
constexpr std::string_view kStandardOutput = "-";
constexpr mode_t kNewMode = 0666;  ///< less what umask takes

}  // namespace

NewFile::NewFile(const std::string& path, OnSignal onSignal) : m_path(path) {
  if (isStandardOutput(path)) {
    m_fd = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (m_fd < 0) m_error = errno;
    return;
  }
  struct stat there {};
  const bool exists = ::stat(path.c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) {
    m_fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (m_fd < 0) m_error = errno;
    return;
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) {
    m_error = errno;
    return;
  }
  std::error_code ignored;
  const auto place = std::filesystem::weakly_canonical(path, ignored);
  m_place = ignored ? path : place.string();
  openBeside(exists ? S_IRUSR | S_IWUSR : kNewMode, onSignal);  // nobody sees more of it than of what it replaces
  if (exists && m_fd >= 0 && ::fchmod(m_fd, there.st_mode & 07777) != 0) fail(errno);
}

NewFile::~NewFile() {
  if (m_fd >= 0) ::close(m_fd);
}

void NewFile::openBeside(mode_t mode, OnSignal onSignal) {
  for (int attempt = 0; m_fd < 0; ++attempt) {
    const std::string beside = m_place + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
    const SignalsWait wait;
    m_fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (m_fd < 0 && errno == EEXIST) continue;
    if (m_fd < 0) return fail(errno);
    m_beside = TemporaryFile(beside, onSignal);
  }
}

void NewFile::write(std::string_view bytes) {
  while (!bytes.empty() && !failed()) {
    const ssize_t done = ::write(m_fd, bytes.data(), std::min(bytes.size(), kLargestWrite));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EPIPE && isStandardOutput(m_path)) return;  // its reader has seen what it wanted
    if (done < 0) return fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
}

void NewFile::fail(int number) {
  if (m_error == 0) m_error = number;
}

Result<void> NewFile::finish() {
  if (m_fd >= 0 && ::close(m_fd) != 0) fail(errno);
  m_fd = -1;
  if (!failed() && !m_beside.empty()) {
    if (::rename(m_beside.path().c_str(), m_place.c_str()) == 0)
      m_beside.letGo();
    else
      fail(errno);
  }
  if (failed() && isStandardOutput(m_path)) return standardOutputError(m_error);
  if (failed()) return fileError("write", m_path, m_error);
  return {};
}

Result<void> writeWholeFile(const std::string& path, std::string_view bytes) {
  NewFile file(path);
  file.write(bytes);
  return file.finish();
}

bool isStandardOutput(const std::string& path) {
  return path == kStandardOutput;
}

bool isSameFile(const std::string& a, const std::string& b) {
  struct stat first {
  }, second{};
  return ::stat(a.c_str(), &first) == 0 && ::stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

}  // namespace strata::inline base
