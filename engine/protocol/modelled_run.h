#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/kept_json.h"

namespace strata::inline protocol {

/// What can take longest.
inline constexpr std::array<std::string_view, 10> kBoundKeys{
    "memory", "last_cache", "l2", "load_unit", "arithmetic", "matrix", "issue", "latency", "launch", "alone"};

/// How long a variant would take on a GPU that is not here. Kind: modelled.
struct ModelledRun {
  std::string gpu;       ///< as it is asked for: "a6000"
  std::string gpuTitle;  ///< "NVIDIA RTX A6000"
  double seconds = 0;
  std::optional<double> gflops, gbytesPerSecond;  ///< as those of the run, in these seconds
  std::string bound;                              ///< what takes longest, of kBoundKeys
  struct Part {
    std::string bound;
    double seconds = 0;  ///< if nothing else took time
    friend bool operator==(const Part&, const Part&) = default;
  };
  std::vector<Part> only;          ///< the longest first; what takes no time is left out
  std::string basis;               ///< what was counted: "4 of 1024 blocks, k 64 and 128 of 512"; empty: all of it
  std::string code;                ///< of what target, where not of its own alone: "gfx940"; empty: of its own
  std::uint32_t countedLanes = 0;  ///< of the warps counted, where its own waves have more; 0: they have as many
  KeptJson launches;               ///< what it was computed from, launch by launch
  /// That the GPU's memory would read and write in all launches; nullopt where a launch does not tell.
  std::optional<double> memoryBytes() const;
  /// A thread: registers that did not fit, as it was compiled for that GPU; of several launches the most.
  std::uint64_t spillBytes() const;
  friend bool operator==(const ModelledRun&, const ModelledRun&) = default;
};

nlohmann::json toJson(const ModelledRun& run);
/// nullopt where there is none, or no time in it.
std::optional<ModelledRun> modelledRunFromJson(const nlohmann::json& json);

}  // namespace strata::inline protocol
