#include "engine/interchange/json_text.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

namespace strata {
namespace {

TEST(JsonText, AnyBytesMakeAValidString) {
  std::mt19937 random(51);
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(random() % 20, '\0');
    for (char& c : bytes) c = static_cast<char>(random() % 3 == 0 ? random() % 128 : 0x80 + random() % 128);
    std::string text;
    appendJsonText(text, bytes);
    ASSERT_TRUE(nlohmann::json::accept(text)) << text;
  }
}

TEST(JsonText, WhatIsUtf8StaysAndWhatIsNotIsReplaced) {
  const auto roundTrip = [](std::string_view bytes) {
    std::string text;
    appendJsonText(text, bytes);
    return nlohmann::json::parse(text).get<std::string>();
  };
  for (const char* good : {"a\"\\/\b\n", "é", "→", "🚀", "\u00ff\uffff"}) EXPECT_EQ(roundTrip(good), good);
  EXPECT_EQ(roundTrip("a\xC3"), "a\uFFFD");
  EXPECT_EQ(roundTrip("\xC0\x80"), "\uFFFD\uFFFD") << "overlong";
  EXPECT_EQ(roundTrip("\xED\xA0\x80x"), "\uFFFD\uFFFD\uFFFDx") << "surrogate";
}

}  // namespace
}  // namespace strata
