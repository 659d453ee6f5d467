#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "engine/interchange/importer.h"

// Any bytes as an SQLite export of Nsight Systems.

namespace strata::inline interchange {
const Importer& nsysImporter();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kPath = "/dev/shm/strata-fuzz-" + std::to_string(getpid());
  std::FILE* file = std::fopen(kPath.c_str(), "wb");
  std::fwrite(data, 1, size, file);
  std::fclose(file);
  strata::TraceStore store;
  if (const auto input = strata::InputFile::open(kPath); input.ok())
    (void)strata::nsysImporter().read(input.value(), store).ok();
  store.snapshot();
  unlink(kPath.c_str());
  return 0;
}
