#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/strata_command.h"

// `strata lens`: text on standard output, what is wrong with it on standard error.

namespace strata {
namespace {

using test::Finished;
using test::strata;
using ::testing::HasSubstr;

class LensCommandTest : public ::testing::Test {
 protected:
  std::string file(const char* name, const std::string& text) {
    test::writeBytes(m_folder.file(name), text);
    return m_folder.file(name);
  }
  test::TemporaryFolder m_folder;
};

TEST_F(LensCommandTest, PrintsTheOtherVendorsSource) {
  const std::string source = "#include <cuda_runtime.h>\nint main() { return cudaFree(nullptr); }\n";
  const Finished there = strata({"lens", file("a.cu", source)});
  EXPECT_EQ(there.code, 0) << there.err;
  EXPECT_EQ(there.err, "");
  EXPECT_EQ(there.out, "#include <hip/hip_runtime.h>\nint main() { return hipFree(nullptr); }\n");
  EXPECT_EQ(strata({"lens", file("b.hip", there.out)}).out, source) << "by its names it is HIP's";
  EXPECT_EQ(strata({"lens", file("a.cu", source), "--to", "cuda"}).out, source);
  const Finished piped = test::strataIn(R"(cat )" + file("a.cu", source) + R"( | "$0" "$@")", {"lens", "-"});
  EXPECT_EQ(piped.out, there.out);
}

TEST_F(LensCommandTest, SaysWhatIsNotDoneWithIt) {
  const std::string source = "void f() {\n  cudaGraphConditionalHandleCreate(0);\n}\n";
  const Finished text = strata({"lens", file("a.cu", source)});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.out, source);
  EXPECT_EQ(text.err,
            "strata: 1 without a counterpart, 0 wrong on another warp's width, 0 with another meaning; see --notes.\n");
  const Finished notes = strata({"lens", file("a.cu", source), "--notes"});
  EXPECT_THAT(notes.out, HasSubstr("a.cu:2: none: HIP has no counterpart of cudaGraphConditionalHandleCreate"));
  EXPECT_THAT(strata({"lens", file("a.cu", source), "--stats"}).out, HasSubstr("UNCONVERTED refs count: 1\n"));
}

TEST_F(LensCommandTest, JsonHasTextNotesAndStatistics) {
  const Finished finished = strata({"lens", file("a.cu", "int x = cudaSuccess;\n"), "--json"});
  EXPECT_EQ(finished.code, 0);
  const auto json = finished.json();
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["to"], "hip");
  EXPECT_EQ(json["same"], false);
  EXPECT_EQ(json["text"], "int x = hipSuccess;\n");
  ASSERT_EQ(json["notes"].size(), 1u);
  EXPECT_EQ(json["notes"][0]["line"], 1);
  EXPECT_EQ(json["notes"][0]["kind"], "renamed");
  EXPECT_EQ(json["notes"][0]["to"], "hipSuccess");
  EXPECT_EQ(json["statistics"]["names"]["cudaSuccess"], 1);
}

TEST_F(LensCommandTest, WhatIsNoSourceIsRefused) {
  for (const auto& [name, bytes] :
       std::vector<std::pair<const char*, std::string>>{{"empty.cu", ""}, {"binary.cu", {'\x7f', '\0', 'x'}}}) {
    const Finished finished = strata({"lens", file(name, bytes)});
    EXPECT_EQ(finished.code, 6) << name;
    EXPECT_EQ(finished.out, "");
    EXPECT_THAT(finished.err, HasSubstr(name));
  }
  EXPECT_EQ(strata({"lens", m_folder.file("nowhere.cu")}).code, 6);
  EXPECT_EQ(strata({"lens", file("a.cu", "x"), "--to", "metal"}).code, 2);
  EXPECT_EQ(strata({"lens", file("a.cu", "x"), "--json", "--notes"}).code, 2);
}

}  // namespace
}  // namespace strata
