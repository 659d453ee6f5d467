#include "engine/interchange/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "engine/base/file_error.h"

namespace strata {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;

Error notAFile(const std::string& name, std::string_view what) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}.", name, what)};
}

bool writeAll(int fd, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(fd, bytes, size);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes += done;
    size -= static_cast<std::size_t>(done);
  }
  return true;
}

/// 0, or an errno of the side that failed.
struct CopyFailure {
  int reading = 0, writing = 0;
};

CopyFailure copyToEnd(int from, int to) {
  std::vector<char> piece(kPiece);
  for (;;) {
    const ssize_t got = ::read(from, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {errno, 0};
    if (got == 0) return {};
    if (!writeAll(to, piece.data(), static_cast<std::size_t>(got))) return {0, errno};
  }
}

}  // namespace

Result<InputFile> InputFile::open(const std::string& name) {
  InputFile file(name == "-" ? "standard input" : name, name == "-" ? "/dev/stdin" : name);
  const int fd = ::open(file.m_path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fileError("read", file.m_name, errno);
  struct stat facts {};
  Result<void> kept;
  if (::fstat(fd, &facts) != 0)
    kept = fileError("read", file.m_name, errno);
  else if (S_ISDIR(facts.st_mode))
    kept = fileError("read", file.m_name, EISDIR);
  else if (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode))
    kept = notAFile(file.m_name, "it is a device, not a file");
  else if (!S_ISREG(facts.st_mode))
    kept = file.keep(fd);
  ::close(fd);
  STRATA_TRY(kept);
  if (::stat(file.path().c_str(), &facts) == 0 && facts.st_size == 0) return notAFile(file.m_name, "it is empty");
  return file;
}

Result<void> InputFile::keep(int from) {
  m_kept = temporaryFolder() + "/strata-input-XXXXXX";
  const int to = ::mkostemp(m_kept.data(), O_CLOEXEC);
  if (to < 0) {
    const Error error = fileError("write", std::exchange(m_kept, {}), errno);
    return error;
  }
  CopyFailure failure = copyToEnd(from, to);
  if (::close(to) != 0 && failure.writing == 0) failure.writing = errno;
  if (failure.reading != 0) return fileError("read", m_name, failure.reading);
  if (failure.writing != 0) return fileError("keep what came through the pipe in", m_kept, failure.writing);
  return {};
}

InputFile::InputFile(InputFile&& other) noexcept
    : m_name(std::move(other.m_name)), m_path(std::move(other.m_path)), m_kept(std::exchange(other.m_kept, {})) {}

InputFile::~InputFile() {
  if (!m_kept.empty()) ::unlink(m_kept.c_str());
}

}  // namespace strata
