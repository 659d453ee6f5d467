#include "layers/workloads/ladder/output_check.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "engine/base/host_facts.h"
#include "kernels/matmul/matmul_operation.h"
#include "layers/library/matmul_problem.h"
#include "layers/workloads/common/relative_error.h"
#include "layers/workloads/ladder/freivalds_check.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {
namespace {

constexpr std::size_t kSampledUnits = 64;
constexpr std::int64_t kPieces = 1024;  ///< after each of its own, the caller's thread asks `step`
constexpr std::uint64_t kSampleSeed = 0x5EED0002;

/// Consecutive units of the output and their truth.
struct Piece {
  std::int64_t begin = 0, end = 0;
  std::vector<double> truth;
};

/// The reference in pieces: all of it or a sample.
class ReferenceCheck final : public OutputCheck {
 public:
  ReferenceCheck(const Operation& operation, const Problem& problem, std::vector<TensorValues> inputs)
      : m_operation(operation), m_problem(problem), m_inputs(std::move(inputs)) {
    m_units = operation.units(problem);
    m_unitSize = static_cast<std::size_t>(operation.tensors(problem).back().elements() / m_units);
  }

  void wantAll() {
    const std::int64_t size = std::max<std::int64_t>(1, m_units / kPieces);
    for (std::int64_t begin = 0; begin < m_units; begin += size)
      m_pieces.push_back({begin, std::min(begin + size, m_units), {}});
    m_metric = "relative Frobenius";
  }

  void wantSample() {
    std::set<std::int64_t> units;
    for (std::size_t i = 0; i < kSampledUnits; ++i)
      units.insert(static_cast<std::int64_t>(randomBits(kSampleSeed, i) % static_cast<std::uint64_t>(m_units)));
    for (const std::int64_t unit : units) m_pieces.push_back({unit, unit + 1, {}});
    m_metric = "relative Frobenius, " + std::to_string(m_pieces.size()) + " samples";
  }

  bool compute(const CheckStep& step) {
    std::atomic<std::size_t> taken{0};
    std::atomic<bool> goOn{step(0)};
    const auto computeNext = [&] {
      const std::size_t i = taken++;
      if (goOn && i < m_pieces.size()) computePiece(m_pieces[i]);
      return goOn && i < m_pieces.size();
    };
    {
      std::vector<std::jthread> helpers;
      for (unsigned i = 1; i < thisHost().processors; ++i)
        helpers.emplace_back([&] {
          while (computeNext()) {
          }
        });
      while (computeNext())
        if (!step(std::min(1.0, static_cast<double>(taken) / static_cast<double>(m_pieces.size())))) goOn = false;
    }
    return goOn;
  }

  std::string metric() const override { return m_metric; }

  double error(std::span<const float> output) const override {
    if (!std::ranges::all_of(output, [](float value) { return std::isfinite(value); })) return std::nan("");
    RelativeError error;
    for (const Piece& piece : m_pieces) {
      const auto values = output.subspan(static_cast<std::size_t>(piece.begin) * m_unitSize, piece.truth.size());
      for (std::size_t i = 0; i < values.size(); ++i) error.add(static_cast<double>(values[i]), piece.truth[i]);
    }
    return error.value();
  }

 private:
  void computePiece(Piece& piece) const {
    piece.truth.resize(static_cast<std::size_t>(piece.end - piece.begin) * m_unitSize);
    m_operation.reference(m_problem, m_inputs, piece.begin, piece.end, piece.truth);
  }

  const Operation& m_operation;
  Problem m_problem;
  std::vector<TensorValues> m_inputs;
  std::int64_t m_units = 1;
  std::size_t m_unitSize = 1;
  std::vector<Piece> m_pieces;
  std::string m_metric;
};

bool freivaldsFits(const Operation& operation, const Problem& problem) {
  if (&operation != &matmulOperation()) return false;
  const MatmulProblem product = matmulProblem(problem);
  return !product.transA && !product.transB && product.batch == 1;
}

}  // namespace

std::unique_ptr<OutputCheck> makeOutputCheck(const Operation& operation, const Problem& problem,
                                             std::vector<TensorValues> inputs, bool full, const CheckStep& step) {
  if (!full && freivaldsFits(operation, problem)) {
    auto check = std::make_unique<FreivaldsCheck>(matmulProblem(problem), inputs[0], inputs[1]);
    if (!check->compute(step)) return nullptr;
    return check;
  }
  auto check = std::make_unique<ReferenceCheck>(operation, problem, std::move(inputs));
  full ? check->wantAll() : check->wantSample();
  if (!check->compute(step)) return nullptr;
  return check;
}

}  // namespace strata::inline workloads
