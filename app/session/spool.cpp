#include "app/session/spool.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <filesystem>
#include <vector>

#include "engine/base/file_error.h"
#include "engine/base/temporary_file.h"

namespace strata::inline session {
namespace {

bool writeAll(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(fd, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  return true;
}

void copy(int from, NewFile& to, off_t bytes) {
  std::vector<char> block(1 << 20);
  for (off_t offset = 0; offset < bytes && !to.failed();) {
    const auto wanted = std::min(static_cast<std::size_t>(bytes - offset), block.size());
    const ssize_t got = ::pread(from, block.data(), wanted, offset);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return to.fail(got < 0 ? errno : EIO);
    to.write({block.data(), static_cast<std::size_t>(got)});
    offset += got;
  }
}

off_t sizeOf(int fd) {
  return ::lseek(fd, 0, SEEK_END);
}

void shorten(int fd, off_t bytes) {
  if (const off_t size = sizeOf(fd); size >= bytes && ::ftruncate(fd, size - bytes) == 0) sizeOf(fd);
}

}  // namespace

Result<std::size_t> BaseFile::read(std::uint64_t offset, std::span<std::byte> into) const {
  for (;;) {
    const ssize_t got = ::pread(descriptor, into.data(), into.size(), static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) return fileError("read", path, errno);
  }
}

Spool::~Spool() {
  for (const int fd : {m_base, m_spool})
    if (fd >= 0) ::close(fd);
}

Result<void> Spool::openBase(const std::string& path) {
  m_base = ::open(path.c_str(), (isKept(path) ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (m_base < 0) return fileError("read", path, errno);
  m_basePath = path;
  m_baseBytes = sizeOf(m_base);
  if (isKept(path)) return m_kept.takeUp(path, m_base);
  return {};
}

bool Spool::isKept(const std::string& path) const {
  return !m_keepIn.empty() && std::filesystem::path(path).parent_path() == std::filesystem::path(m_keepIn);
}

Result<void> Spool::openOut(const std::string& path) {
  if (!m_outPath.empty()) return {};
  m_out.emplace(path, OnSignal::Stay);
  if (m_out->failed()) return endOut();
  m_outPath = path;
  return {};
}

Result<std::string> Spool::finishOut() {
  if (!m_out) return std::string();
  STRATA_TRY(endOut());
  return m_outPath;
}

Result<void> Spool::appendOut(std::span<const std::byte> bytes) {
  if (!m_out) return {};
  m_out->write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return m_out->failed() ? endOut() : Result<void>{};
}

Result<void> Spool::endOut() {
  auto ended = m_out->finish();
  m_out.reset();
  return ended;
}

Error Spool::notKept(int number) {
  Error error = fileError("keep the session in", m_keepIn, number);
  error.message += " XDG_STATE_HOME names the place.";
  m_whyNotKept = error.message;
  error.message += " Save the session before you quit or open another one.";
  return error;
}

Result<void> Spool::keep(std::span<const std::byte> bytes) {
  if (!m_whole) return {};
  Result<void> result;
  const bool inFolder = !m_keepIn.empty() && m_base < 0;
  if (m_spool < 0 && inFolder) {
    m_spool = m_kept.make(m_keepIn);
    if (m_spool < 0) result = notKept(errno);
  }
  if (m_spool < 0)
    if (auto made = newTemporaryFile("session"); made.ok()) m_spool = made.value().fd.release();
  m_whole = m_spool >= 0 && writeAll(m_spool, bytes);
  if (m_whole || !inFolder) return result;
  if (m_whyNotKept.empty()) result = notKept(errno);
  if (sizeOf(m_spool) > 0)
    m_kept.setOnlyBeginning();
  else
    m_kept.giveUp();
  return result;
}

Result<void> Spool::append(std::span<const std::byte> bytes) {
  const Result<void> out = appendOut(bytes);
  const Result<void> kept = keep(bytes);
  return out.ok() ? kept : out;
}

void Spool::dropTail(std::uint64_t bytes) {
  const auto count = static_cast<off_t>(bytes);
  if (m_out) shorten(m_out->descriptor(), count);
  if (!m_whole) return;
  if (m_spool >= 0)
    shorten(m_spool, count);
  else
    m_baseBytes = std::max<off_t>(0, m_baseBytes - count);
}

Result<void> Spool::copyTo(const std::string& path, std::uint64_t leaveOut, const std::string& ending) const {
  assert(m_whole);
  NewFile file(path);
  if (m_base >= 0) copy(m_base, file, m_baseBytes);
  if (m_spool >= 0) copy(m_spool, file, std::max<off_t>(0, sizeOf(m_spool) - static_cast<off_t>(leaveOut)));
  file.write(ending);
  if (!file.failed() && ::fsync(file.descriptor()) != 0 && errno != EINVAL) file.fail(errno);
  return file.finish();
}

}  // namespace strata::inline session
