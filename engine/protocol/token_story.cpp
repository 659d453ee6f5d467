#include "engine/protocol/token_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

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

AttentionHead headFrom(const nlohmann::json& json) {
  return {integerField<int>(json, "layer"), integerField<int>(json, "head")};
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
    token.watched = headFrom(*attention);
  }
  return token;
}

/// Rows that the values are not enough for are left out.
void addLook(TokenStory& story, const nlohmann::json& json, std::span<const float> values) {
  const auto first = integerField<std::int64_t>(json, "first"), rows = integerField<std::int64_t>(json, "rows");
  auto look = std::make_shared<std::map<std::int64_t, std::vector<float>>>();
  for (std::int64_t position = std::max<std::int64_t>(first, 0); position < first + rows; ++position) {
    const auto length = static_cast<std::size_t>(position) + 1;
    if (length > values.size()) break;
    look->emplace(position, std::vector(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(length)));
    values = values.subspan(length);
  }
  story.looks.insert_or_assign(headFrom(json), std::move(look));
}

}  // namespace

std::string attentionName(AttentionHead head) {
  return fmt::format("layers.{}.attention.head.{}", head.layer, head.head);
}

std::optional<AttentionHead> attentionNamed(std::string_view name) {
  const auto number = [&](std::string_view before) {
    int value = -1;
    if (!name.starts_with(before)) return value;
    name.remove_prefix(before.size());
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), value);
    name.remove_prefix(static_cast<std::size_t>(end - name.data()));
    return wrong == std::errc() ? value : -1;
  };
  const int layer = number("layers."), head = number(".attention.head.");
  return layer >= 0 && head >= 0 && name.empty() ? std::optional(AttentionHead{layer, head}) : std::nullopt;
}

SessionMessage attentionMessage(AttentionHead head, std::int64_t first, const std::vector<std::vector<float>>& rows) {
  SessionMessage message{MessageKind::Token,
                         jsonLine({{"attention",
                                    {{"layer", head.layer},
                                     {"head", head.head},
                                     {"first", first},
                                     {"rows", static_cast<std::int64_t>(rows.size())}}}}),
                         {}};
  for (const std::vector<float>& row : rows) message.blob.insert(message.blob.end(), row.begin(), row.end());
  return message;
}

const std::vector<float>& TokenStory::attention(const StoryToken& token, AttentionHead head) const {
  static const std::vector<float> kNone;
  if (head == token.watched && !token.attention.empty()) return token.attention;
  const auto look = looks.find(head);
  if (look == looks.end()) return kNone;
  const auto row = look->second->find(token.position);
  return row == look->second->end() ? kNone : row->second;
}

bool TokenStory::knows(AttentionHead head) const {
  return std::ranges::any_of(tokens, [&](const auto& token) { return !attention(*token, head).empty(); });
}

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
  if (const nlohmann::json* look = field(json, "attention")) addLook(story, *look, message.blob);
  const nlohmann::json* list = field(json, "tokens");
  if (!list || !list->is_array()) return;
  for (const nlohmann::json& entry : *list) {
    auto token = tokenFrom(entry);
    if (!token) continue;
    if (!story.tokens.empty() && token->position <= story.tokens.back()->position) {
      story.tokens.clear();
      story.looks.clear();
    }
    story.tokens.push_back(std::make_shared<const StoryToken>(std::move(*token)));
  }
  const nlohmann::json* model = field(json, "model");
  story.layers = model ? integerField<std::int64_t>(*model, "layers") : 0;
  story.heads = model ? integerField<std::int64_t>(*model, "heads") : 0;
  story.context = model ? integerField<std::int64_t>(*model, "context") : 0;
}

}  // namespace strata::inline protocol
