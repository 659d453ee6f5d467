#include "kernels/microscope/text_blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace strata {
namespace {

using What = PlaceCounts::What;

/// What was counted at an address, and where the program says it is.
struct SeenBlock {
  std::uintptr_t pc = 0;
  int line = 0, column = 0;
  std::optional<std::uint64_t> into{};
  std::uint64_t lanes = 8;  ///< the first of each warp of 100
  What what = What::Branch;
  std::size_t firstLane = 0;
};

std::map<Place, PlaceCounts> countsOf(const std::vector<SeenBlock>& all) {
  std::map<Place, PlaceCounts> places;
  for (const SeenBlock& seen : all) {
    std::vector<std::int64_t> offsets(32, -1);
    for (std::size_t lane = seen.firstLane; lane < seen.firstLane + seen.lanes; ++lane) offsets[lane] = 0;
    PlaceCounts& counts = places[{seen.pc, seen.what == What::Branch ? std::uint16_t{0} : std::uint16_t{4}}];
    counts.what = seen.what;
    counts.requests = counts.partial = 100;
    counts.lanes = 100 * seen.lanes;
    counts.patterns[{seen.lanes}] = {100, std::move(offsets)};
  }
  return places;
}

std::vector<std::uintptr_t> keptOf(const std::vector<SeenBlock>& all) {
  const auto lineOf = [&](std::uintptr_t pc) {
    for (const SeenBlock& seen : all)
      if (seen.pc == pc) return SourceLine{"kernels/own/mine.cuh", seen.line, seen.column, seen.into};
    return SourceLine{};
  };
  std::vector<std::uintptr_t> kept;
  for (const auto& [place, counts] : withBlocksOfText(countsOf(all), lineOf)) kept.push_back(place.pc);
  return kept;
}

using Kept = std::vector<std::uintptr_t>;

// if (…) atomicAdd(&y[0], x[i]): its loop on the CPU is no branch of the text.
TEST(TextBlocks, ThoseOfAnAtomicsLoopAreLeftOut) {
  EXPECT_EQ(keptOf({{10, 9, 24}, {20, 9, 14, 25}, {30, 9, 14, 66, 9}, {40, 9, 14, 90}}), Kept({10}));
}

TEST(TextBlocks, OneThatBeginsWithACallIsTheTexts) {
  EXPECT_EQ(keptOf({{10, 9, 14, 4}, {20, 9, 14, 25}}), Kept({10}));
  EXPECT_EQ(keptOf({{10, 9, 14, 5}, {20, 9, 14, 25}}), Kept({10})) << "a call through a table is longer";
}

TEST(TextBlocks, ALineThatGoesOnBehindAConversionIsOne) {
  EXPECT_EQ(keptOf({{10, 9, 25}, {20, 9, 17, 40}, {30, 9, 31}, {40, 9, 31, 60, 3}}), Kept({10}));
  EXPECT_EQ(keptOf({{10, 9, 25}, {20, 9, 17, 40}, {30, 10, 3}}), Kept({10, 30})) << "but not the next line";
}

TEST(TextBlocks, OtherLanesAreAnotherBranch) {
  EXPECT_EQ(keptOf({{10, 9, 7, {}, 32}, {20, 9, 7, 40}, {30, 9, 31, {}, 16}, {40, 9, 42, {}, 16, What::Branch, 16}}),
            Kept({10, 30, 40}));
}

TEST(TextBlocks, CopiesThatTheCompilerMadeOfALineCountEach) {
  EXPECT_EQ(keptOf({{10, 9, 25}, {20, 9, 17, 40}, {30, 9, 31}, {40, 9, 25}, {50, 9, 17, 40}, {60, 9, 31}}),
            Kept({10, 40}));
  EXPECT_EQ(keptOf({{10, 9, 25}, {20, 9, 31}}), Kept({10, 20})) << "nothing of another file is between";
}

TEST(TextBlocks, WhatTheCallLoadsAndStoresStays) {
  EXPECT_EQ(keptOf({{10, 9, 25}, {20, 9, 14, 30, 8, What::Store}, {30, 9, 14, 40, 8, What::Load}}), Kept({10, 20, 30}));
}

}  // namespace
}  // namespace strata
