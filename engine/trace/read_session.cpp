#include <errno.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "engine/trace/gz_file.h"
#include "engine/trace/holds_trace.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/read_ahead.h"

namespace strata::inline trace {

namespace {

constexpr unsigned kReadBytes = 1u << 20;

Error unreadable(const std::string& path, const std::string& what) {
  return {ErrorCode::Io, fmt::format("Cannot read the session {}: {}.", path, what), Storey::Other};
}

}  // namespace

Result<void> readSession(const std::string& path, TraceStore& store, const std::string& givenName,
                         const std::function<bool(std::uint64_t bytes)>& watch) {
  const std::string& name = givenName.empty() ? path : givenName;
  const GzFile file = openGz(path, kReadBytes);
  if (!file) return unreadable(name, std::strerror(errno));

  PerfettoReader reader(store);
  std::atomic<std::uint64_t> taken = 0;
  ReadAhead ahead(
      [&](std::span<std::byte> bytes) {
        const int count = gzread(file.get(), bytes.data(), static_cast<unsigned>(bytes.size()));
        taken = static_cast<std::uint64_t>(std::max<z_off_t>(gzoffset(file.get()), 0));
        return count;
      },
      kReadBytes);
  while (const auto bytes = ahead.next()) {
    reader.feed(*bytes);
    if (watch && !watch(taken)) return Error{ErrorCode::Stopped, fmt::format("Reading {} was stopped.", name)};
  }
  int gzError = 0;
  const char* text = gzerror(file.get(), &gzError);
  const std::string failure = gzError == Z_ERRNO ? std::strerror(errno) : text;
  if (ahead.failed()) store.addProblem(fmt::format("Reading {} stopped early: {}.", name, failure));
  reader.finish();
  if (reader.packets() > 0 && holdsTrace(*store.snapshot())) return {};
  if (ahead.failed()) return unreadable(name, failure);
  if (reader.packets() > 0 && isOnlyBegun(*store.snapshot())) return unreadable(name, std::string(kOnlyBegun));
  return unreadable(
      name, "it holds no packet of a Perfetto trace; sessions are .pftrace files that Strata or Perfetto wrote");
}

}  // namespace strata::inline trace
