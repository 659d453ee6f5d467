#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/values.h"
#include "engine/base/result.h"

namespace strata::inline lessons {

/// Arithmetic over what runs came to: "time(naive) / time(tiled) > 1.5". Values are those of values.h; between them
/// stands what muParser knows: + - * / ^, comparisons, && ||, ?:, abs, min, max, sqrt, log2, rint.
struct Expression {
  std::string text;
  std::vector<Reference> references;
  std::string arithmetic;  ///< the text, with v0, v1, … for the references
};

using Formulas = std::map<std::string, std::string>;

/// Names of formulas stand for these. Usage for what cannot be computed whatever the runs come to: brackets, names
/// that mean nothing, formulas that need themselves.
Result<Expression> parseExpression(std::string_view text, const Formulas& formulas);

using FindValue = std::function<Result<Value>(const Reference&)>;
/// A value of its own keeps its unit; a sum, difference, min or max of values of one unit keeps it as well. The kind is
/// the least certain one: modelled, then measured, counted, spec; each GPU that a value is modelled for is named.
/// Errors are those of `find`, unless the value makes no difference ("device(gpu) || …"), and Unsupported where no
/// number comes out, such as after a division by nothing.
Result<Value> evaluate(const Expression& expression, const FindValue& find);

}  // namespace strata::inline lessons
