#include "app/facts/other_parameters.h"

namespace strata::inline facts {

std::string differText(Msg how, std::span<const OtherParameter> others) {
  std::string all;
  for (const OtherParameter& of : others)
    all += (all.empty() ? "" : ", ") + fillText(Msg::CompareParameterValues, {of.name, of.values[0], of.values[1]});
  return all.empty() ? all : fillText(how, {all});
}

std::string otherParametersText(const Comparison& comparison) {
  return differText(Msg::CompareParametersDiffer, comparison.otherParameters);
}

}  // namespace strata::inline facts
