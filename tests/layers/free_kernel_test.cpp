#include "layers/workloads/kernel/free_kernel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/workloads/common/leading_comment.h"
#include "layers/workloads/common/pointee.h"
#include "layers/workloads/kernel/free_plan.h"
#include "layers/workloads/kernel/kernel_experiment.h"

namespace strata {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr const char* kCode =
    "template <int kTile> __global__ void life(int* next, const int* now, int n, long long m, float a, double b) {}\n"
    "__global__ void plain(float* y, int n) {}\n";

Result<std::shared_ptr<const FreeKernel>> readText(const std::string& comment) {
  return readFreeKernel({"life", "life.cu", comment + "\n" + kCode, {}});
}

std::string refusal(const std::string& comment) {
  const auto kernel = readText(comment);
  if (!kernel.ok()) return kernel.error().message;
  const auto plan = planFree(kernel.value(), {});
  return plan.ok() ? "" : plan.error().message;
}

constexpr const char* kLife = R"(/* The game of life.
 * strata: n = 64 step 16
 * steps = 3
 * tiles = n / 16
 * in    int now[n][n] = random(0, 2)
 * inout int next[n][n] = zeros
 * repeat t < steps
 *   life<16><<<dim3(tiles, tiles), (16, 16), 4 * n>>>(next, now, n,
 *       n * 2, 1 / 2.0f, t / 2)
 * end
 * expect next[y][x] = now[y][x]  tolerance 1e-3
 */
// More words of it.
#include <cuda_runtime.h>)";

TEST(LeadingComment, IsWhatComesBeforeCode) {
  const auto lines =
      leadingComment("\n// one\n#include <a>\n/* two\n * three\n **/\n//// four\nint x;  // five\n// six\n");
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_EQ(lines[0].text, "one");
  EXPECT_EQ(lines[0].number, 2);
  EXPECT_EQ(lines[2].text, "three");
  EXPECT_EQ(lines[3].text, "four");
  EXPECT_EQ(lines[3].number, 7);
  EXPECT_EQ(likeNamedIn("// Mine.\n// like: tiled\nint x;"), "tiled");
  EXPECT_EQ(likeNamedIn("int x;\n// like: tiled\n"), "");
}

TEST(LeadingComment, NamesThePlaceThatAKernelTakes) {
  const std::string named = namingPlace("// Rows.\nint x;\n", "norm", "vectorised");
  EXPECT_EQ(named, "// experiment: norm\n// like: vectorised\n// Rows.\nint x;\n");
  EXPECT_EQ(experimentNamedIn(named), "norm");
  EXPECT_EQ(likeNamedIn(named), "vectorised");
  EXPECT_EQ(namingPlace(named, "norm", "vectorised"), named);
  EXPECT_EQ(namingPlace(named, "norm", "naive"), "// experiment: norm\n// like: naive\n// Rows.\nint x;\n");
  EXPECT_EQ(namingPlace("// like: that one, but faster\n", "norm", "naive"),
            "// experiment: norm\n// like: naive\n// like: that one, but faster\n")
      << "nothing that somebody wrote is lost";
}

TEST(FreeKernels, AreReadFromTheirComment) {
  const auto kernel = readText(kLife);
  // The words behind the statements are none.
  ASSERT_FALSE(kernel.ok());
  EXPECT_THAT(kernel.error().message, HasSubstr("life.cu:13: error: \"More words of it.\" is none of"));
}

std::string life() {
  const std::string text = kLife;
  return text.substr(0, text.find("// More"));
}

TEST(FreeKernels, ArePlannedForTheirSizes) {
  const auto kernel = readText(life());
  ASSERT_TRUE(kernel.ok()) << kernel.error().message;
  const auto plan = planFree(kernel.value(), {{"n", 32}});
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(plan.value().shapeText(), "n=32 steps=3");
  ASSERT_THAT(plan.value().tensors, SizeIs(2));
  EXPECT_THAT(plan.value().tensors[0].shape, ElementsAre(32, 32));
  EXPECT_EQ(plan.value().tensors[0].type, DataType::I32);
  ASSERT_THAT(plan.value().launches, SizeIs(3));
  const KernelLaunch& last = plan.value().launches.back();
  EXPECT_EQ(last.kernel, "life<16>");
  EXPECT_EQ(last.shape.grid, (Dim3{2, 2, 1}));
  EXPECT_EQ(last.shape.block, (Dim3{16, 16, 1}));
  EXPECT_EQ(last.shape.sharedBytes, 128u);
  ASSERT_THAT(last.arguments, SizeIs(6));
  EXPECT_EQ(std::get<TensorArgument>(last.arguments[0]).index, 1);
  EXPECT_EQ(std::get<std::int32_t>(last.arguments[2]), 32);
  EXPECT_EQ(std::get<std::int64_t>(last.arguments[3]), 64);
  EXPECT_EQ(std::get<float>(last.arguments[4]), 0.5f);
  EXPECT_EQ(std::get<double>(last.arguments[5]), 1);
  EXPECT_THAT(planFree(kernel.value(), {{"n", 40}}).error().message,
              HasSubstr("life.cu:2: error: n must be a multiple"));
}

TEST(FreeKernels, DeclareParameters) {
  const auto info = withFreeKernels(kernelExperiment(), {{"life", "life.cu", life() + kCode, {}}});
  ASSERT_TRUE(info.ok()) << info.error().message;
  EXPECT_EQ(info.value().parameters[1].name, "n");
  EXPECT_EQ(info.value().parameters[2].name, "steps");
  EXPECT_EQ(info.value().variants.front().name, "life");
}

TEST(FreeKernels, APointeeHasTheSizeOfTheTensorsElements) {
  EXPECT_FALSE(mayPointTo("_Float16* y", DataType::F32));
  EXPECT_FALSE(mayPointTo("const __hip_bfloat16* y", DataType::F32));
  EXPECT_TRUE(mayPointTo("unsigned short* y", DataType::F16));
  EXPECT_TRUE(mayPointTo("int short* y", DataType::F16));
  EXPECT_FALSE(mayPointTo("long unsigned int* y", DataType::F32));
  EXPECT_TRUE(mayPointTo("floats* y", DataType::F16)) << "a name of its own";
  EXPECT_TRUE(mayPointTo("const float4* y", DataType::F16)) << "loads may be as wide as they like";
}

TEST(FreeKernels, APointerIsOneWithStarOrBrackets) {
  for (const char* parameter : {"const float* y", "float y[]", "float **y", "float y[64]"})
    EXPECT_TRUE(isPointer(parameter)) << parameter;
  EXPECT_FALSE(isPointer("int n"));
}

TEST(FreeKernels, SayTheLineAndWhatToDo) {
  const std::string good = "// strata: n = 8\n// out float y[n]\n// plain<<<1, n>>>(y, n)\n// expect y[i] = i";
  EXPECT_EQ(refusal(good), "");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return refusal(text);
  };
  EXPECT_THAT(refusal("// Nothing said."), HasSubstr("Begin it with a comment like"));
  EXPECT_THAT(refusal("=\n// strata: n = 64"), HasSubstr("life.cu:2: error: Code stands above this comment"));
  EXPECT_THAT(with("out float", "out flaot"), HasSubstr("life.cu:2: error: \"flaot\" is no type"));
  EXPECT_THAT(with("out float", "in float"), HasSubstr("y holds nothing"));
  EXPECT_THAT(with("y[n]", "y"), HasSubstr("one to three dimensions"));
  EXPECT_THAT(with("y[n]", "y[m]"), HasSubstr("life.cu:2: error: \"m\" cannot be computed"));
  EXPECT_THAT(with("plain<", "plane<"), HasSubstr("no kernel 'plane'"));
  EXPECT_THAT(with("plain<", "life<"), HasSubstr("template"));
  EXPECT_THAT(with("(y, n)", "(y)"), HasSubstr("takes 2 parameters (float* y, int n), and 1 are given"));
  EXPECT_THAT(with("(y, n)", "(n, y)"), HasSubstr("n is no tensor"));
  EXPECT_THAT(with("(y, n)", "(y, y)"), HasSubstr("y is a tensor"));
  EXPECT_THAT(with("out float", "out half"),
              HasSubstr("life.cu:3: error: Parameter 1 of plain is \"float* y\", and an element of y has 2 bytes."));
  EXPECT_EQ(with("out float", "out int"), "") << "of one size: its bits may be what is wanted";
  EXPECT_THAT(with("<<<1, n>>>", "<<<1>>>"), HasSubstr("Between <<< and >>>"));
  EXPECT_THAT(with("<<<1, n>>>", "<<<0, n>>>"), HasSubstr("comes to 0"));
  EXPECT_THAT(with("<<<1, n>>>", "<<<1, 2000>>>"), HasSubstr("1024 is the most"));
  EXPECT_THAT(with("(y, n)", "(y, n"), HasSubstr("A launch is written"));
  EXPECT_THAT(with("n = 8", "n = 8\n// n = 9"), HasSubstr("There is a n already"));
  EXPECT_THAT(with("// expect y[i] = i", "// "), HasSubstr("expect none"));
  EXPECT_THAT(with("expect y[i]", "expect z[i]"), HasSubstr("no tensor z"));
  EXPECT_THAT(with("y[i]", "y[i + 1]"), HasSubstr("name its indices"));
  EXPECT_THAT(with("// expect", "// repeat t < 2\n// expect"), HasSubstr("no \"end\""));
  EXPECT_THAT(with("// expect", "// end\n// expect"), HasSubstr("no \"repeat\""));
  EXPECT_THAT(with("expect", "except"), HasSubstr("is none of what the comment may say"));
  const auto taken =
      withFreeKernels(kernelExperiment(), {{"a",
                                            "a.cu",
                                            "// strata: seed = 8\n// out float y[8]\n// plain<<<1, 8>>>(y, 8)\n"
                                            "// expect none\n__global__ void plain(float* y, int n) {}",
                                            {}}});
  ASSERT_FALSE(taken.ok());
  EXPECT_THAT(taken.error().message, HasSubstr("a.cu:1: error: seed is a parameter of every run"));
}

TEST(FreeKernels, TakeAnyBytes) {
  for (const char* text :
       {"strata:", "//strata:", "// strata: =", "// strata: in", "// strata: in float", "/* strata: x",
        "// strata: a<<<", "// strata: a<<<>>>", "// strata: >>>(<<<", "// strata: expect", "// strata: expect y[",
        "// strata: repeat", "// strata: n = (\n// (\n"})
    (void)readFreeKernel({"a", "a.cu", text, {}});
}

}  // namespace
}  // namespace strata
