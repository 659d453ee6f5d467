#include "app/live/texture_cache.h"

#include <GL/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "app/canvas/sized_picture.h"
#include "app/graphics/headless_gl.h"

namespace strata {
namespace {

constexpr Color kRed{255, 0, 0}, kBlue{0, 0, 255};

class TextureCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    auto context = HeadlessGl::create();
    if (!context.ok()) GTEST_SKIP() << context.error().message;
    m_context = std::move(context).value();
    ASSERT_TRUE(m_context->makeCurrent());
  }
  void TearDown() override {
    if (m_context) m_context->doneCurrent();
  }
  static std::vector<Color> pixelsOf(std::uint32_t name, std::uint32_t width, std::uint32_t height) {
    std::vector<Color> pixels(std::size_t{width} * height);
    glBindTexture(GL_TEXTURE_2D, name);
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels;
  }

  const PixelPicture m_two{2, 1, {kRed, kBlue}};

 private:
  std::unique_ptr<HeadlessGl> m_context;
};

TEST_F(TextureCacheTest, KnowsAPictureByItsNumberAndSize) {
  TextureCache textures;
  const FixedPicture first(m_two), other(m_two);
  const std::uint32_t name = textures.texture(first, 4, 2);
  EXPECT_EQ(pixelsOf(name, 4, 2), atSize(m_two, 4, 2).pixels);
  EXPECT_EQ(textures.texture(first, 4, 2), name);
  EXPECT_NE(textures.texture(first, 8, 2), name);
  EXPECT_NE(textures.texture(other, 4, 2), name);
}

TEST_F(TextureCacheTest, KnowsImagesByTheirContent) {
  TextureCache textures;
  const std::vector<Color> swapped{kBlue, kRed};
  const std::uint32_t name = textures.texture(2, 1, m_two.pixels);
  EXPECT_EQ(textures.texture(2, 1, std::vector<Color>(m_two.pixels)), name);
  EXPECT_NE(textures.texture(2, 1, swapped), name);
  EXPECT_NE(textures.texture(1, 2, m_two.pixels), name);
}

TEST_F(TextureCacheTest, KeepsOfAPictureTheSizeThatWasDrawnLast) {
  TextureCache textures;
  const FixedPicture picture(m_two);
  std::set<std::uint32_t> names;
  for (std::uint32_t width = 1; width <= 20; ++width) {  // as of a window that grows
    names.insert(textures.texture(picture, width, 1));
    textures.endFrame();
  }
  EXPECT_EQ(std::ranges::count_if(names, [](std::uint32_t name) { return glIsTexture(name) == GL_TRUE; }), 1);
}

}  // namespace
}  // namespace strata
