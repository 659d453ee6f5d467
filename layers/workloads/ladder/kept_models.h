#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "engine/protocol/modelled_run.h"
#include "kernels/operation/problem.h"

namespace strata::inline workloads {

/// Modelled times of steps that were counted before: the same step asks for the same, however often it is run. One
/// thread.
class KeptModels {
 public:
  /// All that a step's counts depend on.
  struct Counted {
    std::string variant, gpu;
    Problem problem;
    std::uint64_t seed = 0;
    bool coldCaches = false;
    friend bool operator==(const Counted&, const Counted&) = default;
  };
  struct Model {
    ModelledRun run;
    double countingSeconds = 0;  ///< that it took when it was counted
  };

  /// nullptr: it was not counted, or too many were since. Holds until the next keep().
  const Model* find(const Counted& counted) const;
  const Model& keep(Counted counted, Model model);

 private:
  struct Entry {
    Counted counted;
    Model model;
  };
  std::deque<Entry> m_entries;  ///< the oldest first
};

}  // namespace strata::inline workloads
