#include "app/present/slide_pictures.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "app/present/given_slides.h"
#include "app/session/agents.h"

namespace strata {
namespace {

/// A machine without a screen.
class SlidePictures : public ::testing::Test {
 protected:
  SlidePictures() {
    for (const char* screen : {"DISPLAY", "WAYLAND_DISPLAY"}) ::unsetenv(screen);
    std::filesystem::remove_all(m_folder);
  }
  ~SlidePictures() override { std::filesystem::remove_all(m_folder); }

  Result<void> write(std::string_view text, const std::string& size) const {
    STRATA_ASSIGN(Show show, parseShow(text, "test"));
    ShowOptions options;
    options.pictures = m_folder.string();
    options.size = size;
    return giveSlides(slidesOf(std::move(show), STRATA_SOURCE_DIR, agentProgram("cpu").value()), "test", options);
  }
  /// As a PNG's first chunk has it, or why it is none.
  std::string sizeOf(const std::string& name) const {
    std::ifstream file(m_folder / name, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    if (bytes.size() < 24) return "nothing";
    const auto number = [&](std::size_t at) {
      std::uint32_t value = 0;
      for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
      return std::to_string(value);
    };
    return number(16) + "x" + number(20);
  }

 private:
  const std::filesystem::path m_folder =
      std::filesystem::temp_directory_path() / ("strata_slide_pictures_" + std::to_string(::getpid()));
};

TEST_F(SlidePictures, AreWrittenInTheirSizeAndOpenNoWindow) {
  const auto written =
      write("slide: a\nview: stack\nslide: b\nview: speed\nrun: matmul n=32 variants=naive repeat=2\n", "641x487");
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(sizeOf("slide_01.png"), "641x487");
  EXPECT_EQ(sizeOf("slide_02.png"), "641x487");
  ASSERT_TRUE(write("slide: a\nview: stack\n", "").ok());
  EXPECT_EQ(sizeOf("slide_01.png"), "1920x1080") << "where nothing is asked for, a projector's";
}

TEST_F(SlidePictures, WhatASlideCouldNotDoIsSaidWithItsNumberAndPictured) {
  const auto written = write("slide: a\nview: stack\nslide: b\nview: stack\nopen: nowhere.pftrace\n", "640x480");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("Slide 2: "), std::string::npos) << written.error().message;
  EXPECT_EQ(sizeOf("slide_02.png"), "640x480");
}

TEST_F(SlidePictures, AfterASlideThatFailsTheOthersAreWrittenAndTheFirstProblemIsSaid) {
  const auto written = write(
      "slide: a\nview: stack\nopen: nowhere.pftrace\nslide: b\nview: stack\nopen: elsewhere.pftrace\n"
      "slide: c\nview: speed\nrun: matmul n=32 variants=naive repeat=2\n",
      "640x480");
  ASSERT_FALSE(written.ok());
  EXPECT_NE(written.error().message.find("Slide 1: "), std::string::npos) << written.error().message;
  for (const char* slide : {"slide_01.png", "slide_02.png", "slide_03.png"}) EXPECT_EQ(sizeOf(slide), "640x480");
}

}  // namespace
}  // namespace strata
