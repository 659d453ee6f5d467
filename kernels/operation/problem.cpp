#include "kernels/operation/problem.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace strata::inline operation {

Problem::Problem(std::span<const OperationParameter> parameters)
    : m_parameters(parameters), m_values(parameters.size()), m_given(parameters.size(), false) {
  for (std::size_t i = 0; i < m_parameters.size(); ++i) m_values[i] = m_parameters[i].defaultValue;
  follow();
}

std::int64_t Problem::operator[](std::string_view name) const {
  const std::size_t i = find(name);
  assert(i < m_values.size());
  return m_values[i];
}

Problem& Problem::set(std::string_view name, std::int64_t value) {
  const std::size_t i = find(name);
  assert(i < m_values.size());
  m_values[i] = value;
  m_given[i] = true;
  follow();
  return *this;
}

Problem& Problem::setFraction(std::string_view name, double value) {
  const OperationParameter& parameter = m_parameters[find(name)];
  const double parts = value * static_cast<double>(parameter.perOne);
  const auto least = static_cast<double>(parameter.min), most = static_cast<double>(parameter.max);
  return set(name, std::llround(std::clamp(parts, least, most)));
}

double Problem::fraction(std::string_view name) const {
  return static_cast<double>((*this)[name]) / static_cast<double>(m_parameters[find(name)].perOne);
}

bool Problem::matters(std::string_view name) const {
  const std::size_t i = find(name);
  assert(i < m_values.size());
  const std::string_view followed = m_parameters[i].follows;
  return m_given[i] || (!followed.empty() && matters(followed));
}

std::size_t Problem::find(std::string_view name) const {
  std::size_t i = 0;
  while (i < m_parameters.size() && m_parameters[i].name != name) ++i;
  return i;
}

/// A parameter stands after the one it follows, so one pass is enough.
void Problem::follow() {
  for (std::size_t i = 0; i < m_parameters.size(); ++i)
    if (!m_given[i] && !m_parameters[i].follows.empty()) m_values[i] = m_values[find(m_parameters[i].follows)];
}

}  // namespace strata::inline operation
