#include "layers/workloads/common/roof_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace strata::inline workloads {

RoofClaim::RoofClaim(const std::filesystem::path& roofs, std::string machine) : m_machine(std::move(machine)) {
  constexpr mode_t kLockMode = 0666;  // less what umask takes
  if (!roofs.empty()) m_file.reset(::open((roofs.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kLockMode));
  if (!m_machine.empty()) m_socket.reset(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

bool RoofClaim::fileHeldByAnother() const {
  return m_file.valid() && ::flock(m_file.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/// A socket that has its name already says so with another error.
bool RoofClaim::machineHeldByAnother() const {
  if (!m_socket.valid()) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::min(m_machine.size(), sizeof(address.sun_path) - 1);
  std::copy_n(m_machine.data(), length, address.sun_path + 1);  // after a zero the name is abstract
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  return ::bind(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 && errno == EADDRINUSE;
}

}  // namespace strata::inline workloads
