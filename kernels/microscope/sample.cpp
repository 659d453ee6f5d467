#include "kernels/microscope/sample.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace strata::inline microscope {
namespace {

/// A run of places along one side of a grid.
struct Part {
  std::uint32_t begin = 0, size = 0;
};

/// All but the last place, and the last.
std::vector<Part> partsOf(std::uint32_t side) {
  if (side <= 1) return {{0, side}};
  return {{0, side - 1}, {side - 1, 1}};
}

/// A box of the grid whose blocks are alike.
struct Box {
  Part x, y, z;
  std::uint64_t size() const { return std::uint64_t{x.size} * y.size * z.size; }
  std::uint64_t block(std::uint64_t i, Dim3 grid) const {
    const std::uint64_t atX = x.begin + i % x.size, atY = y.begin + i / x.size % y.size,
                        atZ = z.begin + i / x.size / y.size;
    return atX + grid.x * (atY + grid.y * atZ);
  }
};

std::vector<Box> boxesOf(Dim3 grid) {
  std::vector<Box> boxes;
  for (const Part z : partsOf(grid.z))
    for (const Part y : partsOf(grid.y))
      for (const Part x : partsOf(grid.x)) boxes.push_back({x, y, z});
  return boxes;
}

}  // namespace

Sample spreadSample(Dim3 grid, std::uint64_t most) {
  const std::uint64_t all = grid.count();
  most = std::clamp<std::uint64_t>(most, 1, all);
  std::vector<Box> boxes = boxesOf(grid);
  std::ranges::stable_sort(boxes, std::greater(), &Box::size);
  const auto shareOf = [&](const Box& box) { return (most * box.size() + all / 2) / all; };
  std::uint64_t tooSmall = 0;  // blocks of boxes that get no share: the largest box stands for them
  for (const Box& box : boxes)
    if (shareOf(box) == 0) tooSmall += box.size();
  Sample sample;
  for (const Box& box : boxes) {
    const bool largest = &box == &boxes.front();
    const std::uint64_t size = box.size(), share = largest ? std::max<std::uint64_t>(1, shareOf(box)) : shareOf(box);
    const std::uint64_t standsFor = size + (largest ? (shareOf(box) == 0 ? tooSmall - size : tooSmall) : 0);
    for (std::uint64_t i = 0; i < share; ++i) {
      const std::uint64_t place = (size * i / share + size * (i + 1) / share) / 2;
      sample.blocks[box.block(place, grid)] = standsFor * (i + 1) / share - standsFor * i / share;
    }
  }
  return sample;
}

Sample scatteredSample(Dim3 grid, std::uint64_t most) {
  const std::uint64_t all = grid.count(), rows = all / grid.x;
  if (most == 0 || most >= all) return spreadSample(grid, most);
  Sample sample;
  for (std::uint64_t i = 0; i < most; ++i) {
    const double along = (static_cast<double>(i) + 0.5) * std::numbers::phi;
    const auto column = static_cast<std::uint64_t>((along - std::floor(along)) * grid.x);
    const std::uint64_t row = (2 * i + 1) * rows / (2 * most);
    sample.blocks[row * grid.x + column] += all * (i + 1) / most - all * i / most;
  }
  return sample;
}

Sample firstBlocks(Dim3 grid, std::uint64_t count, std::uint32_t globalAccesses, std::uint32_t accesses) {
  Sample sample{{}, globalAccesses, accesses, true};
  for (std::uint64_t block = 0; block < std::min<std::uint64_t>(count, grid.count()); ++block) sample.blocks[block] = 1;
  return sample;
}

}  // namespace strata::inline microscope
