#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "engine/interchange/importer.h"

// Any bytes as a trace of a format that they choose themselves, packed or not.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kPath = "/dev/shm/strata-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(kPath.c_str(), "wb");
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  strata::TraceStore store;
  (void)strata::readAnyTrace(kPath, store).ok();
  store.snapshot();
  unlink(kPath.c_str());
  return 0;
}
