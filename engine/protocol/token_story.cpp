#include "engine/protocol/token_story.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/protocol/json_fields.h"

namespace strata::inline protocol {
namespace {

std::vector<float> numbers(const nlohmann::json* list) {
  std::vector<float> values;
  if (!list || !list->is_array()) return values;
  values.reserve(list->size());
  for (const nlohmann::json& value : *list)
    values.push_back(value.is_number() ? value.get<float>() : std::numeric_limits<float>::quiet_NaN());
  return values;
}

std::vector<StoryToken::Next> nextOf(const nlohmann::json* list) {
  std::vector<StoryToken::Next> next;
  if (!list || !list->is_array()) return next;
  for (const nlohmann::json& json : *list)
    next.push_back({integerField<int>(json, "id"), textField(json, "text"),
                    std::clamp(numberField(json, "probability").value_or(0), 0.0, 1.0)});
  return next;
}

std::optional<StoryToken> tokenFrom(const nlohmann::json& json) {
  const nlohmann::json* position = field(json, "position");
  const auto place = position ? integerValue<std::int64_t>(*position) : std::nullopt;
  if (!place || *place < 0) return std::nullopt;
  StoryToken token;
  token.position = *place;
  token.id = integerField<int>(json, "id");
  token.text = textField(json, "text");
  token.piece = textField(json, "piece");
  token.prompt = boolField(json, "prompt");
  token.time = Duration{std::llround(std::clamp(numberField(json, "seconds").value_or(0), 0.0, 1e6) * 1e9)};
  token.call = CallId{integerField<std::uint32_t>(json, "call")};
  token.next = nextOf(field(json, "next"));
  token.norms = numbers(field(json, "norms"));
  if (const nlohmann::json* attention = field(json, "attention")) {
    token.attention = numbers(field(*attention, "weights"));
    token.layer = integerField<int>(*attention, "layer");
    token.head = integerField<int>(*attention, "head");
  }
  return token;
}

}  // namespace

CallId TokenStory::callOf(const StoryToken& token) const {
  if (token.call == CallId::None) return CallId::None;
  return CallId{static_cast<std::uint32_t>(token.call) + callsBefore};
}

std::optional<std::size_t> TokenStory::find(std::int64_t position) const {
  const auto found = std::ranges::lower_bound(tokens, position, {}, [](const auto& token) { return token->position; });
  if (found == tokens.end() || (*found)->position != position) return std::nullopt;
  return static_cast<std::size_t>(found - tokens.begin());
}

void addTokens(TokenStory& story, const SessionMessage& message) {
  const nlohmann::json json = nlohmann::json::parse(message.json, nullptr, /*allow_exceptions=*/false);
  const nlohmann::json* list = field(json, "tokens");
  if (!list || !list->is_array()) return;
  for (const nlohmann::json& entry : *list) {
    auto token = tokenFrom(entry);
    if (!token) continue;
    if (!story.tokens.empty() && token->position <= story.tokens.back()->position) story.tokens.clear();
    story.tokens.push_back(std::make_shared<const StoryToken>(std::move(*token)));
  }
  const nlohmann::json* model = field(json, "model");
  story.layers = model ? integerField<std::int64_t>(*model, "layers") : 0;
  story.heads = model ? integerField<std::int64_t>(*model, "heads") : 0;
  story.context = model ? integerField<std::int64_t>(*model, "context") : 0;
}

}  // namespace strata::inline protocol
