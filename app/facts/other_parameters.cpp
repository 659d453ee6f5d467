#include "app/facts/other_parameters.h"

#include "app/words/messages.h"

namespace strata::inline facts {

std::string otherParametersText(const Comparison& comparison) {
  std::string all;
  for (const OtherParameter& of : comparison.otherParameters)
    all += (all.empty() ? "" : ", ") + fillText(Msg::CompareParameterValues, {of.name, of.values[0], of.values[1]});
  return all.empty() ? all : fillText(Msg::CompareParametersDiffer, {all});
}

}  // namespace strata::inline facts
