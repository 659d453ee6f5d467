#pragma once

#include <vector>

#include "layers/library/matmul_problem.h"
#include "layers/workloads/ladder/output_check.h"

namespace strata::inline workloads {

/// Judges large products without computing them: the greater of two estimates of the relative Frobenius error.
/// Freivalds' (‖Cr − A(Br)‖ / ‖A(Br)‖ in fp64 over random sign vectors r) and the same norm over 4096 sampled elements.
/// One product of matrices that are not transposed.
class FreivaldsCheck final : public OutputCheck {
 public:
  /// `a` and `b` must outlive the check.
  FreivaldsCheck(const MatmulProblem& problem, TensorValues a, TensorValues b) : m_problem(problem), m_a(a), m_b(b) {}

  /// False where `step` said to stop.
  bool compute(const CheckStep& step);

  std::string metric() const override { return "Freivalds + 4096 samples"; }
  double error(std::span<const float> output) const override;

 private:
  struct Probe {
    std::vector<double> r;    ///< n random signs
    std::vector<double> abr;  ///< A(Br), m values
  };
  struct Sample {
    std::size_t index = 0;
    double truth = 0;
  };
  bool makeSamples(const CheckStep& step);  ///< the same
  double probed(std::span<const float> c) const;
  double sampled(std::span<const float> c) const;

  MatmulProblem m_problem;
  TensorValues m_a, m_b;
  std::vector<Probe> m_probes;
  std::vector<Sample> m_samples;
};

}  // namespace strata::inline workloads
