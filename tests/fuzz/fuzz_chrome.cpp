#include <cstddef>
#include <cstdint>

#include "engine/interchange/chrome_import.h"

// Any bytes as a Chrome trace.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  strata::MemoryBytes source({reinterpret_cast<const char*>(data), size});
  strata::TraceStore store;
  strata::importChrome(source, store);
  store.snapshot();
  return 0;
}
