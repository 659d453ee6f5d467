#include <gtest/gtest.h>

#include "app/facts/short_name.h"
#include "tests/views/compared_sessions.h"

// Which names of two sessions are one row.

namespace strata::compare_test {
namespace {

TEST(Comparison, CallsOfTwoVendorsThatDoTheSameAreOneLine) {
  const auto cuda = launchesOf({"cudaLaunchKernel", "cudaGraphClone", "cuLaunchKernel", "cudaLaunchKernel"});
  const auto hip = launchesOf({"hipLaunchKernel", "hipGraphClone", "hipLaunchKernel", "hsa_queue_create"});
  const Comparison comparison = compareSessions(side(cuda, "one"), side(hip, "two"), EventRef{0, 0, 3});
  const ComparedName& launch = lineOf(comparison, "cudaLaunchKernel / hipLaunchKernel");
  EXPECT_EQ(launch.count, (std::array<std::uint64_t, 2>{2, 2}));
  EXPECT_TRUE(lineOf(comparison, "cudaGraphClone / hipGraphClone").onBoth()) << "by HIP's rule";
  EXPECT_FALSE(lineOf(comparison, "hsa_queue_create").onBoth()) << "nothing is invented";
  EXPECT_EQ(comparison.sides[1].anchor, hip->event({0, 0, 2}).begin) << "the second launch is beside the second";
}

TEST(Comparison, NamesMatchWithoutSizesLineNumbersAndOrdinals) {
  for (const auto& [name, bare] :
       {std::pair("void gemm<float, 128>(float*, int)", "gemm<…>(…)"),
        std::pair("ampere_bf16_s16816gemm_128x64_ldg8", "ampere_bf16_s16816gemm_…_ldg8"),
        std::pair("naive 256×256×256 warm-up", "naive … warm-up"), std::pair("inputs 256×256", "inputs …"),
        std::pair("heat 512×512 × 20 steps", "heat … steps"), std::pair("512 × rows", "512 × rows"),
        std::pair("model.py(123): forward", "model.py: forward"),
        std::pair("nn.Module: Linear_12", "nn.Module: Linear"), std::pair("ProfilerStep#6", "ProfilerStep"),
        std::pair("Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD"),
        std::pair("<built-in method to of Tensor object at 0x7d67180cc190>", "<built-in method to of Tensor object>"),
        std::pair("aten::mm", "aten::mm"), std::pair("log2_3x", "log2_3x"), std::pair("f(x)", "f(x)")})
    EXPECT_EQ(bareName(name), bare) << name;
  const auto one = launchesOf({"step#1", "step#2"}), two = launchesOf({"step#9"});
  const Comparison comparison = compareSessions(side(one, "one"), side(two, "two"), std::nullopt);
  EXPECT_EQ(lineOf(comparison, "step").count, (std::array<std::uint64_t, 2>{2, 1}));
  const auto small = launchesOf({"naive 256×256×256"}), large = launchesOf({"naive 300×300×300"});
  EXPECT_EQ(lineOf(compareSessions(side(small, "one"), side(large, "two"), std::nullopt), "naive …").count,
            (std::array<std::uint64_t, 2>{1, 1}));
}

TEST(Comparison, TellsTheLabelThatNeedsMostRoomOfAllNames) {
  const auto one = launchesOf({"a", "cudaMemcpyPeerAsync", "b", "iiiiiiiiiiiiiiiiiiii"});
  const Comparison comparison = compareSessions(side(one, "one"), side(one, "two"), std::nullopt);
  EXPECT_EQ(comparison.widest[static_cast<std::size_t>(CompareOf::Events)], "cudaMemcpyPeerAsync")
      << "by its letters' widths, not by their number";
  EXPECT_EQ(comparison.widest[static_cast<std::size_t>(CompareOf::Kernels)], "");
}

TEST(Comparison, TheTokensOfATextAreOneRow) {
  const auto one = launchesOf({"token 6 ','", "token 7 ' he'", "token 8 ' was'"}),
             two = launchesOf({"token 6", "token 7"});
  const Comparison comparison = compareSessions(side(one, "one"), side(two, "two"), std::nullopt);
  EXPECT_EQ(comparison.of(CompareOf::Events).size(), 1u);
  EXPECT_EQ(lineOf(comparison, "token").count, (std::array<std::uint64_t, 2>{3, 2}));
}

TEST(Comparison, ARowOfSeveralNamesIsNamedByNoneOfThem) {
  const auto steps = launchesOf({"ProfilerStep#3", "ProfilerStep#4"}), one = launchesOf({"ProfilerStep#4"});
  for (const auto& [a, b] : {std::pair(steps, steps), {steps, one}, {one, steps}, {steps, launchesOf({"cudaMalloc"})}})
    EXPECT_GE(lineOf(compareSessions(side(a, "one"), side(b, "two"), std::nullopt), "ProfilerStep").count[0], 1u);
  EXPECT_EQ(lineOf(compareSessions(side(one, "one"), side(one, "two"), std::nullopt), "ProfilerStep#4").count[0], 1u);
}

TEST(Comparison, KernelsThatDifferInANumberAreRowsOfTheirOwn) {
  const auto one = kernelsOf({{"ampere_sgemm_64x64_tn", 300}, {"ampere_sgemm_128x64_tn", 450}}),
             two = kernelsOf({{"ampere_sgemm_128x64_tn", 225}, {"ampere_sgemm_64x64_tn", 600}});
  for (const bool turned : {false, true}) {
    const Comparison comparison =
        compareSessions(side(turned ? two : one, "one"), side(turned ? one : two, "two"), std::nullopt);
    for (const CompareOf what : {CompareOf::Events, CompareOf::Kernels}) EXPECT_EQ(comparison.of(what).size(), 2u);
    EXPECT_EQ(lineOf(comparison, "ampere_sgemm_64x64_tn").difference(), Duration{turned ? -300 : 300});
    EXPECT_EQ(lineOf(comparison, "ampere_sgemm_128x64_tn").difference(), Duration{turned ? 225 : -225});
  }
}

TEST(Comparison, KernelsOfOneTemplateAreRowsOfTheirOwn) {
  const auto both = kernelsOf({{"void gemm<float, 64>(float*)", 300}, {"void gemm<float, 128>(float*)", 450}});
  const Comparison comparison = compareSessions(side(both, "one"), side(both, "two"), std::nullopt);
  EXPECT_EQ(lineOf(comparison, "gemm<…>(…) · 64").total[0], Duration{300});
  EXPECT_EQ(lineOf(comparison, "gemm<…>(…) · 128").total[0], Duration{450});
}

TEST(Comparison, RoutinesOfTheHostThatDifferInANumberAreRowsOfTheirOwn) {
  const auto roofs = launchesOf({"roof: chains_8", "roof: chains_96", "roof: chains_128", "gemm_64x64", "gemm_128x64"});
  const Comparison comparison = compareSessions(side(roofs, "one"), side(roofs, "two"), std::nullopt);
  EXPECT_EQ(comparison.of(CompareOf::Events).size(), 5u);
  EXPECT_TRUE(lineOf(comparison, "roof: chains_96").onBoth());
  EXPECT_TRUE(lineOf(comparison, "gemm_128x64").onBoth());
}

TEST(Comparison, KernelsOfOneSideEachMeetWhereNoOtherCouldBeMeant) {
  const auto one = kernelsOf({{"sgemm_64x64_tn", 300}, {"sgemm_32x32_tn", 100}}),
             two = kernelsOf({{"sgemm_128x64_tn", 200}, {"sgemm_32x32_tn", 100}}),
             more = kernelsOf({{"sgemm_128x64_tn", 200}, {"sgemm_128x128_tn", 100}, {"sgemm_32x32_tn", 100}});
  const Comparison met = compareSessions(side(one, "one"), side(two, "two"), std::nullopt);
  EXPECT_EQ(met.of(CompareOf::Kernels).size(), 2u);
  EXPECT_EQ(lineOf(met, "sgemm_64x64_tn / sgemm_128x64_tn").difference(), Duration{-100});
  for (const bool turned : {false, true}) {
    const Comparison apart =
        compareSessions(side(turned ? more : one, "one"), side(turned ? one : more, "two"), std::nullopt);
    EXPECT_EQ(apart.of(CompareOf::Kernels).size(), 4u);
    EXPECT_TRUE(lineOf(apart, "sgemm_32x32_tn").onBoth());
    for (const char* name : {"sgemm_64x64_tn", "sgemm_128x64_tn", "sgemm_128x128_tn"})
      EXPECT_FALSE(lineOf(apart, name).onBoth()) << name;
  }
}

TEST(Comparison, CopiesOfOneDirectionMeetWhateverMemoryTheyAreOf) {
  const auto pageable = kernelsOf({{"Memcpy HtoD (Pageable -> Device)", 700}, {"Memcpy DtoH (Device -> Pageable)", 9}}),
             pinned = kernelsOf({{"Memcpy HtoD (Pinned -> Device)", 160}}),
             both = kernelsOf({{"Memcpy HtoD (Pinned -> Device)", 160}, {"Memcpy HtoD (Pageable -> Device)", 700}});
  const Comparison comparison = compareSessions(side(pageable, "one"), side(pinned, "two"), std::nullopt);
  EXPECT_EQ(lineOf(comparison, "Memcpy HtoD (Pageable -> Device) / Memcpy HtoD (Pinned -> Device)").difference(),
            Duration{-540});
  EXPECT_FALSE(lineOf(comparison, "Memcpy DtoH (Device -> Pageable)").onBoth());
  const Comparison apart = compareSessions(side(both, "one"), side(pinned, "two"), std::nullopt);
  EXPECT_TRUE(lineOf(apart, "Memcpy HtoD (Pinned -> Device)").onBoth());
  EXPECT_FALSE(lineOf(apart, "Memcpy HtoD (Pageable -> Device)").onBoth());
}

TEST(Comparison, PartsOfOneSessionMeetByWhatTheyHoldAlone) {
  const auto all = kernelsOf({{"sgemm_64x64_tn", 300}, {"sgemm_128x64_tn", 200}});
  const HostTime begin = all->bounds()->begin;
  const auto part = [&](std::int64_t from, std::int64_t to) {
    return ComparedSession{all, "run", {begin + Duration{from}, begin + Duration{to}}, {}};
  };
  const Comparison comparison = compareSessions(part(0, 300), part(300, 500), std::nullopt);
  ASSERT_EQ(comparison.of(CompareOf::Kernels).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::Kernels)[0].total, (std::array<Duration, 2>{Duration{300}, Duration{200}}));
}

TEST(Comparison, StepsOfTwoExperimentsThatAreCalledAlikeAreNotTheSame) {
  const auto sessionOf = [](const char* step) {
    SampleSession session;
    session.add({.track = session.host(Storey::Model), .name = step, .begin = 0, .end = 900, .storey = Storey::Model});
    session.add({.track = session.host(Storey::Runtime),
                 .name = "strataMalloc",
                 .begin = 100,
                 .end = 200,
                 .storey = Storey::Runtime});
    return session.state().session.snapshot;
  };
  ComparedSession one = side(sessionOf("naive 96×96×96"), "one"), two = side(sessionOf("naive 1×4×512×64"), "two");
  one.experiment = two.experiment = "matmul";
  const EventRef step{0, 0, 0};
  const Comparison same = compareSessions(one, two, step);
  EXPECT_EQ(same.of(CompareOf::Events).size(), 2u);
  EXPECT_FALSE(same.alignedAt.empty());
  two.experiment = "attention";
  const Comparison comparison = compareSessions(one, two, step);
  EXPECT_EQ(comparison.of(CompareOf::Events).size(), 3u);
  EXPECT_FALSE(lineOf(comparison, "naive 96×96×96").onBoth());
  EXPECT_FALSE(lineOf(comparison, "naive 1×4×512×64").onBoth());
  EXPECT_TRUE(lineOf(comparison, "strataMalloc").onBoth()) << "whatever it is called for";
  EXPECT_TRUE(comparison.alignedAt.empty());
}

TEST(Comparison, CallsOfSeveralSizesMeet) {
  const auto small = launchesOf({"matmul 512x512x512", "matmul 256x256x256"}),
             large = launchesOf({"matmul 1024x1024x1024"});
  const Comparison comparison = compareSessions(side(small, "one"), side(large, "two"), std::nullopt);
  EXPECT_EQ(lineOf(comparison, "matmul …").count, (std::array<std::uint64_t, 2>{2, 1}));
}

std::vector<std::string> labelsOf(const Comparison& comparison) {
  std::vector<std::string> labels;
  for (const ComparedName& name : comparison.of(CompareOf::Events)) {
    EXPECT_EQ(name.count[0], name.count[1]) << name.label();
    labels.push_back(name.label());
  }
  std::ranges::sort(labels);
  return labels;
}

TEST(Comparison, FunctionsOfOneFileAndNameAreRowsOfTheirOwnWhateverTheirLines) {
  const auto before = launchesOf({"model.py(20): forward", "model.py(40): forward", "model.py(40): forward",
                                  "model.py(60): forward", "model.py(50): norm"});
  const auto after = launchesOf({"model.py(60): forward", "model.py(40): forward", "model.py(60): forward",
                                 "model.py(80): forward", "model.py(70): norm"});
  EXPECT_EQ(labelsOf(compareSessions(side(before, "one"), side(after, "two"), std::nullopt)),
            (std::vector<std::string>{"model.py(20/40): forward", "model.py(40/60): forward", "model.py(50/70): norm",
                                      "model.py(60/80): forward"}))
      << "twenty lines were put in above";
  EXPECT_EQ(labelsOf(compareSessions(side(before, "one"), side(before, "two"), std::nullopt)).front(),
            "model.py(20): forward");
}

TEST(Comparison, AFunctionThatOneSideLacksTakesNoOthersPlace) {
  const auto all = launchesOf({"model.py(20): forward", "model.py(40): forward", "model.py(60): forward"});
  const auto fewer = launchesOf({"model.py(43): forward", "model.py(63): forward"});
  const Comparison comparison = compareSessions(side(fewer, "one"), side(all, "two"), std::nullopt);
  EXPECT_EQ(comparison.of(CompareOf::Events).size(), 3u);
  EXPECT_FALSE(lineOf(comparison, "model.py(20): forward").onBoth());
  EXPECT_TRUE(lineOf(comparison, "model.py(43/40): forward").onBoth());
  EXPECT_TRUE(lineOf(comparison, "model.py(63/60): forward").onBoth());
}

TEST(Comparison, EachModuleIsARow) {
  const auto one =
      launchesOf({"nn.Module: Linear_0", "nn.Module: Linear_1", "nn.Module: Linear_10", "nn.Module: GELU"});
  const auto two =
      launchesOf({"nn.Module: Linear_10", "nn.Module: GELU", "nn.Module: Linear_1", "nn.Module: Linear_0"});
  EXPECT_EQ(labelsOf(compareSessions(side(one, "one"), side(two, "two"), std::nullopt)),
            (std::vector<std::string>{"nn.Module: GELU", "nn.Module: Linear_0", "nn.Module: Linear_1",
                                      "nn.Module: Linear_10"}));
  const auto less = launchesOf({"nn.Module: Linear_0", "nn.Module: Linear_10", "nn.Module: GELU"});
  const Comparison comparison = compareSessions(side(one, "one"), side(less, "two"), std::nullopt);
  EXPECT_FALSE(lineOf(comparison, "nn.Module: Linear_1").onBoth());
  EXPECT_TRUE(lineOf(comparison, "nn.Module: Linear_10").onBoth());
}

}  // namespace
}  // namespace strata::compare_test
