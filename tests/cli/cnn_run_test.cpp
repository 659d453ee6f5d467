#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/strata_command.h"

// The digit reader with the model and the picture that come with Strata.

namespace strata {
namespace {

TEST(CnnRun, ReadsTheSevenThatComesWithIt) {
  const test::TemporaryFolder folder;
  const test::Finished finished = test::strata({"run", "cnn", "--device", "cpu", "--variants", "direct,implicit",
                                                "--repeat", "1", "--out", folder.file("out.pftrace"), "--json"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  const auto json = finished.json();
  ASSERT_EQ(json["runs"].size(), 2u) << finished.out;
  for (const auto& run : json["runs"]) {
    EXPECT_EQ(run["ok"], true) << run;
    EXPECT_EQ(run["details"]["digit"], 7) << run;
    EXPECT_EQ(run["details"]["stages"].size(), 11u);
    EXPECT_EQ(run["details"]["model"], "strata-digits.onnx");
    EXPECT_EQ(run["details"]["image"], "own_7.pgm");
    EXPECT_LE(run["error"]["value"], run["error"]["limit"]);
    EXPECT_EQ(run["storeys"].size(), 7u);
  }
}

TEST(CnnRun, APictureThatIsNotThereIsAnInputError) {
  const test::Finished finished =
      test::strata({"run", "cnn", "--device", "cpu", "--set", "image=/nothing.pgm", "--json"});
  EXPECT_EQ(finished.code, 6);
  EXPECT_THAT(finished.err,
              ::testing::HasSubstr("Cannot read /nothing.pgm: No such file or directory. Check the name"));
}

}  // namespace
}  // namespace strata
