#include <algorithm>
#include <numeric>

#include "tests/backends/language_conformance.h"

// Warp functions, as CUDA's programming guide defines them.

namespace strata {
namespace {

enum Kind { kIndex, kUp, kDown, kXor };

/// The lane a lane reads from.
int sourceLane(Kind kind, int lane, int argument, int width) {
  const int begin = lane / width * width, end = begin + width;
  if (kind == kIndex) return begin + argument;
  if (kind == kUp) return lane - argument < begin ? lane : lane - argument;
  if (kind == kDown) return lane + argument >= end ? lane : lane + argument;
  return (lane ^ argument) >= end ? lane : lane ^ argument;
}

std::vector<int> numbers(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 100);
  return values;
}

TEST_P(LanguageConformance, ShufflesOfTheWholeWarpAndOfParts) {
  const std::vector<int> values = numbers(192);
  for (int width = 2; width <= wave(); width *= 2) {
    for (const Kind kind : {kIndex, kUp, kDown, kXor}) {
      for (const int argument : {0, 1, width / 2, width - 1}) {
        const auto result = change("shuffle<int>", values, static_cast<int>(kind), argument, width);
        for (int t = 0; t < 192; ++t) {
          const int source = t / wave() * wave() + sourceLane(kind, t % wave(), argument, width);
          ASSERT_EQ(result[static_cast<std::size_t>(t)], 100 + source)
              << "kind " << kind << " argument " << argument << " width " << width << " thread " << t;
        }
      }
    }
  }
}

TEST_P(LanguageConformance, XorShuffleReachesLowerGroupsOnly) {
  const auto result = change("shuffle<int>", numbers(64), static_cast<int>(kXor), 8, 4);
  for (int t = 0; t < 64; ++t) EXPECT_EQ(result[static_cast<std::size_t>(t)], 100 + (t & 8 ? t ^ 8 : t)) << t;
}

template <class T>
std::vector<T> reversedInWarps(std::vector<T> values, int wave) {
  for (auto begin = values.begin(); begin != values.end(); begin += wave) std::reverse(begin, begin + wave);
  return values;
}

TEST_P(LanguageConformance, ShufflesCarryWideTypesWhole) {
  std::vector<float> floats;
  std::vector<double> doubles;
  std::vector<unsigned long long> words;
  for (int t = 0; t < 128; ++t) {
    floats.push_back(static_cast<float>(t) + 0.25f);
    doubles.push_back(1.0 / (t + 1));
    words.push_back(0x0123'4567'89ab'cdefull * static_cast<unsigned>(t + 1));
  }
  const int kind = kXor, flip = wave() - 1;
  EXPECT_EQ(change("shuffle<float>", floats, kind, flip, wave()), reversedInWarps(floats, wave()));
  EXPECT_EQ(change("shuffle<double>", doubles, kind, flip, wave()), reversedInWarps(doubles, wave()));
  EXPECT_EQ(change("shuffle<unsigned long long>", words, kind, flip, wave()), reversedInWarps(words, wave()));
}

TEST_P(LanguageConformance, EveryLaneMayAskForAnother) {
  const auto result = change("shuffle_varied", numbers(128));
  for (int t = 0; t < 128; ++t) {
    const int lane = t % wave(), first = t - lane, asked = wave() - 1 - lane;
    EXPECT_EQ(result[static_cast<std::size_t>(t)], 100 + first + (asked * 5 + 3) % wave()) << t;
  }
}

TEST_P(LanguageConformance, WarpsAddUpByShuffles) {
  std::vector<float> values(256);
  std::iota(values.begin(), values.end(), 0.0f);
  const auto result = change("warp_sum", values);
  for (int t = 0; t < 256; ++t) {
    const int first = t / wave() * wave();
    EXPECT_EQ(result[static_cast<std::size_t>(t)], static_cast<float>(wave() * first + wave() * (wave() - 1) / 2)) << t;
  }
}

TEST_P(LanguageConformance, ShufflesInBranchesWaitForTheirMaskOnly) {
  const auto result = change("shuffle_in_branches", numbers(192));
  for (int t = 0; t < 192; ++t) {
    const int from = t ^ 1;
    EXPECT_EQ(result[static_cast<std::size_t>(t)], from % 2 ? 100 + (from ^ 2) + 3 : 100 + (from ^ 4)) << t;
  }
}

TEST_P(LanguageConformance, FewLanesShuffleAmongThemselves) {
  const std::vector<int> values = numbers(128);
  const auto result = change("shuffle_by_few", values);
  for (int t = 0; t < 128; ++t) {
    const int lane = t % wave();
    const auto end = values.begin() + t + 1;
    EXPECT_EQ(result[static_cast<std::size_t>(t)], lane < 8 ? std::accumulate(end - lane - 1, end, 0) : 100 + t) << t;
  }
}

TEST_P(LanguageConformance, VotesAreCountedPerWarp) {
  const std::vector<int> values = numbers(192);
  auto device = upload(values), any = upload(values), all = upload(values);
  auto ballots = upload(std::vector<unsigned long long>(values.size()));
  launch("votes", {{1, 1, 1}, {192, 1, 1}, 0}, device->data(), ballots->data(), any->data(), all->data());
  const auto ballot = download<unsigned long long>(*ballots);
  const auto anyone = download<int>(*any), everyone = download<int>(*all);
  for (int t = 0; t < 192; ++t) {
    unsigned long long expected = 0;
    const int first = t / wave() * wave();
    for (int lane = 0; lane < wave(); ++lane) expected |= ((100ull + first + lane) % 3 == 1 ? 1ull : 0) << lane;
    EXPECT_EQ(ballot[static_cast<std::size_t>(t)], expected) << t;
    EXPECT_EQ(anyone[static_cast<std::size_t>(t)], 0) << t;
    EXPECT_EQ(everyone[static_cast<std::size_t>(t)], 100 + first + wave() <= 200) << t;
  }
}

TEST_P(LanguageConformance, LanesPassOnThroughSharedMemory) {
  const auto result = change("pass_on_in_warp", numbers(256), 50);
  for (int t = 0; t < 256; ++t) {
    const int lane = t % wave();
    EXPECT_EQ(result[static_cast<std::size_t>(t)], 100 + t - lane + (lane + 50) % wave() + 50) << t;
  }
}

}  // namespace
}  // namespace strata
