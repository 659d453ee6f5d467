#include "layers/workloads/common/tensor_preview.h"

#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

namespace strata {
namespace {

TEST(TensorPreview, SmallMatrixIsWhole) {
  const std::vector<float> values{1, 2, 3, 4, 5, -6};
  const SessionMessage message = tensorPreview("C", std::array<std::int64_t, 2>{2, 3}, values);
  EXPECT_EQ(message.kind, MessageKind::Tensor);
  EXPECT_EQ(message.blob, values);
  const auto json = nlohmann::json::parse(message.json);
  EXPECT_EQ(json["name"], "C");
  EXPECT_EQ(json["rows"], 2);
  EXPECT_EQ(json["cols"], 3);
  EXPECT_EQ(json["shape"], nlohmann::json({2, 3}));
  EXPECT_EQ(json["statistics"]["min"], -6);
  EXPECT_EQ(json["statistics"]["max"], 5);
  EXPECT_DOUBLE_EQ(json["statistics"]["mean"], 1.5);
}

TEST(TensorPreview, LargeMatrixShowsItsOwnElementsEvenlySpaced) {
  const std::int64_t rows = 300, cols = 1000;
  std::vector<float> values(static_cast<std::size_t>(rows * cols));
  std::iota(values.begin(), values.end(), 0.0F);
  const SessionMessage message = tensorPreview("A", std::array<std::int64_t, 2>{rows, cols}, values);
  ASSERT_EQ(message.blob.size(), 128u * 128u);
  for (std::size_t i = 0; i < 128; ++i)
    for (std::size_t j = 0; j < 128; ++j)
      ASSERT_EQ(message.blob[i * 128 + j], static_cast<float>((i * 300 / 128) * 1000 + j * 1000 / 128));
  EXPECT_EQ(nlohmann::json::parse(message.json)["statistics"]["max"], 299'999);
}

}  // namespace
}  // namespace strata
