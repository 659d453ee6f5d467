#include "engine/base/read_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "engine/base/file_error.h"
#include "engine/base/unique_fd.h"

namespace strata::inline base {

Result<std::string> readWholeFile(const std::string& path, std::size_t most) {
  constexpr std::size_t kPiece = std::size_t{64} << 10;
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return fileError("read", path, errno);
  std::string bytes;
  while (bytes.size() < most) {
    const std::size_t had = bytes.size();
    bytes.resize(had + std::min(kPiece, most - had));
    const ssize_t got = ::read(file.get(), bytes.data() + had, bytes.size() - had);
    const int failure = got < 0 ? errno : 0;
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) break;
    if (failure != 0 && failure != EINTR) return fileError("read", path, failure);
  }
  return bytes;
}

std::string readIfThere(const std::string& path) {
  auto bytes = readWholeFile(path);
  return bytes.ok() ? std::move(bytes).value() : std::string();
}

}  // namespace strata::inline base
