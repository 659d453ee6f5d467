#include "layers/workloads/transformer/token_messages.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

TEST(Likeliest, AreSortedWithProbabilitiesOfAll) {
  const std::vector<float> logits{std::log(1.0f), std::log(5.0f), std::log(1.0f), std::log(3.0f)};
  const auto best = likeliest(logits, 3);
  ASSERT_EQ(best.size(), 3u);
  EXPECT_EQ(best[0].id, 1);
  EXPECT_EQ(best[1].id, 3);
  EXPECT_EQ(best[2].id, 0);  // of equals the first
  EXPECT_NEAR(best[0].probability, 0.5, 1e-6);
  EXPECT_NEAR(best[1].probability, 0.3, 1e-6);
  EXPECT_EQ(likeliest(logits, 20).size(), 4u);
}

TEST(TokenMessages, SayWhatWasWatchedAndLeaveOutTheRest) {
  std::vector<SessionMessage> posted;
  TokenMessages messages([&](SessionMessage message) { posted.push_back(std::move(message)); }, nullptr, {2, 1});
  TokenRecord watched;
  watched.position = 4, watched.id = 17, watched.time = Duration{2000};
  watched.next = {{3, 0.75f}};
  watched.norms = {1, 2};
  watched.attention = {0.25f, 0.75f};
  TokenRecord plain;
  plain.position = 5, plain.id = 3;
  messages.add(watched);
  messages.add(plain);
  messages.send();
  messages.send();  // nothing waits
  ASSERT_EQ(posted.size(), 1u);
  EXPECT_EQ(posted[0].kind, MessageKind::Token);
  const auto tokens = nlohmann::json::parse(posted[0].json)["tokens"];
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0]["position"], 4);
  EXPECT_EQ(tokens[0]["next"][0], (nlohmann::json{{"id", 3}, {"text", "3"}, {"probability", 0.75}}));
  EXPECT_EQ(tokens[0]["attention"], (nlohmann::json{{"layer", 2}, {"head", 1}, {"weights", {0.25, 0.75}}}));
  EXPECT_DOUBLE_EQ(tokens[0]["seconds"].get<double>(), 2e-6);
  EXPECT_FALSE(tokens[1].contains("next") || tokens[1].contains("norms") || tokens[1].contains("attention"));
}

class TwoWords : public Tokenizer {
 public:
  std::vector<int> encode(std::string_view, bool) const override { return {}; }
  std::string decode(int token, int) const override { return token < 2 ? " word" : ""; }
  std::string text(int) const override { return "word"; }
  std::size_t size() const override { return 2; }
  std::optional<int> begin() const override { return {}; }
  std::optional<int> end() const override { return {}; }
  bool expectsBegin() const override { return false; }
};

TEST(TokenMessages, IdsBeyondTheTokenizerAreShown) {
  const TwoWords tokenizer;
  std::vector<SessionMessage> posted;
  TokenMessages messages([&](SessionMessage message) { posted.push_back(std::move(message)); }, &tokenizer, {0, 0});
  for (const int id : {1, 511}) {
    TokenRecord record;
    record.id = id;
    messages.add(record);
  }
  messages.send();
  EXPECT_EQ(messages.text(), " word<|id 511|>");
  const auto tokens = nlohmann::json::parse(posted.at(0).json)["tokens"];
  EXPECT_EQ(tokens[0]["text"], "word");
  EXPECT_EQ(tokens[1]["text"], "<|id 511|>");
  EXPECT_EQ(tokens[1]["piece"], "<|id 511|>");
}

}  // namespace
}  // namespace strata
