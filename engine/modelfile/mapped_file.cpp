#include "engine/modelfile/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "engine/base/file_error.h"

namespace strata::inline modelfile {
namespace {

Result<std::span<const std::byte>> map(int fd, const std::filesystem::path& path) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) return fileError("read", path, errno);
  if (S_ISDIR(facts.st_mode)) return fileError("read", path, EISDIR);
  if (!S_ISREG(facts.st_mode))
    return Error{ErrorCode::Io,
                 fmt::format("Cannot read {}: it is a pipe or a device. Copy it into a file.", path.string())};
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size == 0) return std::span<const std::byte>{};
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED) return fileError("read", path, errno);
  return std::span<const std::byte>{static_cast<const std::byte*>(address), size};
}

}  // namespace

MappedFile::MappedFile(std::filesystem::path path, std::span<const std::byte> bytes)
    : m_path(std::move(path)), m_bytes(bytes) {}

MappedFile::~MappedFile() {
  if (!m_bytes.empty()) ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

std::string_view MappedFile::text() const {
  return {reinterpret_cast<const char*>(m_bytes.data()), m_bytes.size()};
}

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::filesystem::path& path) {
  // Not waiting: a named pipe is refused, not waited for.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return fileError("read", path, errno);
  auto bytes = map(fd, path);
  ::close(fd);
  if (!bytes.ok()) return bytes.error();
  return std::shared_ptr<const MappedFile>(new MappedFile(path, bytes.value()));
}

}  // namespace strata::inline modelfile
