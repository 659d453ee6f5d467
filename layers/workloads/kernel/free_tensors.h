#pragma once

#include <cstdint>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/kernel/free_check.h"

namespace strata::inline workloads {

/// The tensors of a free kernel: what they hold before its launches, on the host and on the device.
class FreeTensors {
 public:
  /// Computes and uploads them. OutOfMemory, with how much is missing, where they do not fit.
  static Result<FreeTensors> make(const FreePlan& plan, std::uint64_t seed, WorkContext& context, Ops& ops,
                                  Stream& stream);

  /// Puts those that launches write back to what they held before.
  Result<void> reset(Ops& ops, Stream& stream);
  Result<TensorContents> download(Ops& ops, Stream& stream);

  const TensorContents& before() const { return m_before; }
  std::vector<void*> places() const;
  std::vector<NamedMemory> named() const;  ///< on the device

 private:
  struct Held {
    Tensor host, device;
    bool written = false;
  };
  TensorContents m_before;
  std::vector<Held> m_held;
  std::vector<Tensor> m_results;  ///< on the host
};

}  // namespace strata::inline workloads
