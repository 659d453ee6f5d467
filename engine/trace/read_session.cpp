#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <cstring>
#include <memory>

#include "engine/trace/holds_trace.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/read_ahead.h"

namespace strata::inline trace {

namespace {

constexpr unsigned kReadBytes = 1u << 20;

struct CloseGz {
  void operator()(gzFile file) const { gzclose(file); }
};
using GzFile = std::unique_ptr<gzFile_s, CloseGz>;

Error unreadable(const std::string& path, const std::string& what) {
  return {ErrorCode::Io, fmt::format("Cannot read the session {}: {}.", path, what), Storey::Other};
}

}  // namespace

Result<void> readSession(const std::string& path, TraceStore& store, const std::string& givenName) {
  const std::string& name = givenName.empty() ? path : givenName;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return unreadable(name, std::strerror(errno));
  const GzFile file(gzdopen(fd, "rb"));  // reads files that are not gzipped as they are
  if (!file) {
    close(fd);
    return unreadable(name, "there is not enough memory");
  }
  gzbuffer(file.get(), kReadBytes);

  PerfettoReader reader(store);
  ReadAhead ahead(
      [&](std::span<std::byte> bytes) { return gzread(file.get(), bytes.data(), static_cast<unsigned>(bytes.size())); },
      kReadBytes);
  while (const auto bytes = ahead.next()) reader.feed(*bytes);
  int gzError = 0;
  const char* text = gzerror(file.get(), &gzError);
  const std::string failure = gzError == Z_ERRNO ? std::strerror(errno) : text;
  if (ahead.failed()) store.addProblem(fmt::format("Reading {} stopped early: {}.", name, failure));
  reader.finish();
  if (reader.packets() > 0 && holdsTrace(*store.snapshot())) return {};
  if (ahead.failed()) return unreadable(name, failure);
  return unreadable(
      name, "it holds no packet of a Perfetto trace; sessions are .pftrace files that Strata or Perfetto wrote");
}

}  // namespace strata::inline trace
