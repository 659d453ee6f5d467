#include "app/canvas/picture_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/canvas/font_metrics.h"

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

TEST_F(PictureFileTest, APngSaysHowManyPixelsAnInchHas) {
  ASSERT_TRUE(writePicture(file("a.png"), PictureFormat::Png, {60, 40, 3.125f}, draw).ok());
  const std::string png = bytesOf(file("a.png"));
  const std::size_t at = png.find("pHYs");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(bigEndian(png, at + 4), 11811u) << "300 an inch";
  EXPECT_EQ(bigEndian(png, at + 8), 11811u);
  EXPECT_EQ(png.at(at + 12), 1) << "of a metre";
}

TEST_F(PictureFileTest, AnSvgTellsWhatItShows) {
  PictureFrame frame{60, 40};
  frame.title = "Roofline";
  frame.description = "speeds < roofs";
  const std::string svg = pictureBytes(PictureFormat::Svg, frame, draw).value();
  EXPECT_NE(svg.find("<title>Roofline</title>\n<desc>speeds &lt; roofs</desc>\n"), std::string::npos) << svg;
  EXPECT_EQ(pictureBytes(PictureFormat::Svg, {60, 40}, draw).value().find("<title>"), std::string::npos);
}

TEST_F(PictureFileTest, OutlinesNeedNoFontWhereverAnSvgIsShown) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  PictureFrame frame{60, 40};
  frame.letters = SvgText::Outlines;
  const auto words = [](Canvas& canvas, Rect) { canvas.text({2, 2}, "µs", {13, Face::Regular, {1, 2, 3}}); };
  const std::string svg = pictureBytes(PictureFormat::Svg, frame, words).value();
  EXPECT_EQ(svg.find("<text"), std::string::npos);
  EXPECT_NE(svg.find("<path d=\"M"), std::string::npos) << svg;
  EXPECT_NE(svg.find("fill=\"#010203\"/>"), std::string::npos) << svg;
}

TEST_F(PictureFileTest, APdfHoldsItsFontsAndIsAsLargeAsItsUnits) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  PictureFrame frame{96, 48, 3};
  frame.title = "Roofline";
  const auto words = [](Canvas& canvas, Rect) {
    canvas.text({2, 2}, "61.8 µs ✓", {13, Face::Regular, {1, 2, 3}});
    canvas.text({2, 20}, "matmul_tiled", {13, Face::Mono, {1, 2, 3}});
    canvas.dashed({0, 40}, {90, 40}, {1, 2, 3});
  };
  const std::string pdf = pictureBytes(PictureFormat::Pdf, frame, words).value();
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
  EXPECT_NE(pdf.find("/MediaBox [ 0 0 72 36 ]"), std::string::npos) << "points, of 1/72 inch";
  EXPECT_NE(pdf.find("/FontFile"), std::string::npos) << "a font is in the file";
  EXPECT_NE(pdf.find("/Title (Roofline)"), std::string::npos);
  EXPECT_EQ(pdf.find("/Subtype /Image"), std::string::npos) << "no pixels";
}

TEST_F(PictureFileTest, NamesThatAreNoUtf8SpoilNoPdf) {
  if (FontMetrics::shared().fontFile(Face::Regular).empty()) GTEST_SKIP() << "no font is installed";
  PictureFrame frame{96, 48};
  frame.title = "caf\xE9";
  const auto foreign = [](Canvas& canvas, Rect) {
    canvas.text({2, 2}, "caf\xE9 \xED\xA0\x80", {13, Face::Regular, {1, 2, 3}});
  };
  const auto pdf = pictureBytes(PictureFormat::Pdf, frame, foreign);
  ASSERT_TRUE(pdf.ok()) << pdf.error().message;
  EXPECT_NE(pdf.value().find("/FontFile"), std::string::npos) << "the other letters are there";
}

TEST_F(PictureFileTest, TheFilesEndingSaysTheFormat) {
  EXPECT_EQ(pictureFormatOfFile("x.pdf").value(), PictureFormat::Pdf);
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
