#include "engine/protocol/compile_once.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

#include "engine/backends/null/null_device.h"

namespace strata {
namespace {

using testing::HasSubstr;

AgentParts compiling() {
  AgentParts parts;
  parts.name = "toy-agent";
  parts.targets = "sm_1 and sm_2";
  parts.openDevice = [](int index) -> Result<std::unique_ptr<Device>> {
    if (index == 0) return createNullDevice();
    return Error{ErrorCode::Unavailable, "There is no such device.", Storey::Hardware};
  };
  parts.compile = [](const std::string& experiment, const std::string& variant, const std::string& target,
                     const OwnKernel* own) -> Result<nlohmann::json> {
    if (own) return nlohmann::json{{"variant", own->name}, {"text", own->text}, {"kernels", nlohmann::json::array()}};
    if (variant == "throws") throw std::runtime_error("it was too much");
    if (target != "sm_1") return Error{ErrorCode::Usage, "not for " + target, Storey::Compiler};
    return nlohmann::json{
        {"experiment", experiment}, {"variant", variant}, {"text", "two\nlines"}, {"kernels", nlohmann::json::array()}};
  };
  return parts;
}

Result<nlohmann::json> asked(const AgentParts& parts, const CompileOrder& order) {
  const std::string line = compileOnce(parts, order);
  EXPECT_EQ(line.find('\n'), std::string::npos) << "one line";
  return compiledFrom(line);
}

TEST(CompileOnce, AnswersInOneLine) {
  const auto answer = asked(compiling(), {"matmul/tiled", "sm_1"});
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value()["experiment"], "matmul");
  EXPECT_EQ(answer.value()["variant"], "tiled");
  EXPECT_EQ(answer.value()["text"], "two\nlines");
}

TEST(CompileOnce, ErrorsArriveAsTheyAre) {
  const auto target = asked(compiling(), {"matmul/tiled", "sm_2"});
  ASSERT_FALSE(target.ok());
  EXPECT_EQ(target.error().code, ErrorCode::Usage);
  EXPECT_EQ(target.error().message, "not for sm_2");
  EXPECT_EQ(target.error().storey, Storey::Compiler);
  const auto thrown = asked(compiling(), {"matmul/throws", "sm_1"});
  ASSERT_FALSE(thrown.ok());
  EXPECT_THAT(thrown.error().message, HasSubstr("it was too much"));
}

TEST(CompileOnce, WithoutATargetItIsTheDevices) {
  const auto own = asked(compiling(), {"matmul/tiled", {}});
  ASSERT_FALSE(own.ok());
  EXPECT_EQ(own.error().message, "not for none") << "the null device's architecture";
  const auto none = asked(compiling(), {"matmul/tiled", {}, 1});
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::Usage);
  EXPECT_THAT(none.error().message, HasSubstr("Give --target: sm_1 and sm_2."));
  EXPECT_THAT(none.error().message, HasSubstr("There is no such device."));
}

TEST(CompileOnce, WhatIsNoOrderIsRefused) {
  const auto shapeless = asked(compiling(), {"matmul", "sm_1"});
  ASSERT_FALSE(shapeless.ok());
  EXPECT_EQ(shapeless.error().code, ErrorCode::Usage);
  const auto nobody = asked({}, {"matmul/tiled", "sm_1"});
  ASSERT_FALSE(nobody.ok());
  EXPECT_EQ(nobody.error().code, ErrorCode::Unsupported);
}

TEST(CompileOnce, AKernelOfOnesOwnComesInALine) {
  const OwnKernel mine{"mine", "mine.cu", "__global__ void mine() {}\n", "tiled"};
  const auto answer = compiledFrom(compileOnce(compiling(), {"matmul/tiled", "sm_1"}, ownKernelLine(mine)));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer.value()["variant"], "mine");
  EXPECT_EQ(answer.value()["text"], mine.text);
  for (const char* line : {"nothing", "{}", R"({"id":1,"run":"matmul"})"}) {
    const auto none = compiledFrom(compileOnce(compiling(), {"matmul/tiled", "sm_1"}, line));
    ASSERT_FALSE(none.ok()) << line;
    EXPECT_EQ(none.error().code, ErrorCode::Usage) << line;
  }
}

TEST(CompileOnce, WhatIsNoAnswerIsSaid) {
  for (const char* line : {"", "a library says hello", "[1]", "{}", R"({"kernels":7})"}) {
    const auto none = compiledFrom(line);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::AgentDied);
  }
}

}  // namespace
}  // namespace strata
