#include "app/canvas/picture_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace strata::picture_file_test {
namespace {

class PictureFileTest : public ::testing::Test {
 protected:
  PictureFileTest() { std::filesystem::create_directories(folder); }
  ~PictureFileTest() override { std::filesystem::remove_all(folder); }
  std::string file(const char* name) const { return (folder / name).string(); }
  static std::string bytesOf(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void draw(Canvas& canvas, Rect area) { canvas.fill(area.inset(2, 2), {1, 2, 3}); }

  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                       ("pictures-" + std::to_string(reinterpret_cast<std::uintptr_t>(this)));
};

unsigned bigEndian(const std::string& bytes, std::size_t at) {
  unsigned value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

TEST_F(PictureFileTest, APngHasTheFramesSizeTimesItsScale) {
  PictureFrame frame{60, 40, 1.5f};
  ASSERT_TRUE(writePicture(file("a.png"), PictureFormat::Png, frame, draw).ok());
  const std::string png = bytesOf(file("a.png"));
  ASSERT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(bigEndian(png, 16), 90u);
  EXPECT_EQ(bigEndian(png, 20), 60u);
}

TEST_F(PictureFileTest, AnSvgIsShownEnlargedAndKeepsItsUnits) {
  PictureFrame frame{60, 40, 1.5f, &lightTheme(), &Theme::dock};
  ASSERT_TRUE(writePicture(file("a.svg"), PictureFormat::Svg, frame, draw).ok());
  const std::string svg = bytesOf(file("a.svg"));
  EXPECT_NE(svg.find(R"(width="90" height="60" viewBox="0 0 60 40")"), std::string::npos);
  EXPECT_NE(svg.find(R"(width="56" height="36" fill="#010203")"), std::string::npos);
  const Color ground = lightTheme().dock;
  char hex[8];
  std::snprintf(hex, sizeof hex, "#%02x%02x%02x", ground.r, ground.g, ground.b);
  EXPECT_NE(svg.find(hex), std::string::npos) << "the ground it was asked to stand on";
}

TEST_F(PictureFileTest, TheFilesEndingSaysTheFormat) {
  EXPECT_EQ(pictureFormatOfFile("a/b.c/x.PNG").value(), PictureFormat::Png);
  EXPECT_EQ(pictureFormatOfFile("x.svg").value(), PictureFormat::Svg);
  for (const char* name : {"x", "a.png/x", "x.jpg", "x.", ".png"}) {
    const auto format = pictureFormatOfFile(name);
    ASSERT_FALSE(format.ok()) << name;
    EXPECT_EQ(format.error().code, ErrorCode::Usage);
  }
}

TEST_F(PictureFileTest, SizesThatNoFileCanHaveAreRefused) {
  for (const PictureFrame& frame : {PictureFrame{0, 10}, {10, 0.2f}, {20'000, 10}, {9'000, 10, 2}, {-5, 10}}) {
    const auto done = writePicture(file("a.png"), PictureFormat::Png, frame, draw);
    ASSERT_FALSE(done.ok());
    EXPECT_EQ(done.error().code, ErrorCode::Usage);
    EXPECT_FALSE(std::filesystem::exists(file("a.png")));
  }
}

TEST_F(PictureFileTest, WhereNothingCanBeWrittenItSaysWhere) {
  const auto done = writePicture(file("no/folder/a.svg"), PictureFormat::Svg, {10, 10}, draw);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code, ErrorCode::Io);
  EXPECT_NE(done.error().message.find("no/folder/a.svg"), std::string::npos);
}

TEST_F(PictureFileTest, AFullDiskLeavesNoHalfPicture) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  const auto done = writePicture("/dev/full", PictureFormat::Svg, {10, 10}, draw);
  EXPECT_FALSE(done.ok());
  EXPECT_TRUE(std::filesystem::exists("/dev/full")) << "what is no file of ours stays";
}

}  // namespace
}  // namespace strata::picture_file_test
