#include "layers/workloads/cnn/cnn_picture.h"

#include <gmock/gmock.h>

#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace std::string_literals;

Result<CnnPicture> read(const std::string& bytes) {
  const TemporaryFolder folder;
  writeFile(folder.path() / "p.pgm", bytes);
  return readPgm(folder.path() / "p.pgm");
}

std::string refusal(const std::string& bytes) {
  const auto picture = read(bytes);
  return picture.ok() ? "" : picture.error().message;
}

TEST(CnnPicture, BinaryAndAscii) {
  for (const std::string& bytes :
       {"P5\n3 2\n255\n\0\x01\x02\x80\xff\n"s, "P2 # by hand\n3 # wide\n2 255\n0 1 2 128 255 10\n"s}) {
    const auto picture = read(bytes);
    ASSERT_TRUE(picture.ok()) << picture.error().message;
    EXPECT_EQ(picture.value().width, 3);
    EXPECT_EQ(picture.value().height, 2);
    EXPECT_THAT(picture.value().pixels, ElementsAre(0, 1, 2, 128, 255, 10));
  }
}

TEST(CnnPicture, WhiteIs255WhateverTheFileCallsIt) {
  EXPECT_THAT(read("P2 3 1 4 0 1 4").value().pixels, ElementsAre(0, 63.75, 255));
}

TEST(CnnPicture, PixelsAsTheNetworkWantsThem) {
  const std::vector<float> grey{0, 51, 255};
  std::vector<float> asTheyAre = grey, toOne = grey, normalised = grey;
  scalePixels(asTheyAre, "0-255");
  scalePixels(toOne, "0-1");
  scalePixels(normalised, "normalised");
  EXPECT_EQ(asTheyAre, grey);
  EXPECT_THAT(toOne, ElementsAre(0, 0.2F, 1));
  const auto near = [](float value) { return ::testing::FloatNear(value, 1e-6F); };
  EXPECT_THAT(normalised, ElementsAre(near(-0.4242130F), near(0.2249270F), near(2.8214867F)));
}

TEST(CnnPicture, WhatIsBrokenIsSaidWithItsPlace) {
  EXPECT_THAT(refusal(""), HasSubstr("begins with P5"));
  EXPECT_THAT(refusal("P6 1 1 255 abc"), AllOf(HasSubstr("p.pgm, byte 0"), HasSubstr("begins with P5")));
  EXPECT_THAT(refusal("P5 0 1 255 "), HasSubstr("the width must be a whole number from 1 to 4096"));
  EXPECT_THAT(refusal("P5 1 99999999999999999999 255 "), HasSubstr("byte 5: the height"));
  EXPECT_THAT(refusal("P5 1 -1 255 "), HasSubstr("the height"));
  EXPECT_THAT(refusal("P5 1 1 65535 ab"), HasSubstr("largest grey value must be a whole number from 1 to 255"));
  EXPECT_THAT(refusal("P5 2 2 255\nabc"), HasSubstr("2×2 pixels are 4 bytes, and 3 follow"));
  EXPECT_THAT(refusal("P5 2 2 255\nabcde"), HasSubstr("and 5 follow"));
  EXPECT_THAT(refusal("P5 2 2 255"), HasSubstr("separates"));
  EXPECT_THAT(refusal("P5 1 1 9 \x0a"s), HasSubstr("10 is above the largest, 9"));
  EXPECT_THAT(refusal("P2 2 1 255 7"), HasSubstr("pixel 1"));
  EXPECT_THAT(refusal("P2 2 1 255 7 x"), HasSubstr("pixel 1"));
  EXPECT_THAT(refusal("P2 1 1 255 7 8"), HasSubstr("more than the pixels"));
  EXPECT_THAT(refusal("P2 1 1 255 # no end"), HasSubstr("pixel 0"));
}

TEST(CnnPicture, NoFileAndFolders) {
  EXPECT_THAT(readPgm("/nothing/here.pgm").error().message,
              HasSubstr("Cannot read /nothing/here.pgm: No such file or directory. Check the name"));
  EXPECT_THAT(readPgm("/").error().message, HasSubstr("Cannot read /: Is a directory. Name a file in it."));
}

}  // namespace
}  // namespace strata::test
