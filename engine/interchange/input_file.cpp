#include "engine/interchange/input_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "engine/base/file_error.h"

namespace strata::inline interchange {
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

/// What comes through a pipe.
Result<std::string_view> nextOf(int from, std::vector<char>& piece, const std::string& name) {
  ssize_t got = 0;
  do got = ::read(from, piece.data(), piece.size());
  while (got < 0 && errno == EINTR);
  if (got < 0) return fileError("read", name, errno);
  return std::string_view(piece.data(), static_cast<std::size_t>(got));
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
    kept = file.keep([&, piece = std::vector<char>(kPiece)]() mutable { return nextOf(fd, piece, file.m_name); });
  ::close(fd);
  if (!kept.ok()) return kept.error();
  if (::stat(file.path().c_str(), &facts) == 0 && facts.st_size == 0) return notAFile(file.m_name, "it is empty");
  return file;
}

Result<void> InputFile::keep(const NextPiece& next) {
  STRATA_ASSIGN(NewTemporaryFile made, newTemporaryFile("input"));
  m_kept = std::move(made.file);
  const std::string& name = m_kept.path();
  Result<void> kept;
  for (bool more = true; more && kept.ok();) {
    const Result<std::string_view> piece = next();
    if (!piece.ok())
      kept = piece.error();
    else if (more = !piece.value().empty(); !writeAll(made.fd.get(), piece.value().data(), piece.value().size()))
      kept = fileError("keep what was taken from its place in", name, errno);
  }
  if (::close(made.fd.release()) != 0 && kept.ok())
    kept = fileError("keep what was taken from its place in", name, errno);
  return kept;
}

Result<InputFile> InputFile::keep(const std::string& name, const NextPiece& next) {
  InputFile file(name, {});
  STRATA_TRY(file.keep(next));
  return file;
}

}  // namespace strata::inline interchange
