#include "kernels/conv2d/conv2d_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "kernels/conv2d/conv2d_operation.h"
#include "tests/kernels/operation_conformance.h"

namespace strata {
namespace {

enum Weights : std::uint8_t { Random, Identity, Blur, Sharpen, Edges, Mixed };

std::vector<float> valuesOf(const TensorInfo& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = tensor.formula(static_cast<std::int64_t>(i));
  return values;
}

/// A square picture of one channel after one convolution.
struct Shown {
  std::vector<float> x, w;
  std::vector<double> y;
  std::int64_t side;

  double at(std::int64_t filter, std::int64_t row, std::int64_t col) const {
    return y[static_cast<std::size_t>((filter * side + row) * side + col)];
  }
};

Shown shown(LadderCase sizes, Weights weights, std::function<float(std::int64_t, std::int64_t)> picture = {}) {
  sizes.insert(sizes.end(), {{"image", 1}, {"weights", weights}});
  const Operation& operation = conv2dOperation();
  const Problem problem = problemOf(operation, sizes);
  const std::vector<TensorInfo> tensors = operation.tensors(problem);
  Shown all{valuesOf(tensors[0]), valuesOf(tensors[1]), {}, problem["h"]};
  if (picture)
    for (std::size_t i = 0; i < all.x.size(); ++i) {
      const auto index = static_cast<std::int64_t>(i);
      all.x[i] = picture(index / all.side % all.side, index % all.side);
    }
  all.y.resize(static_cast<std::size_t>(tensors.back().elements()));
  operation.reference(problem, std::vector<TensorValues>{all.x, all.w}, 0, operation.units(problem), all.y);
  return all;
}

const LadderCase kOne{{"c", 1}, {"h", 12}, {"filters", 2}};

TEST(Conv2dPictures, AreRandomUnlessAskedFor) {
  const Problem problem = problemOf(conv2dOperation(), {});
  for (const TensorInfo& tensor : conv2dOperation().tensors(problem)) EXPECT_FALSE(tensor.formula) << tensor.name;
}

TEST(Conv2dPictures, TheHouseIsTheSameInEachChannelAndImage) {
  const Problem problem = problemOf(conv2dOperation(), {{"n", 2}, {"c", 3}, {"h", 20}, {"w", 30}, {"image", 1}});
  const std::vector<float> x = valuesOf(conv2dOperation().tensors(problem)[0]);
  const auto [least, greatest] = std::ranges::minmax(x);
  EXPECT_GE(least, 0);
  EXPECT_EQ(greatest, 1) << "the sun";
  for (std::size_t i = 600; i < x.size(); ++i) ASSERT_EQ(x[i], x[i % 600]);
}

TEST(Conv2dPictures, TheIdentityKeepsThePictureHoweverManyChannelsItHas) {
  for (const std::int64_t channels : {1, 4}) {
    const Shown all = shown({{"c", channels}, {"h", 12}, {"filters", 2}, {"r", 5}, {"pad", 2}}, Identity);
    for (std::size_t i = 0; i < all.y.size(); ++i) ASSERT_EQ(all.y[i], all.x[i % 144]) << i;
  }
}

TEST(Conv2dPictures, BlurAndSharpenKeepWhatIsEvenAndEdgesFindNothingThere) {
  const auto even = [](auto, auto) { return 0.5f; };
  EXPECT_DOUBLE_EQ(shown(kOne, Blur, even).at(0, 6, 6), 0.5);
  EXPECT_DOUBLE_EQ(shown(kOne, Sharpen, even).at(1, 6, 6), 0.5);
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, even).at(0, 6, 6), 0);
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, even).at(1, 6, 6), 0);
}

TEST(Conv2dPictures, ABlurSpreadsADotAndSharpeningRaisesIt) {
  const auto dot = [](auto row, auto col) { return row == 6 && col == 6 ? 1.f : 0.f; };
  const Shown blurred = shown(kOne, Blur, dot);
  EXPECT_DOUBLE_EQ(blurred.at(0, 6, 6), 0.25);
  EXPECT_DOUBLE_EQ(blurred.at(0, 6, 7), 0.125);
  EXPECT_DOUBLE_EQ(blurred.at(0, 5, 7), 0.0625);
  EXPECT_DOUBLE_EQ(shown(kOne, Sharpen, dot).at(0, 6, 6), 1.75);
}

TEST(Conv2dPictures, EdgesAreFoundAcrossColumnsAndAcrossRowsInTurn) {
  const auto right = [](auto, auto col) { return col < 6 ? 0.f : 1.f; };
  const auto below = [](auto row, auto) { return row < 6 ? 0.f : 1.f; };
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, right).at(0, 6, 6), 1);
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, right).at(1, 6, 6), 0);
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, below).at(0, 6, 6), 0);
  EXPECT_DOUBLE_EQ(shown(kOne, Edges, below).at(1, 6, 6), 1);
}

TEST(Conv2dPictures, MixedIsEachInTurn) {
  const Shown mixed = shown({{"c", 1}, {"h", 12}, {"filters", 6}}, Mixed);
  const auto filter = [&](const Shown& all, std::ptrdiff_t i) {
    return std::vector<float>(all.w.begin() + 9 * i, all.w.begin() + 9 * (i + 1));
  };
  EXPECT_EQ(filter(mixed, 0), filter(shown(kOne, Identity), 0));
  EXPECT_EQ(filter(mixed, 1), filter(shown(kOne, Blur), 0));
  EXPECT_EQ(filter(mixed, 2), filter(shown(kOne, Sharpen), 0));
  EXPECT_EQ(filter(mixed, 3), filter(shown(kOne, Edges), 0));
  EXPECT_EQ(filter(mixed, 4), filter(shown(kOne, Edges), 1));
  EXPECT_EQ(filter(mixed, 5), filter(mixed, 0));
}

TEST(Conv2dPictures, FiltersOfOneColumnFindNoEdges) {
  const auto misfit = [](const LadderCase& values) {
    return conv2dOperation().misfit(problemOf(conv2dOperation(), values));
  };
  EXPECT_EQ(misfit({{"s", 1}, {"weights", Edges}}), "edges need filters of at least 2×2");
  EXPECT_EQ(misfit({{"s", 1}, {"weights", Mixed}}), "edges need filters of at least 2×2");
  EXPECT_EQ(misfit({{"s", 1}, {"weights", Blur}}), "");
  EXPECT_EQ(misfit({{"r", 31}, {"h", 40}, {"weights", Mixed}}), "");
}

}  // namespace
}  // namespace strata
