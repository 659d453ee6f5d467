#include "kernels/microscope/array_names.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <tuple>

#include "kernels/matmul/matmul_operation.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

std::string nameAt(const ArrayNames& names, const std::byte* at) {
  const NamedArray array = names.at(reinterpret_cast<std::uintptr_t>(at));
  return array.name ? *array.name : "";
}

TEST(ArrayNames, WhatLiesAtAnAddressIsNamedUntilItIsAnothers) {
  std::array<std::byte, 64> memory{};
  const std::span<const std::byte> all(memory);
  ArrayNames names;
  EXPECT_EQ(nameAt(names, all.data()), "");
  names.add("A", all.subspan(0, 16));
  names.add("B", all.subspan(32, 16));
  EXPECT_EQ(nameAt(names, &all[0]), "A");
  EXPECT_EQ(nameAt(names, &all[15]), "A");
  EXPECT_EQ(nameAt(names, &all[16]), "") << "between them";
  EXPECT_EQ(nameAt(names, &all[32]), "B");
  EXPECT_EQ(nameAt(names, &all[48]), "");
  names.add("C", all.subspan(8, 32));
  EXPECT_EQ(nameAt(names, &all[0]), "") << "A lies there no more";
  EXPECT_EQ(nameAt(names, &all[8]), "C");
  EXPECT_EQ(nameAt(names, &all[40]), "") << "nor B";
  names.add("nothing", all.subspan(8, 0));
  EXPECT_EQ(nameAt(names, &all[8]), "C");
}

// A's and B's loads stand on one line of the naive step; of the tiled one each has its line, and so do the tiles.
TEST(ArrayNames, EachAccessOfAKernelNamesItsTensorOrItsSharedVariable) {
  if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  using Seen = std::set<std::tuple<PlaceCounts::What, PlaceCounts::Space, std::set<std::string, std::less<>>>>;
  const auto seenIn = [](std::string_view step) {
    Microscope microscope(machineWidths());
    runUnder(microscope, matmulOperation(), step, {{"n", 64}});
    Seen seen;
    for (const auto& [place, counts] : microscope.places())
      if (counts.what != PlaceCounts::What::Branch) seen.insert({counts.what, counts.space, counts.arrays});
    return seen;
  };
  using enum PlaceCounts::What;
  using enum PlaceCounts::Space;
  EXPECT_EQ(seenIn("naive"), (Seen{{Load, Global, {"A"}}, {Load, Global, {"B"}}, {Store, Global, {"C"}}}));
  EXPECT_EQ(seenIn("tiled"), (Seen{{Load, Global, {"A"}},
                                   {Load, Global, {"B"}},
                                   {Load, Shared, {"tileA"}},
                                   {Load, Shared, {"tileB"}},
                                   {Store, Shared, {"tileA"}},
                                   {Store, Shared, {"tileB"}},
                                   {Store, Global, {"C"}}}));
}

}  // namespace
}  // namespace strata
