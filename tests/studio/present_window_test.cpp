#define GLFW_INCLUDE_NONE  // Qt may bring OpenGL
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <utility>

#include "app/present/show_window.h"

namespace strata {
namespace {

/// As if that key were pressed while the window has the keys. Whether the context stayed current: a window that is
/// closed takes its own away.
bool pressIn(GLFWwindow* window, int key) {
  const GLFWkeyfun handle = glfwSetKeyCallback(window, nullptr);
  glfwSetKeyCallback(window, handle);
  glfwMakeContextCurrent(window);
  handle(window, key, 0, GLFW_PRESS, 0);
  return glfwGetCurrentContext() == window;
}

/// As the window's close button, or Alt+F4.
void closeByHand(GLFWwindow* window) {
  const GLFWwindowclosefun handle = glfwSetWindowCloseCallback(window, nullptr);
  glfwSetWindowCloseCallback(window, handle);
  glfwSetWindowShouldClose(window, GLFW_TRUE);
  if (handle) handle(window);
}

/// Opens and closes its notes with keys, between two pictures, and leaves.
class WithNotes final : public Slides {
 public:
  struct Seen {
    int drawn = 0;        ///< how often notes were
    bool stayed = false;  ///< the notes' window, while its own key was handled
    bool gone = false;    ///< after that
    bool again = false;   ///< after it was closed by hand and N was pressed
  };
  explicit WithNotes(Seen& seen) : m_seen(seen) {}

  std::size_t count() const override { return 1; }
  void play(std::size_t) override {}
  void forPictures() override {}
  bool working() const override { return false; }
  double tick() const override { return 0.01; }
  std::optional<Error> problem() const override { return std::nullopt; }
  bool press(int, bool) override { return false; }
  void point(const MouseAct&, Rect) override {}
  bool hasNotes() const override { return true; }
  void drawNotes(Canvas&, Rect) override {
    m_notes = glfwGetCurrentContext();
    ++m_seen.drawn;
  }
  void draw(Canvas&, Rect, std::optional<Point>) override {
    GLFWwindow* slides = glfwGetCurrentContext();
    GLFWwindow* notes = std::exchange(m_notes, nullptr);
    switch (m_step++) {
      case 0: pressIn(slides, GLFW_KEY_N); break;
      case 1: m_seen.stayed = notes && pressIn(notes, GLFW_KEY_N); break;
      case 2:
        m_seen.gone = notes == nullptr;
        pressIn(slides, GLFW_KEY_N);
        break;
      case 3:
        if (notes) closeByHand(notes);
        pressIn(slides, GLFW_KEY_N);
        break;
      case 4: m_seen.again = notes != nullptr; [[fallthrough]];
      default: pressIn(slides, GLFW_KEY_Q);
    }
    glfwMakeContextCurrent(slides);
  }

 private:
  Seen& m_seen;
  GLFWwindow* m_notes = nullptr;  ///< drawn since the slide was
  int m_step = 0;
};

TEST(PresenterWindow, TheNotesWindowOutlivesItsOwnKeyAndOpensAgain) {
  WithNotes::Seen seen;
  ShowOptions options;
  options.size = "640x480";
  const auto given = giveSlides([&](auto&&) { return std::make_unique<WithNotes>(seen); }, "test", options);
  if (!given.ok() && given.error().code == ErrorCode::Unavailable) GTEST_SKIP() << given.error().message;
  ASSERT_TRUE(given.ok()) << given.error().message;
  EXPECT_TRUE(seen.stayed) << "destroyed while GLFW was telling it of the key";
  EXPECT_TRUE(seen.gone);
  EXPECT_TRUE(seen.again);
  EXPECT_EQ(seen.drawn, 3);
}

}  // namespace
}  // namespace strata
