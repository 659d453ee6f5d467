#include "engine/trace/gz_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace strata::inline trace {

GzFile openGz(const std::string& path, unsigned bufferBytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return nullptr;
  GzFile file(gzdopen(fd, "rb"));
  if (file) {
    gzbuffer(file.get(), bufferBytes);
  } else {
    close(fd);
    errno = ENOMEM;
  }
  return file;
}

}  // namespace strata::inline trace
