#include "engine/modelfile/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace strata::inline modelfile {
namespace {

Error failed(const std::filesystem::path& path, std::string_view why) {
  return {ErrorCode::Io, fmt::format("{} cannot be read: {}", path.string(), why)};
}

Result<std::span<const std::byte>> map(int fd, const std::filesystem::path& path) {
  struct stat facts {};
  if (::fstat(fd, &facts) != 0) return failed(path, std::strerror(errno));
  if (!S_ISREG(facts.st_mode)) return failed(path, "it is not a file");
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (size == 0) return std::span<const std::byte>{};
  void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (address == MAP_FAILED) return failed(path, std::strerror(errno));
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
  if (fd < 0) return failed(path, std::strerror(errno));
  auto bytes = map(fd, path);
  ::close(fd);
  if (!bytes.ok()) return bytes.error();
  return std::shared_ptr<const MappedFile>(new MappedFile(path, bytes.value()));
}

}  // namespace strata::inline modelfile
