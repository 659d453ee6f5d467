#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "kernels/operation/kernel_outline.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/compiler/own_text.h"

namespace strata {
namespace {

/// How many texts: STRATA_MUTATED_KERNELS asks for more, by hand.
int howMany(int few) {
  const char* asked = std::getenv("STRATA_MUTATED_KERNELS");
  return asked ? std::atoi(asked) : few;
}

/// Texts of Strata's own steps with some of their bytes changed, taken out, put in again elsewhere, or any bytes at
/// all.
class Mutations {
 public:
  Mutations() {
    for (const KernelText& each : kernelTexts())
      if (each.path.ends_with(".cuh")) m_texts.emplace_back(each.text);
  }

  std::string next() {
    std::string text = m_texts[below(m_texts.size())];
    if (below(8) == 0) text.assign(below(4096), '\0');
    for (std::size_t changes = 1 + below(12); changes > 0 && !text.empty(); --changes) change(text);
    return text;
  }

 private:
  std::size_t below(std::size_t end) { return m_random() % end; }
  void change(std::string& text) {
    constexpr const char* kWords[] = {"__global__", "extern __shared__ ", "template <", "(", "\"", "/*", "#", "\\\n",
                                      "["};
    const std::size_t at = below(text.size()), length = std::min(below(200), text.size() - at);
    switch (below(5)) {
      case 0: text[at] = static_cast<char>(below(256)); break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(below(text.size()), text.substr(at, length)); break;
      case 3: text.insert(at, kWords[below(std::size(kWords))]); break;
      default:
        for (std::size_t i = at; i < at + length; ++i) text[i] = static_cast<char>(below(256));
    }
  }

  std::mt19937 m_random{22};
  std::vector<std::string> m_texts;
};

/// What is read is made of what stands there.
void expectSound(const KernelOutline& outline, const std::string& text) {
  for (const OutlinedKernel& kernel : outline.kernels) {
    EXPECT_NE(text.find(kernel.name), std::string::npos);
    EXPECT_GE(kernel.line, 1);
    EXPECT_LE(kernel.line, 1 + std::ranges::count(text, '\n'));
    std::size_t letters = 0;
    for (const std::string& parameter : kernel.parameters) letters += parameter.size();
    EXPECT_LE(letters, 33 * text.size());  // a type that the text names is written out, up to 64 letters for two
  }
  for (const auto& [type, name] : outline.dynamicShared) EXPECT_LE(type.size() + name.size(), text.size());
}

TEST(MutatedKernels, AreReadWhateverTheyAre) {
  Mutations mutations;
  for (int i = howMany(300); i > 0 && !testing::Test::HasFailure(); --i) {
    const std::string text = mutations.next();
    expectSound(outlineOf(text), text);
    const OwnText own{"mine.cu", text, "kernels/saxpy/naive.cuh"};
    EXPECT_LT(ownUnit(own, "saxpy").size(), 100'000 + 10 * text.size());
    EXPECT_FALSE(withOwnName("unit.cpp:3:1: error: own_mine", own, "/tmp/").empty());
  }
}

/// Many beginnings without an end: nothing is read to the end again for each of them.
TEST(MutatedKernels, OfAMegabyteAreReadAtOnce) {
  for (const std::string word : {"__global__ ", "__global__ k(", "extern __shared__ ", "__shared__ x[", "template <",
                                 "{;", "typedef ", "using x =", "typedef a a a;"}) {
    std::string text;
    while (text.size() < 1'000'000) text += word;
    expectSound(outlineOf(text), text);
  }
  std::string kernels;
  for (int i = 0; kernels.size() < 1'000'000; ++i) kernels += "__global__ void k" + std::to_string(i) + "(int n) {}\n";
  EXPECT_EQ(outlineOf(kernels).kernels.size(), 1000u);
}

}  // namespace
}  // namespace strata
