#include "engine/base/file_error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace strata::inline base {
namespace {

std::string_view adviceFor(int number) {
  switch (number) {
    case ENOENT: return " Check the name and that its folder exists.";
    case EACCES:
    case EPERM:
    case EROFS: return " Choose another place or change its permissions.";
    case ENOSPC:
    case EDQUOT: return " Free some space or choose another place.";
    case EFBIG: return " It grew beyond the largest file that is allowed here (ulimit -f).";
    case EISDIR: return " Name a file in it.";
    default: return "";
  }
}

}  // namespace

Error fileError(std::string_view what, const std::string& path, int number) {
  return {ErrorCode::Io, fmt::format("Cannot {} {}: {}.{}", what, path, std::strerror(number), adviceFor(number))};
}

std::string temporaryFolder() {
  const char* folder = std::getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

Error temporaryFolderError(int number) {
  const bool isFull = number == ENOSPC || number == EDQUOT;
  return {ErrorCode::Io, fmt::format("The temporary folder {} takes no file: {}. {} in TMPDIR.", temporaryFolder(),
                                     std::strerror(number),
                                     isFull ? "Free some space in it, or name another one" : "Name another one")};
}

}  // namespace strata::inline base
