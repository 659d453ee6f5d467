#pragma once

#include <memory>

#include "layers/library/routine.h"
#include "tests/layers/recorded_session.h"
#include "tests/modelfile/mutations.h"

namespace strata::test {

/// Runs what opened, on a CPU device with little memory. A problem is: a failure without a sentence, a result that is
/// not the one computed in fp64, memory beyond what the device has and a flat amount of heap.
class DamagedRuns {
 public:
  DamagedRuns();

  /// For damage(); must not outlive this.
  DamageUse use();

  struct Count {
    int checked = 0;    ///< ran, and the result is that of fp64
    int unchecked = 0;  ///< ran, with numbers so large that fp32 has no digits left to compare
    int refused = 0;    ///< opened, but cannot be run, as a sentence says
  };
  const Count& count() const { return m_count; }

 private:
  std::string runModel(const std::filesystem::path& path, const ModelFile& model);
  std::string runNetwork(const OnnxGraph& graph);
  std::string judge(std::span<const float> values, std::span<const double> truth, double largest);
  std::string refused(const Error& error);

  std::shared_ptr<const Routines> m_routines;
  strata::test::RecordedSession m_session;
  Count m_count;
};

}  // namespace strata::test
