#include <gtest/gtest.h>

#include <unistd.h>

#include <atomic>

#include "app/graphics/frame_painter.h"
#include "app/graphics/headless_gl.h"
#include "tests/graphics/frame_pattern.h"
#include "tests/graphics/stand_in.h"

namespace strata {
namespace {

/// A window's context, which shares textures with the worker's, as the test's thread.
class FrameWindow : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = noGraphicsHere(); !why.empty()) GTEST_SKIP() << why;
    auto context = HeadlessGl::create();
    ASSERT_TRUE(context.ok());
    m_context = std::move(context).value();
    ASSERT_TRUE(m_context->makeCurrent());
    auto gl = GlFunctions::load(*m_context);
    ASSERT_TRUE(gl.ok());
    m_gl = std::move(gl).value();
    auto painter = FramePainter::create(m_gl);
    ASSERT_TRUE(painter.ok());
    m_painter = std::move(painter).value();
  }
  void TearDown() override {
    m_painter.reset();
    if (m_context) m_context->doneCurrent();
  }

  FrameShowOptions options() {
    return {.context = [this]() -> Result<std::unique_ptr<GlContext>> {
      STRATA_ASSIGN(auto context, HeadlessGl::create(m_context.get()));
      return std::unique_ptr<GlContext>(std::move(context));
    }};
  }
  /// What the window would show of it.
  std::vector<std::uint32_t> seen(const FramePicture& picture) {
    std::vector<std::uint32_t> pixels;
    auto target = FrameTarget::make(m_gl, picture.width, picture.height);
    if (!target.ok()) return pixels;
    m_painter->draw({picture.texture}, {picture.width, picture.height, picture.width * 4}, target.value(), false);
    m_painter->readBack(target.value(), pixels);
    return pixels;
  }

  std::unique_ptr<HeadlessGl> m_context;
  GlFunctions m_gl;
  std::unique_ptr<FramePainter> m_painter;
};

void expectFrame(const std::vector<std::uint32_t>& pixels, const FramePicture& picture) {
  std::size_t wrong = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y)
    for (std::uint32_t x = 0; x < picture.width; ++x)
      wrong += pixels[std::size_t{y} * picture.width + x] != (patternPixel(picture.frame, x, y) | 0xff000000);
  EXPECT_EQ(wrong, 0u) << "of " << pixels.size();
}

TEST_F(FrameWindow, SeesPicturesOpaqueAndWhole) {
  FrameShow show(options());
  const StandInAgent agent(show, {"way=host", "width=200", "slots=3"});
  for (int i = 0; i < 50; ++i) {
    std::shared_ptr<const FramePicture> picture;
    ASSERT_TRUE(eventually([&] { return (picture = show.picture()) != nullptr; }));
    expectFrame(seen(*picture), *picture);
    show.presented(*picture, hostNow());
  }
}

TEST_F(FrameWindow, APictureThatIsKeptStaysAsItIsWhileOthersAreDrawn) {
  FrameShow show(options());
  const StandInAgent agent(show, {"way=host", "width=64", "slots=3"});
  ASSERT_TRUE(eventually([&] { return show.picture() != nullptr; }));
  const auto kept = show.picture();
  const std::uint64_t drawn = show.state().drawn;
  ASSERT_TRUE(eventually([&] { return show.state().drawn > drawn + 300; })) << "the worker waits for the window";
  show.setTargetSize(50, 40);
  ASSERT_TRUE(eventually([&] { return show.picture()->width == 50; }));
  expectFrame(seen(*kept), *kept);
}

TEST_F(FrameWindow, IsToldOnceUntilItLooks) {
  std::atomic<int> told{0};
  FrameShowOptions with = options();
  with.changed = [&] { ++told; };
  FrameShow show(with);
  const StandInAgent agent(show, {"way=host", "width=64", "slots=3"});
  ASSERT_TRUE(eventually([&] { return told > 0; }));
  ::usleep(500'000);
  EXPECT_EQ(told, 1) << "nobody has looked";
  EXPECT_GT(show.state().drawn, 3u);
  EXPECT_TRUE(eventually([&] { return told == 2; }));
}

}  // namespace
}  // namespace strata
