#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace strata::inline operation {

/// One number an operation is asked for with: a size, a stride, a switch, or the index of a choice.
struct OperationParameter {
  std::string_view name;   ///< "n"
  std::string_view title;  ///< "Size N"
  std::int64_t defaultValue = 1;
  std::int64_t min = 1, max = 1;
  std::int64_t perOne = 1;        ///< above 1: people ask for a fraction, of which the value holds so many parts each 1
  std::string_view follows = {};  ///< takes the value of this parameter where it is not given
  std::span<const std::string_view> choices = {};  ///< where not empty, the value is an index into them
  std::string_view help = {};                      ///< one sentence
};

/// A parameter whose value is one of `choices`, by default the first.
constexpr OperationParameter choice(std::string_view name, std::string_view title,
                                    std::span<const std::string_view> choices, std::string_view help) {
  return {.name = name,
          .title = title,
          .defaultValue = 0,
          .min = 0,
          .max = static_cast<std::int64_t>(choices.size()) - 1,
          .choices = choices,
          .help = help};
}

/// What an operation is asked to compute: a value for each of its parameters. Copies are cheap; the parameters
/// have static storage.
class Problem {
 public:
  Problem() = default;
  /// Every parameter has its default, or the value of the one it follows.
  explicit Problem(std::span<const OperationParameter> parameters);

  /// The value of a parameter the operation has.
  std::int64_t operator[](std::string_view name) const;
  /// Sets a parameter, and those that follow it and were not set themselves.
  Problem& set(std::string_view name, std::int64_t value);
  /// Sets it to the fraction that people ask for: to the nearest part (perOne) within what it may be.
  Problem& setFraction(std::string_view name, double value);
  /// The value of a parameter in ones.
  double fraction(std::string_view name) const;

  std::span<const OperationParameter> parameters() const { return m_parameters; }
  bool has(std::string_view name) const { return find(name) < m_parameters.size(); }
  /// Whether a parameter was set, or follows one that was.
  bool matters(std::string_view name) const;

  friend bool operator==(const Problem& a, const Problem& b) {
    return a.m_parameters.data() == b.m_parameters.data() && a.m_values == b.m_values;
  }

 private:
  std::size_t find(std::string_view name) const;
  void follow();

  std::span<const OperationParameter> m_parameters;
  std::vector<std::int64_t> m_values;
  std::vector<bool> m_given;
};

}  // namespace strata::inline operation
