#include <errno.h>
#include <fmt/format.h>

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

Result<void> readSession(const std::string& path, TraceStore& store, const std::string& givenName) {
  const std::string& name = givenName.empty() ? path : givenName;
  const GzFile file = openGz(path, kReadBytes);
  if (!file) return unreadable(name, std::strerror(errno));

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
