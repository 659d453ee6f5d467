#include "engine/protocol/token_story.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

SessionMessage message(std::string json) {
  return {MessageKind::Token, std::move(json), {}};
}

TEST(TokenStory, TakesTokensInOrderOverSeveralMessages) {
  TokenStory story;
  addTokens(story, message(R"({"model":{"layers":5,"heads":6,"context":256},"tokens":[
    {"position":0,"id":1,"text":"<s>","piece":"","prompt":true,"seconds":0.0,"call":3},
    {"position":1,"id":7,"text":" cat","piece":"cat","prompt":true,"seconds":0.0,"call":3,
     "next":[{"id":9,"text":" sat","probability":0.75},{"id":2,"text":"s","probability":0.125}]}]})"));
  addTokens(story, message(R"({"tokens":[{"position":2,"id":9,"text":" sat","piece":" sat","prompt":false,
    "seconds":0.00025,"call":5,"norms":[1.5,2.5],"attention":{"layer":4,"head":2,"weights":[0.25,0.5,0.25]}}],
    "model":{"layers":5,"heads":6,"context":256}})"));
  ASSERT_EQ(story.tokens.size(), 3u);
  EXPECT_EQ(story.context, 256);
  EXPECT_TRUE(story.tokens[1]->prompt);
  ASSERT_EQ(story.tokens[1]->next.size(), 2u);
  EXPECT_EQ(story.tokens[1]->next[0].text, " sat");
  EXPECT_DOUBLE_EQ(story.tokens[1]->next[0].probability, 0.75);
  const StoryToken& last = *story.tokens[2];
  EXPECT_EQ(last.time.ns, 250'000);
  EXPECT_EQ(last.attention, (std::vector<float>{0.25f, 0.5f, 0.25f}));
  EXPECT_EQ(last.watched, (AttentionHead{4, 2}));
  EXPECT_EQ(last.norms, (std::vector<float>{1.5f, 2.5f}));
  EXPECT_EQ(story.find(2), 2u);
  EXPECT_FALSE(story.find(3));
}

TEST(TokenStory, CallsOfALaterAgentAreMoved) {
  TokenStory story;
  addTokens(story, message(R"({"tokens":[{"position":0,"call":4},{"position":1}]})"));
  story.callsBefore = 100;
  EXPECT_EQ(story.callOf(*story.tokens[0]), CallId{104});
  EXPECT_EQ(story.callOf(*story.tokens[1]), CallId::None) << "none stays none";
}

TEST(TokenStory, APositionThatIsNotBehindTheLastBeginsAnotherText) {
  TokenStory story;
  addTokens(story, message(R"({"tokens":[{"position":0,"id":1},{"position":1,"id":2}]})"));
  addTokens(story, message(R"({"tokens":[{"position":0,"id":8}]})"));
  ASSERT_EQ(story.tokens.size(), 1u);
  EXPECT_EQ(story.tokens[0]->id, 8);
}

TEST(TokenStory, AHeadThatWasLookedAtLaterStandsBesideTheWatchedOne) {
  TokenStory story;
  addTokens(story, message(R"({"tokens":[{"position":0},{"position":1,"attention":{"layer":0,"head":0,
    "weights":[0.25,0.75]}},{"position":2}]})"));
  EXPECT_TRUE(story.knows({0, 0}));
  EXPECT_FALSE(story.knows({1, 2}));
  addTokens(story, attentionMessage({1, 2}, 1, {{0.5f, 0.5f}, {0.2f, 0.3f, 0.5f}}));
  ASSERT_EQ(story.tokens.size(), 3u) << "it tells no token";
  EXPECT_TRUE(story.knows({1, 2}));
  EXPECT_EQ(story.attention(*story.tokens[1], {1, 2}), (std::vector<float>{0.5f, 0.5f}));
  EXPECT_EQ(story.attention(*story.tokens[2], {1, 2}), (std::vector<float>{0.2f, 0.3f, 0.5f}));
  EXPECT_EQ(story.attention(*story.tokens[1], {0, 0}), (std::vector<float>{0.25f, 0.75f})) << "as it was recorded";
  EXPECT_TRUE(story.attention(*story.tokens[0], {1, 2}).empty());
  addTokens(story, message(R"({"tokens":[{"position":0}]})"));
  EXPECT_FALSE(story.knows({1, 2})) << "of another text";
}

TEST(TokenStory, ALookThatHoldsLessThanItSaysKeepsTheRowsThatAreWhole) {
  TokenStory story;
  addTokens(story, message(R"({"tokens":[{"position":0},{"position":1}]})"));
  SessionMessage look = attentionMessage({0, 1}, 0, {{1}, {0.5f, 0.5f}});
  look.blob.pop_back();
  addTokens(story, look);
  EXPECT_FALSE(story.attention(*story.tokens[0], {0, 1}).empty());
  EXPECT_TRUE(story.attention(*story.tokens[1], {0, 1}).empty());
  addTokens(story, message(R"({"attention":{"layer":0,"head":2,"first":-4,"rows":900000000000}})"));
  addTokens(story, message(R"({"attention":7})"));
  EXPECT_FALSE(story.knows({0, 2}));
}

TEST(TokenStory, AHeadsNameIsReadBack) {
  EXPECT_EQ(attentionName({2, 13}), "layers.2.attention.head.13");
  EXPECT_EQ(attentionNamed("layers.2.attention.head.13"), (AttentionHead{2, 13}));
  for (const char* other : {"", "layers.2.attention.output", "layers.x.attention.head.1", "layers.2.attention.head.",
                            "layers.2.attention.head.1x", "layers.-1.attention.head.1"})
    EXPECT_FALSE(attentionNamed(other)) << other;
}

TEST(TokenStory, DamageIsLeftOut) {
  TokenStory story;
  for (const char* json :
       {"{", "[]", "7", R"({"tokens":7})", R"({"tokens":[7,null,{},{"position":-1},{"position":"x"}]})"})
    addTokens(story, message(json));
  EXPECT_TRUE(story.tokens.empty());
  addTokens(story, message(R"({"tokens":[{"position":0,"id":"x","text":4,"prompt":1,"seconds":-5,"call":-1,
    "next":[7,{"probability":9}],"norms":[1,null],"attention":7}]})"));
  ASSERT_EQ(story.tokens.size(), 1u);
  const StoryToken& token = *story.tokens[0];
  EXPECT_EQ(token.time.ns, 0);
  EXPECT_EQ(token.call, CallId::None);
  ASSERT_EQ(token.next.size(), 2u);
  EXPECT_EQ(token.next[1].probability, 1);
  EXPECT_EQ(token.norms.size(), 2u);
  EXPECT_TRUE(token.attention.empty());
}

}  // namespace
}  // namespace strata
