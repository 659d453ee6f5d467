#include "layers/workloads/common/roof_claim.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>

namespace strata::inline workloads {

RoofClaim::RoofClaim(const std::filesystem::path& roofs) {
  constexpr mode_t kLockMode = 0666;  // less what umask takes
  if (!roofs.empty()) m_fd.reset(::open((roofs.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kLockMode));
}

bool RoofClaim::heldByAnother() const {
  return m_fd.valid() && ::flock(m_fd.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

}  // namespace strata::inline workloads
