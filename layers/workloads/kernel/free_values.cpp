#include "layers/workloads/kernel/free_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/operation/tensor_values.h"
#include "layers/workloads/ladder/random_values.h"

namespace strata::inline workloads {
namespace {

constexpr std::array<std::string_view, 3> kIndexNames{"i", "j", "k"};
constexpr std::size_t kBetweenStops = std::size_t{1} << 16;

/// Uniform values of one tensor: several for one element do not repeat each other.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : m_seed(seed) {}
  void beginElement(std::size_t element) {
    m_element = element;
    m_drawn = 0;
  }
  double draw(double from, double to) {
    constexpr std::uint64_t kApart = std::uint64_t{1} << 40;
    constexpr int kBits = 24;  // as many as a float keeps
    const std::uint64_t bits = randomBits(m_seed, m_element + kApart * m_drawn++) >> (64 - kBits);
    return from + (to - from) * std::ldexp(static_cast<double>(bits), -kBits);
  }

 private:
  std::uint64_t m_seed;
  std::uint64_t m_element = 0, m_drawn = 0;
};

double asHeld(DataType type, double value) {
  switch (type) {
    case DataType::I32: return std::clamp(std::floor(value), -2147483648.0, 2147483647.0);
    case DataType::I8: return std::clamp(std::floor(value), -128.0, 127.0);
    case DataType::F32:
    case DataType::F16:
    case DataType::BF16: break;
  }
  return static_cast<double>(roundTo(type, static_cast<float>(value)));
}

/// What "random" alone draws from.
std::pair<double, double> usualRange(DataType type) {
  constexpr std::pair<double, double> kNumbers{-1, 1}, kWhole{0, 100};
  return type == DataType::I32 || type == DataType::I8 ? kWhole : kNumbers;
}

class Filler {
 public:
  Filler(const FreePlan& plan, std::size_t index, std::uint64_t seed)
      : m_tensor(plan.kernel->tensors[index]),
        m_info(plan.tensors[index]),
        m_kernel(*plan.kernel),
        m_draws(seed * plan.tensors.size() + index),
        m_names(plan.numbers()) {
    for (std::size_t i = 0; i < m_info.shape.size(); ++i) m_names.numbers[std::string(kIndexNames[i])] = &m_indices[i];
    m_names.random = [this](double from, double to) { return m_draws.draw(from, to); };
  }

  Result<std::vector<double>> fill(const std::stop_token& stop) {
    std::vector<double> values(static_cast<std::size_t>(m_info.elements()));
    if (m_tensor.fill == "zeros") return values;
    const auto [from, to] = usualRange(m_info.type);
    if (m_tensor.fill == "iota") return filled(std::move(values), stop, [](std::size_t i) { return double(i); });
    if (m_tensor.fill == "random")
      return filled(std::move(values), stop, [&, from = from, to = to](std::size_t) { return m_draws.draw(from, to); });
    const auto formula = Formula::parse(m_tensor.fill, m_names, Division::Exact);
    if (!formula.ok()) return m_kernel.wrongAt(m_tensor.line, formula.error().message);
    return filled(std::move(values), stop, [&](std::size_t) { return formula.value().value(); });
  }

 private:
  template <class Value>
  Result<std::vector<double>> filled(std::vector<double> values, const std::stop_token& stop, Value valueAt) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % kBetweenStops == 0 && stop.stop_requested())
        return Error{ErrorCode::Stopped, "Stopped while the inputs were made", Storey::Model};
      m_draws.beginElement(i);
      setIndices(i);
      values[i] = asHeld(m_info.type, valueAt(i));
    }
    return values;
  }

  void setIndices(std::size_t element) {
    for (std::size_t d = m_info.shape.size(); d-- > 0;) {
      const auto side = static_cast<std::size_t>(m_info.shape[d]);
      m_indices[d] = static_cast<double>(element % side);
      element /= side;
    }
  }

  const FreeKernel::Tensor& m_tensor;
  const TensorInfo& m_info;
  const FreeKernel& m_kernel;
  Draws m_draws;
  std::array<double, kIndexNames.size()> m_indices{};
  FormulaNames m_names;
};

}  // namespace

Result<std::vector<std::vector<double>>> initialValues(const FreePlan& plan, std::uint64_t seed,
                                                       const std::stop_token& stop) {
  std::vector<std::vector<double>> all(plan.tensors.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (plan.kernel->tensors[i].fill.empty()) continue;
    STRATA_ASSIGN(all[i], Filler(plan, i, seed).fill(stop));
  }
  return all;
}

void encodeElements(DataType type, std::span<const double> values, void* to) {
  if (type == DataType::I32) {
    auto* whole = static_cast<std::int32_t*>(to);
    for (const double value : values) *whole++ = static_cast<std::int32_t>(value);
    return;
  }
  encodeValues(type, std::vector<float>(values.begin(), values.end()), to);
}

std::vector<double> decodeElements(DataType type, const void* from, std::size_t count) {
  if (type == DataType::I32) {
    const auto* whole = static_cast<const std::int32_t*>(from);
    return {whole, whole + count};
  }
  const std::vector<float> values = decodeValues(type, from, count);
  return {values.begin(), values.end()};
}

}  // namespace strata::inline workloads
