#include "tests/house/include_lint.h"

#include <gtest/gtest.h>

namespace strata {
namespace {

TEST(IncludeLint, NobodyLooksWhereHeMayNot) {
  const auto includes = includesUnder(STRATA_SOURCE_DIR);
  EXPECT_GT(includes.size(), 100u);
  for (const Include& include : includes) {
    const std::string why = violation(include);
    EXPECT_TRUE(why.empty()) << include.file << ":" << include.line << " includes " << include.target << ": " << why;
  }
}

TEST(IncludeLint, FindsForbiddenEdges) {
  EXPECT_FALSE(violation({"engine/trace/a.h", "engine/device/device.h", 1}).empty());
  EXPECT_FALSE(violation({"engine/base/a.h", "engine/trace/a.h", 1}).empty());
  EXPECT_FALSE(violation({"layers/library/a.h", "layers/framework/a.h", 1}).empty());
  EXPECT_FALSE(violation({"app/views/a.h", "app/session/session.h", 1}).empty());
  EXPECT_FALSE(violation({"app/canvas/a.h", "app/facts/view_state.h", 1}).empty());
  EXPECT_FALSE(violation({"app/views/stack/a.cpp", "app/views/memory/b.h", 1}).empty());
  EXPECT_FALSE(violation({"app/views/view.cpp", "app/views/memory/b.h", 1}).empty());
  EXPECT_TRUE(violation({"app/views/stack/a.cpp", "app/views/stack/b.h", 1}).empty());
  EXPECT_FALSE(violation({"layers/workloads/cnn/a.cpp", "layers/workloads/transformer/b.h", 1}).empty());
  EXPECT_TRUE(violation({"layers/workloads/cnn/a.cpp", "layers/workloads/ladder/b.h", 1}).empty());
  EXPECT_FALSE(violation({"layers/workloads/ladder/a.cpp", "layers/workloads/cnn/b.h", 1}).empty());
  EXPECT_FALSE(violation({"app/cli/a.cpp", "engine/backends/cpu/cpu_device.h", 1}).empty());
}

TEST(IncludeLint, FindsForeignHeaders) {
  EXPECT_FALSE(violation({"app/views/a.h", "QWidget", 1}).empty());
  EXPECT_FALSE(violation({"app/views/a.h", "imgui.h", 1}).empty());
  EXPECT_FALSE(violation({"engine/trace/a.h", "cuda_runtime.h", 1}).empty());
  EXPECT_TRUE(violation({"app/studio/a.h", "QWidget", 1}).empty());
}

TEST(IncludeLint, AllowsTheHouse) {
  EXPECT_TRUE(violation({"layers/model/a.h", "layers/framework/a.h", 1}).empty());
  EXPECT_TRUE(violation({"kernels/matmul/a.h", "engine/device/kernel.h", 1}).empty());
  EXPECT_TRUE(violation({"app/agent/a.cpp", "engine/backends/cpu/cpu_device.h", 1}).empty());
}

TEST(IncludeLint, ReadsIncludesAsWritten) {
  const auto includes = includesOf("#include <vector>\n  #  include \"engine/base/ids.h\"\n// #include no\n", "x.h");
  ASSERT_EQ(includes.size(), 2u);
  EXPECT_EQ(includes[1].target, "engine/base/ids.h");
  EXPECT_EQ(includes[1].line, 2);
}

}  // namespace
}  // namespace strata
