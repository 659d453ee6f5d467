#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "layers/workloads/transformer/weight_need.h"

namespace strata::inline workloads {

/// What a model takes of a device, before any of it is taken. What its operations need for one token comes on top: it
/// is known when they are made.
struct ModelNeed {
  WeightNeed weights;
  double cachePerToken = 0;  ///< bytes of keys and values
  std::int64_t tokens = 0;   ///< that the cache has room for
  /// The same model in another type, where one could have it so: what its weights would take.
  struct Other {
    std::string type;
    double bytes = 0;
  };
  std::vector<Other> others = {};  ///< the best first

  double cache() const { return cachePerToken * static_cast<double>(tokens); }
};

/// What a device has.
struct DeviceRoom {
  std::string device;  ///< "cpu"
  double free = 0, all = 0;
  bool holdsCopies = false;  ///< its memory is the host's: copies of weights on their way count
};

/// OutOfMemory, with what takes how much and with advice that helps, where the model does not fit.
Result<void> checkFit(const ModelNeed& need, const DeviceRoom& room);

/// The same of a model and a device, from the model's header alone.
Result<void> checkFit(const ModelFile& model, std::int64_t tokens, Device& device);

}  // namespace strata::inline workloads
