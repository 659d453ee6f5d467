#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace strata {

/// A trace of PyTorch's profiler in the test data; it is not there where the data is not.
std::filesystem::path tracedFile(const std::string& name);

/// One complete event of such a trace, read by the JSON library alone.
struct TracedEvent {
  std::string name, category;
  std::int64_t pid = 0, tid = 0;    ///< 0 where the file has words
  std::int64_t begin = 0, end = 0;  ///< ns, rounded as each number by itself
  std::int64_t correlation = 0;     ///< 0: none
  bool isWork() const { return category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset"; }
  bool isLaunch() const { return category == "cuda_runtime" || category == "cuda_driver"; }
  std::int64_t length() const { return end - begin; }
};

std::vector<TracedEvent> tracedEvents(const std::filesystem::path& file);

}  // namespace strata
