#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "layers/compiler/contained_compiler.h"
#include "layers/compiler/host_compiler.h"

// Compilers of texts that somebody brought, at the limits of what they get.

namespace strata {
namespace {

using testing::HasSubstr;

/// 2^28 types.
constexpr const char* kEndless =
    "template <int depth, int path> struct Tree {\n"
    "  static constexpr int sum = Tree<depth - 1, 2 * path>::sum + Tree<depth - 1, 2 * path + 1>::sum;\n};\n"
    "template <int path> struct Tree<0, path> {\n  static constexpr int sum = 1;\n};\n"
    "constexpr int kTree = Tree<28, 1>::sum;\n";
constexpr const char* kKernel = "__global__ void mine(int* x) { x[0] = 1; }\n";

const ContainedLimits kLittleTime{Duration{1'000'000'000}};
ContainedLimits littleMemory(std::uint64_t megabytes) {
  return {Duration{300'000'000'000}, megabytes << 20};
}

Result<std::shared_ptr<HostObject>> onTheHost(const std::string& text, const ContainedLimits& limits) {
  STRATA_ASSIGN(HostCompiler compiler, HostCompiler::find());
  compiler.setLimits(limits);
  return compiler.build({"mine.cu", text, {}}, {}, std::vector<std::string>{"mine"}, OwnBuild::Plain);
}

TEST(CompilerLimits, OfTheHostsCompiler) {
  if (!HostCompiler::find().ok()) GTEST_SKIP() << HostCompiler::find().error().message;
  EXPECT_TRUE(onTheHost(kKernel, littleMemory(384)).ok());
  const auto memory = onTheHost(std::string(kEndless) + kKernel, littleMemory(384));
  ASSERT_FALSE(memory.ok());
  EXPECT_THAT(memory.error().message, HasSubstr("needs more than the 0.375 GiB of memory"));
  const auto time = onTheHost(std::string(kEndless) + kKernel, kLittleTime);
  ASSERT_FALSE(time.ok());
  EXPECT_THAT(time.error().message, HasSubstr("did not come to an end within 1 s"));
}

class NvrtcLimits : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto here = RunTimeCompiler::load(nvrtcDialect()); !here.ok()) GTEST_SKIP() << here.error().message;
  }
  Result<RunTimeCompiler::Code> compiled(const std::string& unit, const ContainedLimits& limits = {},
                                         const std::stop_token& stop = {}) {
    const ContainedCompiler compiler(nvrtcDialect(), COMPILING_PROGRAM, limits);
    return compiler.code(unit, std::vector<std::string>{"mine"}, "sm_90", m_recorder, stop);
  }
  void expectRefused(const Result<RunTimeCompiler::Code>& code, ErrorCode why, const std::string& words) {
    ASSERT_FALSE(code.ok());
    EXPECT_EQ(code.error().code, why);
    EXPECT_THAT(code.error().message, HasSubstr(words));
  }

  TraceRecorder m_recorder;
};

TEST_F(NvrtcLimits, ItMakesTheSameCodeAsInTheAgent) {
  const auto here = RunTimeCompiler::load(nvrtcDialect())
                        .value()
                        ->code(kKernel, std::vector<std::string>{"mine"}, "sm_90", m_recorder);
  const auto there = compiled(kKernel);
  ASSERT_TRUE(there.ok()) << there.error().message;
  EXPECT_EQ(there.value().object, here.value().object);
  EXPECT_EQ(there.value().symbols, here.value().symbols);
}

TEST_F(NvrtcLimits, WhatIsWrongIsSaidInItsWords) {
  expectRefused(compiled("__global__ void mine(int* x) { x[0] = y; }"), ErrorCode::Usage,
                "identifier \"y\" is undefined");
  expectRefused(compiled(std::string(kEndless) + kKernel, kLittleTime), ErrorCode::Usage, "within 1 s");
  std::stop_source stopped;
  stopped.request_stop();
  expectRefused(compiled(kKernel, {}, stopped.get_token()), ErrorCode::Stopped, "Stopped");
}

TEST_F(NvrtcLimits, ACompilerThatNeedsTooMuchIsEnded) {
  expectRefused(compiled(std::string(kEndless) + kKernel, littleMemory(512)), ErrorCode::Usage,
                "needs more than the 0.5 GiB of memory");
}

}  // namespace
}  // namespace strata
