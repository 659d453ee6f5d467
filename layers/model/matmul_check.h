#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/protocol/run_result.h"
#include "kernels/matmul/matmul.h"

namespace strata {

/// Judges products of the same A and B. In full: the relative Frobenius error ‖C − AB‖ / ‖AB‖ against an fp64
/// reference. Otherwise the greater of two estimates of it: Freivalds' (‖Cr − A(Br)‖ / ‖A(Br)‖ in fp64 over random sign
/// vectors r) and the same norm over 4096 sampled elements. The limit is 4·√k·2⁻²⁴. Anything not finite in C fails.
class MatmulCheck {
 public:
  /// `a` and `b` must outlive the check. `step` is called between pieces of the work with the part done (0 … 1) and
  /// says whether to go on; where it said no, `ready()` is false.
  using Step = std::function<bool(double part)>;
  MatmulCheck(const MatmulShape& shape, std::span<const float> a, std::span<const float> b, bool full,
              const Step& step);

  bool ready() const { return m_ready; }
  RunResult::Check check(std::span<const float> c) const;

  static bool passes(const RunResult::Check& check) { return check.value <= check.limit; }

 private:
  struct Probe {
    std::vector<double> r;    ///< n random signs
    std::vector<double> abr;  ///< A(Br), m values
  };
  struct Sample {
    std::size_t index = 0;
    double truth = 0;
  };
  bool makeReference(const Step& step);
  bool makeProbes(const Step& step);
  void makeSamples();
  double frobenius(std::span<const float> c) const;
  double freivalds(std::span<const float> c) const;
  double sampled(std::span<const float> c) const;

  MatmulShape m_shape;
  std::span<const float> m_a, m_b;
  bool m_full;
  bool m_ready = false;
  std::vector<double> m_reference;
  std::vector<Probe> m_probes;
  std::vector<Sample> m_samples;
};

}  // namespace strata
