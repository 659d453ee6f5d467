#include "layers/model/matmul_check.h"

#include <algorithm>
#include <cmath>

#include "layers/model/random_values.h"

namespace strata {
namespace {

constexpr int kProbes = 4;
constexpr std::size_t kSamples = 4096;
constexpr std::uint64_t kProbeSeed = 0x5EED0001, kSampleSeed = 0x5EED0002;
constexpr double kPieceMultiplyAdds = 1 << 28;
constexpr std::int64_t kPieceRows = 64;  ///< at least, since every piece goes through the whole of B

/// y[i] = Σ matrix[i·cols + j] · x[j]
std::vector<double> times(std::span<const float> matrix, std::size_t rows, std::span<const double> x) {
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const float* row = matrix.data() + i * x.size();
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += static_cast<double>(row[j]) * x[j];
    y[i] = sum;
  }
  return y;
}

std::vector<double> randomSigns(std::size_t count, std::uint64_t seed) {
  std::vector<double> signs(count);
  for (std::size_t i = 0; i < count; ++i) signs[i] = (randomBits(seed, i) & 1) != 0 ? 1.0 : -1.0;
  return signs;
}

/// Sums squares of differences and of truths; their ratio is the relative error.
struct RelativeError {
  double difference = 0, truth = 0;

  void add(double value, double truthValue) {
    const double d = value - truthValue;
    difference += d * d;
    truth += truthValue * truthValue;
  }
  double value() const {
    if (truth == 0) return std::sqrt(difference);
    return std::sqrt(difference / truth);
  }
};

}  // namespace

MatmulCheck::MatmulCheck(const MatmulShape& shape, std::span<const float> a, std::span<const float> b, bool full,
                         const Step& step)
    : m_shape(shape), m_a(a), m_b(b), m_full(full) {
  if (m_full) {
    m_ready = makeReference(step);
    return;
  }
  m_ready = makeProbes(step);
  if (m_ready) makeSamples();
}

RunResult::Check MatmulCheck::check(std::span<const float> c) const {
  const double limit = 4 * std::sqrt(static_cast<double>(m_shape.k)) * std::ldexp(1.0, -24);
  if (m_full) return {"relative Frobenius", frobenius(c), limit};
  const double probed = freivalds(c), seen = sampled(c);
  const double worst = std::isnan(probed) || std::isnan(seen) ? std::nan("") : std::max(probed, seen);
  return {"Freivalds + 4096 samples", worst, limit};
}

bool MatmulCheck::makeReference(const Step& step) {
  m_reference.resize(static_cast<std::size_t>(m_shape.m * m_shape.n));
  const double rowCost = static_cast<double>(m_shape.n) * static_cast<double>(m_shape.k);
  const auto piece = std::max(kPieceRows, static_cast<std::int64_t>(kPieceMultiplyAdds / rowCost));
  for (std::int64_t row = 0; row < m_shape.m; row += piece) {
    if (!step(static_cast<double>(row) / static_cast<double>(m_shape.m))) return false;
    const std::int64_t rows = std::min(piece, m_shape.m - row);
    const auto part = [rows, row](auto& whole, std::int64_t cols) {
      return std::span(whole).subspan(static_cast<std::size_t>(row * cols), static_cast<std::size_t>(rows * cols));
    };
    matmulReference({rows, m_shape.n, m_shape.k}, part(m_a, m_shape.k), m_b, part(m_reference, m_shape.n));
  }
  return true;
}

bool MatmulCheck::makeProbes(const Step& step) {
  for (int i = 0; i < kProbes; ++i) {
    if (!step(static_cast<double>(i) / kProbes)) return false;
    Probe probe;
    probe.r = randomSigns(static_cast<std::size_t>(m_shape.n), kProbeSeed + static_cast<std::uint64_t>(i));
    const std::vector<double> br = times(m_b, static_cast<std::size_t>(m_shape.k), probe.r);
    probe.abr = times(m_a, static_cast<std::size_t>(m_shape.m), br);
    m_probes.push_back(std::move(probe));
  }
  return true;
}

void MatmulCheck::makeSamples() {
  const auto n = static_cast<std::size_t>(m_shape.n), k = static_cast<std::size_t>(m_shape.k);
  const std::size_t elements = static_cast<std::size_t>(m_shape.m) * n;
  for (std::size_t s = 0; s < kSamples; ++s) {
    const std::size_t index = randomBits(kSampleSeed, s) % elements;
    const std::size_t i = index / n, j = index % n;
    double sum = 0;
    for (std::size_t l = 0; l < k; ++l)
      sum += static_cast<double>(m_a[i * k + l]) * static_cast<double>(m_b[l * n + j]);
    m_samples.push_back({index, sum});
  }
}

double MatmulCheck::frobenius(std::span<const float> c) const {
  RelativeError error;
  for (std::size_t i = 0; i < m_reference.size(); ++i) error.add(c[i], m_reference[i]);
  return error.value();
}

double MatmulCheck::freivalds(std::span<const float> c) const {
  RelativeError error;
  for (const Probe& probe : m_probes) {
    const std::vector<double> cr = times(c, probe.abr.size(), probe.r);
    for (std::size_t i = 0; i < cr.size(); ++i) error.add(cr[i], probe.abr[i]);
  }
  return error.value();
}

double MatmulCheck::sampled(std::span<const float> c) const {
  RelativeError error;
  for (const Sample& sample : m_samples) error.add(c[sample.index], sample.truth);
  return error.value();
}

}  // namespace strata
