#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/views/tokens/tokens_layout.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline views {

bool hasChances(const StoryToken& token) {
  const auto finite = [](const StoryToken::Next& next) { return std::isfinite(next.probability); };
  const auto likely = [](const StoryToken::Next& next) { return next.probability > 0; };
  return std::ranges::all_of(token.next, finite) && std::ranges::any_of(token.next, likely);
}

std::string beforeSampling(const ViewState& state) {
  if (state.session.results.empty()) return {};
  const nlohmann::json& asked = *state.session.results.front().parameters;
  const auto of = [&](std::string_view name) { return numberField(asked, name).value_or(0); };
  const double temperature = of("temperature"), topP = of("top_p"), topK = of("top_k");
  if (temperature <= 0) return {};
  std::string all;
  const auto add = [&](bool used, Msg words, double value) {
    if (used) all += (all.empty() ? "" : ", ") + fillText(words, {formatNumber(value)});
  };
  add(temperature != 1, Msg::TokensTemperature, temperature);
  add(topK > 0, Msg::TokensTopK, topK);
  add(topP > 0 && topP < 1, Msg::TokensTopP, topP);
  return all.empty() ? all : fillText(Msg::TokensBefore, {all});
}

}  // namespace strata::inline views
