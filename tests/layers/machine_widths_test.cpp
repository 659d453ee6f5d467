#include "layers/compiler/machine_widths.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/operation/operation.h"
#include "layers/compiler/text_lines.h"

namespace strata {
namespace {

TEST(Statements, FromTheFirstLineToTheLast) {
  constexpr std::string_view kText =
      "{\n  a = b;  // c\n  d[1] =\n      e ? f\n        : g;\n\n  for (;;)\n    h();\n}\n";
  const auto rangeAt = [&](int line) {
    return std::pair(statementAt(kText, line).first, statementAt(kText, line).last);
  };
  EXPECT_EQ(rangeAt(2), std::pair(2, 2));
  for (const int line : {3, 4, 5}) EXPECT_EQ(rangeAt(line), std::pair(3, 5)) << line;
  EXPECT_EQ(rangeAt(8), std::pair(7, 8));
  EXPECT_EQ(rangeAt(99), std::pair(99, 99));
}

TEST(AccessWidths, WidthsOfAStatementAddUp) {
  AccessWidths widths;
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, true, true, 16});
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, false, false, 4});
  widths.add("two<1, 2>", {"kernels/a/a.cuh", 3, 5, false, false, 16});
  const CompiledAccess* found = widths.find("two<1, 2>", "kernels/a/a.cuh", 4, false, false);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->widths, 4u + 16u);
  EXPECT_EQ(widths.find("two<1, 2>", "kernels/a/a.cuh", 4, false, true), nullptr);
  EXPECT_EQ(widths.find("one", "kernels/a/a.cuh", 4, false, false), nullptr);
}

/// What machine code has at the statement with these words.
std::uint32_t widthsAt(std::string_view kernel, std::string_view file, std::string_view words, bool shared) {
  const std::string_view text = textOfFile(file);
  const std::size_t at = text.find(words);
  if (at == std::string_view::npos) return 0;
  const int line = 1 + static_cast<int>(std::ranges::count(text.substr(0, at), '\n'));
  const CompiledAccess* found = machineWidths().find(kernel, file, line, shared, false);
  return found ? found->widths : 0;
}

TEST(MachineWidths, AreThereForEveryKernelThatGpusAreAskedFor) {
  for (const Operation* operation : operations())
    for (const Step& step : operation->steps) {
      if (step.madeFor == MadeFor::Processors) continue;
      for (const KernelLaunch& launch : step.plan(Problem(operation->parameters)).launches)
        EXPECT_TRUE(machineWidths().kernels().contains(launch.kernel)) << launch.kernel;
    }
}

// The compiler reads them one by one; the assembler knows that they are neighbours.
TEST(MachineWidths, AreThoseOfTheAssemblerToo) {
  EXPECT_EQ(widthsAt("matmul_tiled<32>", "kernels/matmul/tiled.cuh", "sum += ", true), 4u + 16u);
  EXPECT_EQ(widthsAt("saxpy_vectorised", "kernels/saxpy/vectorised.cuh", "const float4", false), 16u);
}

TEST(MachineWidths, AreAnArchitecturesOwn) {
  EXPECT_FALSE(machineWidths("gfx90a").kernels().empty());
  EXPECT_TRUE(machineWidths("nobody's").kernels().empty());
  EXPECT_TRUE(machineWidths("gfx90a").kernels().contains("saxpy_vectorised"));
  EXPECT_FALSE(machineWidths("gfx90a").kernels().contains("matmul_unit_specialised"));
}

}  // namespace
}  // namespace strata
