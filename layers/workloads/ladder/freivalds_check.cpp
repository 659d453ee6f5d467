#include "layers/workloads/ladder/freivalds_check.h"

#include <algorithm>
#include <cmath>

#include "layers/workloads/common/relative_error.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {
namespace {

constexpr int kProbes = 4;
constexpr std::size_t kSamples = 4096, kSamplesAtOnce = 64;
constexpr std::uint64_t kProbeSeed = 0x5EED0001, kElementSeed = 0x5EED0002;

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

}  // namespace

double FreivaldsCheck::error(std::span<const float> output) const {
  const double all = probed(output), some = sampled(output);
  return std::isnan(all) || std::isnan(some) ? std::nan("") : std::max(all, some);
}

bool FreivaldsCheck::compute(const CheckStep& step) {
  for (int i = 0; i < kProbes; ++i) {
    if (!step(static_cast<double>(i) / (kProbes + 1))) return false;
    Probe probe;
    probe.r = randomSigns(static_cast<std::size_t>(m_problem.n), kProbeSeed + static_cast<std::uint64_t>(i));
    const std::vector<double> br = times(m_b, static_cast<std::size_t>(m_problem.k), probe.r);
    probe.abr = times(m_a, static_cast<std::size_t>(m_problem.m), br);
    m_probes.push_back(std::move(probe));
  }
  return makeSamples(step);
}

bool FreivaldsCheck::makeSamples(const CheckStep& step) {
  const auto n = static_cast<std::size_t>(m_problem.n), k = static_cast<std::size_t>(m_problem.k);
  const std::size_t elements = static_cast<std::size_t>(m_problem.m) * n;
  for (std::size_t s = 0; s < kSamples; ++s) {
    if (s % kSamplesAtOnce == 0 && !step((kProbes + static_cast<double>(s) / kSamples) / (kProbes + 1))) return false;
    const std::size_t index = randomBits(kElementSeed, s) % elements;
    const std::size_t i = index / n, j = index % n;
    double sum = 0;
    for (std::size_t l = 0; l < k; ++l)
      sum += static_cast<double>(m_a[i * k + l]) * static_cast<double>(m_b[l * n + j]);
    m_samples.push_back({index, sum});
  }
  return true;
}

double FreivaldsCheck::probed(std::span<const float> c) const {
  RelativeError error;
  for (const Probe& probe : m_probes) {
    const std::vector<double> cr = times(c, probe.abr.size(), probe.r);
    for (std::size_t i = 0; i < cr.size(); ++i) error.add(cr[i], probe.abr[i]);
  }
  return error.value();
}

double FreivaldsCheck::sampled(std::span<const float> c) const {
  RelativeError error;
  for (const Sample& sample : m_samples) error.add(c[sample.index], sample.truth);
  return error.value();
}

}  // namespace strata::inline workloads
