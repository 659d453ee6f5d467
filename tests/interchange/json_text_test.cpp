#include "engine/interchange/json_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "engine/interchange/json_number.h"

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

TEST(JsonNumber, ReadsBackTheSameAndHasNoMoreThan19DigitsOrDecimals) {
  for (const double value : {0.00038596999083321274, -0.00038596999083321274, 0.001, 0.0038596999083321274, 1.0 / 3,
                             12345678901234567890.0, 9.9e18, 1.2345678901234567e-300, 0.0, -0.0}) {
    std::string text;
    appendNumber(text, value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    EXPECT_EQ(nlohmann::json::parse(text).get<double>(), value) << text;
    const std::size_t point = text.find('.'), end = std::min(text.find('e'), text.size());
    EXPECT_LE(point == std::string::npos ? 0 : end - point - 1, 19u) << text;
    EXPECT_LE(std::min(point, end), 20u) << text;
  }
}

}  // namespace
}  // namespace strata
