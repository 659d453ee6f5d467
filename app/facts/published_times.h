#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/view_state.h"
#include "engine/base/kept_json.h"
#include "engine/base/result.h"
#include "layers/hardware/gpu_model/gpu_model.h"

namespace strata::inline facts {

/// How fast somebody else found a step's idea to be on a GPU, as assets/measurements/published.json has it.
struct PublishedTime {
  std::string gpu, experiment, variant;  ///< "a6000", "matmul", "tiled"
  KeptJson set;                          ///< parameters that are not at their defaults: {"n": 4096}
  std::optional<double> gflops, gbytesPerSecond;
  std::string source;      ///< "siboehm"
  std::string sourceName;  ///< "S. Boehm, 2022"
  std::string where;       ///< which kernel of theirs: "kernel 3"
  bool otherSize = false;  ///< it is of another size than `set` says, or of one that they do not tell
  bool fitted = false;     ///< the model's constants were chosen by it

  double rate() const { return gflops.value_or(gbytesPerSecond.value_or(0)); }  ///< GFLOP/s, else GB/s
};

/// All of them, in the file's order.
Result<std::vector<PublishedTime>> readPublishedTimes(const std::string& file);
/// Those that come with Strata.
Result<std::vector<PublishedTime>> publishedTimes();

/// For views: read once, the same object each time. nullptr: they cannot be read.
std::shared_ptr<const std::vector<PublishedTime>> keptPublishedTimes();

/// What was recorded of a result's step on the GPU that it is modelled for, at the size it ran at; nullptr: nothing.
const PublishedTime* publishedFor(const ViewState& state, const RunResult& result);
/// "1 986 GFLOP/s"
std::string publishedRateText(const PublishedTime& time);
/// "measured on such a GPU: …; the model gives 1.2 × that"; empty where nothing was recorded.
std::string publishedBeside(const ViewState& state, const RunResult& result);
/// "off by 10 % (median), at most 1.73 ×, over 53 published times it was not fitted on, 3 of AMD's GPUs"
std::string modelAccuracyText();

}  // namespace strata::inline facts
