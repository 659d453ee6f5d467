#include "layers/workloads/common/own_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/operation/kernel_outline.h"
#include "layers/compiler/own_text.h"

namespace strata {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(KernelOutline, SeesKernelsAndNotWhatOnlyLooksLikeOne) {
  const KernelOutline outline = outlineOf(R"(
// __global__ void inAComment(int n) {}
#define MAKE __global__ void inAMacro(int n)
const char* text = "__global__ void inAString(int n) {}";
template <int kTile, class T = float>
__global__ void __launch_bounds__(256) tiled(const T* __restrict__ A,
                                             int n, float (*rows)[4]) {
  extern __shared__ float tile[];
  __shared__ float fixed[4];
}
extern "C" __global__ void plain(void) {}
__device__ int helper(int a) { return a; }
)");
  ASSERT_EQ(outline.kernels.size(), 2u);
  EXPECT_EQ(outline.kernels[0].name, "tiled");
  EXPECT_TRUE(outline.kernels[0].isTemplate);
  EXPECT_EQ(outline.kernels[0].line, 6);
  EXPECT_THAT(outline.kernels[0].parameters, ElementsAre("const T* __restrict__ A", "int n", "float (*rows)[4]"));
  EXPECT_EQ(outline.kernels[1].name, "plain");
  EXPECT_FALSE(outline.kernels[1].isTemplate);
  EXPECT_TRUE(outline.kernels[1].parameters.empty());
  ASSERT_EQ(outline.dynamicShared.size(), 1u);
  EXPECT_EQ(outline.dynamicShared[0].type, "float");
  EXPECT_EQ(outline.dynamicShared[0].name, "tile");
}

TEST(KernelOutline, SeesDynamicSharedMemoryInAnyOrderOfItsWords) {
  const KernelOutline outline = outlineOf(R"(
__global__ void k(int n) {
  extern volatile __shared__ float first[];
  extern float __shared__ second[];
  __shared__ extern unsigned int third[];
  extern __shared__ __align__(16) char fourth[];
  extern float* notShared[];
})");
  ASSERT_EQ(outline.dynamicShared.size(), 4u);
  EXPECT_EQ(outline.dynamicShared[0].type, "volatile float");
  EXPECT_EQ(outline.dynamicShared[1].name, "second");
  EXPECT_EQ(outline.dynamicShared[1].type, "float");
  EXPECT_EQ(outline.dynamicShared[2].type, "unsigned int");
  EXPECT_EQ(outline.dynamicShared[3].type, "__align__(16) char");
}

TEST(KernelOutline, TellsTheElementsOfSharedVariablesWhereTheTextDoes) {
  const KernelOutline outline = outlineOf(R"(
typedef float T;
__global__ void k(int n) {
  __shared__ T line[128 * 32];
  __shared__ __align__(16) float tile[32][33];
  static __shared__ unsigned char bytes[4];
  __shared__ long long int many;
  extern __shared__ float4 wide[];
  __shared__ __hip_bfloat16 narrow[8];
  __shared__ Mine own[3];
  __shared__ float* pointer;
  __shared__ float a, b;
}
__global__ void first() { __shared__ int both[2]; }
__global__ void second() { __shared__ double both[2]; })");
  using Shared = KernelOutline::Shared;
  EXPECT_THAT(outline.shared, ElementsAre(Shared{"line", 4, 1}, Shared{"tile", 4, 2}, Shared{"bytes", 1, 1},
                                          Shared{"many", 8, 0}, Shared{"wide", 16, 1}, Shared{"narrow", 2, 1}));
  ASSERT_EQ(outline.dynamicShared.size(), 1u);
  EXPECT_EQ(outline.dynamicShared[0].name, "wide");
}

TEST(KernelOutline, WritesTypesOutThatTheFileNamesItself) {
  const KernelOutline outline = outlineOf(R"(
typedef unsigned
    int Count;
typedef float T;
using P = T*;
typedef const T *In;
__global__ void k(P out, In x, const T* y, Count n, T scale, long T) {
  extern __shared__ T tile[];
})");
  ASSERT_EQ(outline.kernels.size(), 1u);
  EXPECT_THAT(outline.kernels[0].parameters, ElementsAre("float* out", "const float * x", "const float* y",
                                                         "unsigned int n", "float scale", "long float"));
  EXPECT_EQ(outline.dynamicShared[0].type, "float");
}

TEST(KernelOutline, LeavesTypesAsTheyAreThatAreNoSimpleNames) {
  const KernelOutline outline = outlineOf(R"(
#ifdef DOUBLE
typedef double Real;
#else
typedef float Real;
#endif
typedef float Row[4];
typedef struct { float x, y; } Body;
template <class E> using Of = E*;
using namespace std;
__device__ void f() { typedef float Inside; }
// typedef float Said;
__global__ void k(Real a, Row b, Body c, Of<int> d, Inside e, Said f, std g) {})");
  ASSERT_EQ(outline.kernels.size(), 1u);
  EXPECT_THAT(outline.kernels[0].parameters,
              ElementsAre("Real a", "Row b", "Body c", "Of<int> d", "Inside e", "Said f", "std g"));
}

TEST(KernelOutline, TakesAnyBytes) {
  for (const char* text : {"", "__global__", "__global__ void", "__global__ void k(", "__global__ __launch_bounds__(",
                           "\"", "/*", "extern __shared__", "extern __shared__ [", "template <__global__ void k()",
                           "typedef", "typedef ;", "using", "using =;", "typedef T", "} typedef float T;"})
    outlineOf(text);
}

std::string refusal(const std::string& text, const std::string& like) {
  const Operation& operation = *findOperation("matmul");
  const auto step = makeOwnStep(operation, Problem(operation.parameters), {"mine", "mine.cu", text, like});
  return step.ok() ? "" : step.error().message;
}

constexpr const char* kParameters =
    "(const float* A, const float* B, float* C, int m, int n, int k, int rowA, int colA, int rowB, int colB) {}\n";

TEST(OwnStep, TakesTheOnlyKernelOrTheOneOfItsName) {
  const Operation& operation = *findOperation("matmul");
  const std::string one = std::string("template <int T> __global__ void any") + kParameters;
  auto step = makeOwnStep(operation, Problem(operation.parameters), {"mine", "mine.cu", one, "tiled"});
  ASSERT_TRUE(step.ok()) << step.error().message;
  EXPECT_THAT(step.value()->kernels, ElementsAre(std::pair<std::string, std::string>("matmul_tiled<32>", "any<32>")));
  EXPECT_EQ(step.value()->step.name, "mine");
  const std::string two = std::string("__global__ void other() {}\n__global__ void mine") + kParameters;
  step = makeOwnStep(operation, Problem(operation.parameters), {"mine", "mine.cu", two, "tiled"});
  ASSERT_TRUE(step.ok()) << step.error().message;
  EXPECT_EQ(step.value()->kernels.front().second, "mine");
}

TEST(OwnStep, SaysWhatToDoWhereNothingFits) {
  EXPECT_THAT(refusal("int main() {}", "tiled"), HasSubstr("no __global__ function"));
  EXPECT_THAT(refusal("int main() {}", "tiled"), Not(HasSubstr("matmul_tiled"))) << "any name would do";
  EXPECT_THAT(refusal("__global__ void a() {}\n__global__ void b() {}", "tiled"), HasSubstr("Name that one mine."));
  EXPECT_THAT(refusal("__global__ void a(int n) {}\n__global__ void b(int n) {}", "tiled"), HasSubstr("a, b"));
  EXPECT_THAT(refusal("__global__ void a(int n) {}", "tiled"),
              AllOf(HasSubstr("takes 1 parameters (int n)"), HasSubstr("(a pointer to a tensor, a pointer to a tensor"),
                    HasSubstr("in a lesson with \"step:\"")));
  EXPECT_THAT(refusal("// experiment: norm\n__global__ void a(int n) {}", ""),
              HasSubstr("mine.cu says that it is a kernel of norm, not of matmul: run norm"));
  EXPECT_THAT(refusal("// experiment: larger tiles\n__global__ void a(int n) {}", ""), HasSubstr("takes 1 parameters"));
  EXPECT_THAT(refusal(std::string("template <int T> __global__ void a") + kParameters, "naive"), HasSubstr("template"));
  EXPECT_THAT(refusal(std::string("__global__ void a") + kParameters, "tild"), HasSubstr("no step 'tild'"));
  EXPECT_THAT(
      refusal(
          "__global__ void a(float A, const float* B, float* C, int m, int n, int k, int r, int s, int t, int u) {}",
          "tiled"),
      HasSubstr("Parameter 1 of a"));
  EXPECT_THAT(
      refusal("__global__ void a(const float* A, const float* B, double* C, int m, int n, int k, int r, int s, int t, "
              "int u) {}",
              "tiled"),
      HasSubstr("Parameter 3 of a is \"double* C\", but the elements of C are fp32, of 4 bytes."));
}

TEST(OwnStep, WhatWasObservedOfItHasTheFilesOwnName) {
  const OwnText own{"mine.hip", "__global__ void k() {}\n", {}};
  std::vector<ObservedPlace> places(2);
  places[0].file = ownPath(own);
  places[1].file = "kernels/matmul/tiles.h";
  nameAsWritten(places, own);
  EXPECT_EQ(places[0].file, "mine.hip");
  EXPECT_EQ(places[1].file, "kernels/matmul/tiles.h");
}

// Nothing before a text knows its types.
TEST(OwnText, WhatStandsBeforeItNamesNoTypeOfIts) {
  const OwnText own{
      "mine.cu", "struct Cell { float v; };\n__global__ void k() { extern __shared__ Cell cells[]; }\n", {}};
  for (const std::string& unit : {ownUnit(own, ""), ownSource(own, "")}) {
    const std::string before = unit.substr(0, unit.find("mine.cu"));
    EXPECT_THAT(before, HasSubstr("(cells);\n"));
    EXPECT_THAT(before, Not(HasSubstr("Cell")));
  }
}

TEST(OwnText, WhatIsMissingAtItsEndIsSaidOfItsLastLine) {
  const OwnText own{"mine.cu", "__global__ void k() {\n}\nfloat x\n\n", {}};
  EXPECT_EQ(withOwnName("unit.cpp:12:1: error: no such kernel\nunit.cpp:13: note: here\n", own, "/folder/"),
            "mine.cu:3: error: no such kernel\nmine.cu:3: note: here\n");
}

TEST(OwnText, WhatStrataBringsForItselfIsNotOfferedInPlaceOfAName) {
  const OwnText own{"mine.cu", "// strata: n = 4\n__global__ void k() {}\n", {}};
  const auto said = [&](std::string_view end) {
    return withOwnName("kernels/own/mine.cuh:7:5: error: ‘start’ was not declared" + std::string(end), own, "/folder/");
  };
  EXPECT_EQ(said("; did you mean ‘strata’?\n   7 |"), "mine.cu:7:5: error: ‘start’ was not declared\n   7 |");
  EXPECT_EQ(said("; did you mean ‘strata::lanes’?"), "mine.cu:7:5: error: ‘start’ was not declared");
  EXPECT_EQ(said("; did you mean ‘stat’?"), "mine.cu:7:5: error: ‘start’ was not declared; did you mean ‘stat’?");
  EXPECT_EQ(wordsAboutSource("mine.cu:7:5: error: unknown 'start'; did you mean 'strata'?\n", own),
            "mine.cu:7:5: error: unknown 'start'\n");
}

TEST(OwnText, ATextThatEndsInTheMiddleOfSomethingIsNotBlamedForWhatComesBehind) {
  const OwnText own{"mine.cu", "__global__ void k() {\n}\n oops (\n", {}};
  EXPECT_EQ(
      withOwnName("unit.cpp:3:1: error: ISO C++ forbids declaration of 'parameter' with no type\n"
                  "    3 | extern \"C\" void strataKernel0(\n      | ^~~~~~\n"
                  "unit.cpp:3:7: error: expected ')' before string constant\n"
                  "In file included from unit.cpp:2:\n"
                  "kernels/own/mine.cuh:3:7: note: to match this '('\n    3 |  oops (\n",
                  own, "/folder/"),
      "mine.cu:3: error: the text ends in the middle of something: a bracket may be open, or a semicolon missing\n"
      "mine.cu:3:7: note: to match this '('\n    3 |  oops (\n");
}

}  // namespace
}  // namespace strata
