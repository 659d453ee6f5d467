#include "layers/workloads/cnn/cnn_preview.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

namespace strata::test {
namespace {

using Json = nlohmann::json;

TEST(CnnPreview, ChannelsLieSideBySide) {
  std::vector<float> values(4 * 2 * 3);
  std::iota(values.begin(), values.end(), 0.0f);
  const SessionMessage message = cnnPreview("x", {1, 4, 2, 3}, values);
  const Json json = Json::parse(message.json);
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["cols"], 6);
  EXPECT_EQ(json["shape"], Json({1, 4, 2, 3}));
  EXPECT_EQ(json["sheet"], Json({{"channels", 4}, {"height", 2}, {"width", 3}, {"per_row", 2}}));
  EXPECT_EQ(message.blob,
            (std::vector<float>{0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11, 12, 13, 14, 18, 19, 20, 15, 16, 17, 21, 22, 23}));
  EXPECT_EQ(json["statistics"]["max"], 23);
}

TEST(CnnPreview, EveryStageOfADigitReaderIsWhole) {
  for (const auto& shape : std::vector<std::vector<std::int64_t>>{
           {1, 1, 28, 28}, {1, 8, 28, 28}, {1, 8, 14, 14}, {1, 16, 14, 14}, {1, 16, 4, 4}}) {
    const std::vector<float> values(static_cast<std::size_t>(shape[1] * shape[2] * shape[3]), 1.0f);
    EXPECT_EQ(cnnPreview("x", shape, values).blob.size(), values.size()) << shape[1] << " " << shape[2];
  }
}

TEST(CnnPreview, NamesThatAreNoUtf8AreReadableAllTheSame) {
  for (const auto& shape : std::vector<std::vector<std::int64_t>>{{1, 1, 1, 3}, {1, 3}}) {
    const Json json = Json::parse(cnnPreview("caf\xe9", shape, std::vector<float>{1, 2, 3}).json);
    EXPECT_EQ(json["name"], "caf\uFFFD") << shape.size();
  }
}

TEST(CnnPreview, OtherTensorsAsEver) {
  const Json json = Json::parse(cnnPreview("logits", {1, 3}, std::vector<float>{1, 2, 3}).json);
  EXPECT_EQ(json["cols"], 3);
  EXPECT_FALSE(json.contains("sheet"));
}

}  // namespace
}  // namespace strata::test
