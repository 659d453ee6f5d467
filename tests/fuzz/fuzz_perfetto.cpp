#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/trace/perfetto_reader.h"

// Any bytes as a Perfetto trace, in two pieces.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  strata::TraceStore store;
  strata::PerfettoReader reader(store);
  reader.feed(bytes.first(size / 2));
  reader.feed(bytes.subspan(size / 2));
  reader.finish();
  store.snapshot();
  return 0;
}
