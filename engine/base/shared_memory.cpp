#include "engine/base/shared_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace strata::inline base {
namespace {

Error noMemory(std::size_t bytes, int number) {
  return {number == ENOSPC || number == ENOMEM ? ErrorCode::OutOfMemory : ErrorCode::Io,
          fmt::format("No {:.1f} MiB of shared memory: {}. Ask for less, or close what is not needed.",
                      static_cast<double>(bytes) / (1 << 20), std::strerror(number)),
          Storey::Driver};
}

}  // namespace

MappedMemory::MappedMemory(MappedMemory&& other) noexcept : m_bytes(std::exchange(other.m_bytes, {})) {}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
  std::swap(m_bytes, other.m_bytes);
  return *this;
}

MappedMemory::~MappedMemory() {
  if (!m_bytes.empty()) ::munmap(m_bytes.data(), m_bytes.size());
}

Result<MappedMemory> MappedMemory::map(int fd, std::size_t bytes) {
  struct stat status {};
  if (::fstat(fd, &status) != 0)
    return Error{ErrorCode::Io, fmt::format("The descriptor of shared memory is of no use: {}.", std::strerror(errno)),
                 Storey::Driver};
  if (status.st_size < 0 || static_cast<std::size_t>(status.st_size) < bytes)
    return Error{ErrorCode::Io,
                 fmt::format("The shared memory has {} bytes where {} were promised.", status.st_size, bytes),
                 Storey::Driver};
  void* data = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) return noMemory(bytes, errno);
  return MappedMemory({static_cast<std::byte*>(data), bytes});
}

Result<UniqueFd> makeSharedMemory(const char* name, std::size_t bytes) {
  UniqueFd fd(::memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.valid()) return noMemory(bytes, errno);
  if (const int problem = ::posix_fallocate(fd.get(), 0, static_cast<off_t>(bytes)); problem != 0)
    return noMemory(bytes, problem);
  if (::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return noMemory(bytes, errno);
  return fd;
}

Result<UniqueFd> duplicate(int fd) {
  UniqueFd copy(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!copy.valid())
    return Error{ErrorCode::Io, fmt::format("A descriptor cannot be duplicated: {}.", std::strerror(errno)),
                 Storey::Driver};
  return copy;
}

UniqueFd closedOnExec(int fd) {
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  return UniqueFd(fd);
}

std::size_t wholePages(std::size_t bytes) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace strata::inline base
