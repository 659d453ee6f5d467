#include "tests/views/sample_tokens.h"

#include <array>
#include <string>

namespace strata {
namespace {

constexpr std::size_t kPrompt = 4;
constexpr std::array kWords{"Once", " upon", " a", " time", " the", " re", "indeer", " saw", " a", ".", "\n", " É"};

StoryToken tokenAt(std::size_t i, std::size_t count) {
  StoryToken token;
  token.position = static_cast<std::int64_t>(i);
  token.id = static_cast<int>(i);
  token.text = token.piece = kWords[i % kWords.size()];
  token.prompt = i < kPrompt;
  if (i + 1 < count) token.call = CallId{static_cast<std::uint32_t>(i < kPrompt ? 1 : i - kPrompt + 2)};
  if (i + 1 < kPrompt || i + 1 == count) return token;
  token.next = {{token.id + 1, kWords[(i + 1) % kWords.size()], 0.5}, {1000 + token.id, " other", 0.25}};
  for (int more = 0; more < 18; ++more)
    token.next.push_back({2000 + more, " word" + std::to_string(more), 0.01 / (1 + more)});
  if (token.prompt) return token;
  token.time = Duration{1'000'000};
  token.norms = {1, 2.5f, 4, 8};
  token.watched = {1, 2};
  const auto sum = static_cast<float>((i + 1) * (i + 2) / 2);
  for (std::size_t j = 0; j <= i; ++j) token.attention.push_back(static_cast<float>(j + 1) / sum);
  return token;
}

}  // namespace

std::shared_ptr<TokenStory> sampleTokens(std::size_t written) {
  auto story = std::make_shared<TokenStory>();
  const std::size_t count = kPrompt + written;
  for (std::size_t i = 0; i < count; ++i)
    story->tokens.push_back(std::make_shared<const StoryToken>(tokenAt(i, count)));
  story->layers = 3, story->heads = 4, story->context = 64;
  return story;
}

}  // namespace strata
