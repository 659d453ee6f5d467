#include "app/present/show_window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/canvas/png.h"
#include "app/live/imgui_host.h"
#include "app/present/keys.h"
#include "app/present/presentation.h"
#include "app/present/slide_view.h"
#include "engine/base/new_file.h"

namespace strata::inline present {
namespace {

constexpr double kTickSeconds = 0.25;  // a timer on the slide moves; else nothing is drawn without a reason

struct Library {
  bool ready = glfwInit() == GLFW_TRUE;
  ~Library() {
    if (ready) glfwTerminate();
  }
};

struct CloseWindow {
  void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};
using Window = std::unique_ptr<GLFWwindow, CloseWindow>;

/// What GLFW said last, and what to do about it.
Error noWindow(std::string_view remedy) {
  const char* why = nullptr;
  glfwGetError(&why);
  return {ErrorCode::Unavailable, fmt::format("No window with OpenGL 3.2 could be opened here{}{}. {}", why ? ": " : "",
                                              why ? why : "", remedy)};
}

Window openWindow(const ShowOptions& options, const std::string& title) {
  int width = 0, height = 0;
  const bool sized = std::sscanf(options.size.c_str(), "%dx%d", &width, &height) == 2;
  GLFWmonitor* monitor = glfwGetPrimaryMonitor();
  const bool full = options.pictures.empty() && !options.window && !sized && monitor != nullptr;
  if (const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr; mode && !sized) {
    width = full ? mode->width : mode->width * 3 / 4;
    height = full ? mode->height : mode->height * 3 / 4;
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  return Window(
      glfwCreateWindow(std::max(width, 320), std::max(height, 240), title.c_str(), full ? monitor : nullptr, nullptr));
}

class ShowWindow {
 public:
  ShowWindow(GLFWwindow& window, Presentation& presentation, std::atomic<bool>& news)
      : m_window(window), m_presentation(presentation), m_news(news) {
    glfwMakeContextCurrent(&window);
    glfwSwapInterval(1);
    m_host = std::make_unique<ImGuiHost>();
    glfwSetWindowUserPointer(&window, this);
    glfwSetKeyCallback(&window, [](GLFWwindow* w, int key, int, int action, int) {
      if (action == GLFW_RELEASE) return;
      if (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_Q) return glfwSetWindowShouldClose(w, GLFW_TRUE);
      of(w).m_due |= pressKey(of(w).m_presentation, key);
    });
    glfwSetMouseButtonCallback(&window, [](GLFWwindow* w, int button, int action, int) {
      if (action != GLFW_PRESS) return;
      button == GLFW_MOUSE_BUTTON_RIGHT ? of(w).m_presentation.back() : of(w).m_presentation.next();
      of(w).m_due = true;
    });
    glfwSetCursorPosCallback(&window, [](GLFWwindow* w, double, double) { of(w).m_due = true; });
    glfwSetWindowRefreshCallback(&window, [](GLFWwindow* w) { of(w).m_due = true; });
    glfwSetFramebufferSizeCallback(&window, [](GLFWwindow* w, int, int) { of(w).m_due = true; });
  }

  void watch() {
    while (glfwWindowShouldClose(&m_window) == GLFW_FALSE) {
      if (m_news.exchange(false) || std::exchange(m_due, false) || m_presentation.timer) draw();
      m_presentation.timer ? glfwWaitEventsTimeout(kTickSeconds) : glfwWaitEvents();
    }
  }
  void draw() {
    int width = 0, height = 0, windowWidth = 0, windowHeight = 0;
    glfwGetFramebufferSize(&m_window, &width, &height);
    glfwGetWindowSize(&m_window, &windowWidth, &windowHeight);
    if (width == 0 || height == 0) return;
    double x = 0, y = 0;
    glfwGetCursorPos(&m_window, &x, &y);
    const float scale = slideScale(static_cast<float>(height));
    const float perPoint = static_cast<float>(width) / static_cast<float>(std::max(1, windowWidth)) / scale;
    const Rect area{0, 0, static_cast<float>(width) / scale, static_cast<float>(height) / scale};
    const Point pointer{static_cast<float>(x) * perPoint, static_cast<float>(y) * perPoint};
    m_host->frame(area.w, area.h, scale, projectorTheme(), projectorTheme().background,
                  [&](Canvas& canvas) { drawSlide(canvas, area, m_presentation, pointer); });
    glfwSwapBuffers(&m_window);
  }

  Result<void> picture(const std::string& path) {
    draw();
    draw();  // both buffers hold it then
    int width = 0, height = 0;
    glfwGetFramebufferSize(&m_window, &width, &height);
    std::vector<Color> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    std::vector<Color> upright(pixels.size());
    const auto row = static_cast<std::size_t>(width);
    for (std::size_t i = 0; i < static_cast<std::size_t>(height); ++i)
      std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>((static_cast<std::size_t>(height) - 1 - i) * row), row,
                  upright.begin() + static_cast<std::ptrdiff_t>(i * row));
    for (Color& pixel : upright) pixel.a = 255;
    return writeWholeFile(path,
                          encodePng(static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height), upright));
  }

 private:
  static ShowWindow& of(GLFWwindow* window) { return *static_cast<ShowWindow*>(glfwGetWindowUserPointer(window)); }

  GLFWwindow& m_window;
  Presentation& m_presentation;
  std::unique_ptr<ImGuiHost> m_host;
  std::atomic<bool>& m_news;  ///< set by the session's threads
  bool m_due = true;
};

Result<void> writePictures(ShowWindow& window, Presentation& presentation, const std::string& folder) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  for (std::size_t i = 0; i < presentation.show().slides.size(); ++i) {
    presentation.go(i);
    while (presentation.working()) glfwWaitEventsTimeout(kTickSeconds);
    STRATA_TRY(window.picture(fmt::format("{}/slide_{:02}.png", folder, i + 1)));
    if (const auto& problem = presentation.problem())
      return Error{problem->code, fmt::format("Slide {}: {}", i + 1, problem->message), problem->storey};
  }
  return {};
}

}  // namespace

Result<void> giveShow(Show show, const std::string& folder, const std::string& agent, const ShowOptions& options) {
  const Library library;
  if (!library.ready) return noWindow("Without a screen: xvfb-run strata-present …");
  const std::string title = show.title.empty() ? "Strata" : show.title;
  const Window window = openWindow(options, title);
  if (!window) return noWindow("Install the Mesa drivers: apt install libgl1-mesa-dri");
  std::atomic<bool> news = true;
  Presentation presentation(std::move(show), folder, agent, [&news] {
    news = true;
    glfwPostEmptyEvent();
  });
  ShowWindow screen(*window, presentation, news);
  if (!options.pictures.empty()) return writePictures(screen, presentation, options.pictures);
  screen.watch();
  return {};
}

}  // namespace strata::inline present
