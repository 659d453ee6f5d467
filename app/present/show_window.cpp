#include "app/present/show_window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/canvas/picture_file.h"
#include "app/live/imgui_host.h"
#include "app/present/screens.h"
#include "app/present/slide_frame.h"
#include "app/present/slide_pictures.h"
#include "app/words/messages.h"

namespace strata::inline present {
namespace {

constexpr double kNotesTick = 0.5;
constexpr float kLinesPerNotch = 3;
constexpr PixelSize kLeastWindow{320, 240}, kProjector{1920, 1080};

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

std::span<GLFWmonitor* const> monitors() {
  int count = 0;
  GLFWmonitor** all = glfwGetMonitors(&count);
  return {all, static_cast<std::size_t>(count)};
}

ScreenArea areaOf(GLFWmonitor* monitor) {
  ScreenArea area;
  glfwGetMonitorPos(monitor, &area.x, &area.y);
  if (const GLFWvidmode* mode = glfwGetVideoMode(monitor)) area.width = mode->width, area.height = mode->height;
  return area;
}

/// The screen that a window is on, whole or the most of it. There is one.
std::size_t screenOf(GLFWwindow& window) {
  const auto all = monitors();
  if (GLFWmonitor* full = glfwGetWindowMonitor(&window))
    return static_cast<std::size_t>(std::ranges::find(all, full) - all.begin());
  std::vector<ScreenArea> areas;
  areas.reserve(all.size());
  for (GLFWmonitor* one : all) areas.push_back(areaOf(one));
  ScreenArea at;
  glfwGetWindowPos(&window, &at.x, &at.y);
  glfwGetWindowSize(&window, &at.width, &at.height);
  return screenUnder(areas, at);
}

/// Nothing where a system lets no program place windows.
void moveTo(GLFWwindow& window, GLFWmonitor* monitor) {
  const GLFWvidmode* mode = glfwGetVideoMode(monitor);
  if (glfwGetWindowMonitor(&window) && mode)
    return glfwSetWindowMonitor(&window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  int x = 0, y = 0, left = 0, top = 0;
  glfwGetMonitorWorkarea(monitor, &x, &y, nullptr, nullptr);
  glfwGetWindowFrameSize(&window, &left, &top, nullptr, nullptr);
  glfwSetWindowPos(&window, x + left, y + top);
}

std::optional<std::uint64_t> addressLimit() {
  rlimit limit{};
  const bool any = ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return any ? std::optional<std::uint64_t>(limit.rlim_cur) : std::nullopt;
}

/// `asked`: nothing where the screen decides.
Window openWindow(const ShowOptions& options, const std::optional<PixelSize>& asked, const std::string& title,
                  GLFWmonitor* monitor) {
  PixelSize size = asked.value_or(kLeastWindow);
  const bool full = !options.window && !asked && monitor != nullptr;
  if (const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr; mode && !asked) {
    size.width = std::max(size.width, full ? mode->width : mode->width * 3 / 4);
    size.height = std::max(size.height, full ? mode->height : mode->height * 3 / 4);
  }
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_AUTO_ICONIFY, GLFW_FALSE);  // the show stays where it is when the notes take the keys
  Window window(glfwCreateWindow(size.width, size.height, title.c_str(), full ? monitor : nullptr, nullptr));
  if (window && !full && monitors().size() > 1) moveTo(*window, monitor);
  return window;
}

/// On another screen than the slides; where there is none, in the corner that titles leave free.
void placeAside(GLFWwindow& notes, GLFWwindow& slides) {
  const auto all = monitors();
  if (all.empty()) return;
  GLFWmonitor* screen = all[screenOfNotes(all.size(), screenOf(slides))];
  int x = 0, y = 0, width = 0, height = 0, right = 0, bottom = 0, wide = 0, high = 0;
  glfwGetMonitorWorkarea(screen, &x, &y, &width, &height);
  glfwGetWindowFrameSize(&notes, nullptr, nullptr, &right, &bottom);
  glfwGetWindowSize(&notes, &wide, &high);
  glfwSetWindowPos(&notes, x + std::max(0, width - wide - right), y + std::max(0, height - high - bottom));
}

/// Speaker notes, on the screen that the class does not see.
class NotesWindow {
 public:
  NotesWindow(GLFWwindow& slides, const std::string& title)
      : m_window(glfwCreateWindow(800, 500, title.c_str(), nullptr, &slides)) {
    if (!m_window) return;
    placeAside(*m_window, slides);
    glfwMakeContextCurrent(m_window.get());
    glfwSwapInterval(0);
    if (auto host = ImGuiHost::create(); host.ok()) m_host = std::move(host).value();
  }
  ~NotesWindow() {
    if (!m_window) return;
    glfwMakeContextCurrent(m_window.get());
    m_host.reset();
  }
  NotesWindow(const NotesWindow&) = delete;
  NotesWindow& operator=(const NotesWindow&) = delete;

  bool open() const { return m_host && glfwWindowShouldClose(m_window.get()) == GLFW_FALSE; }
  GLFWwindow* window() { return m_window.get(); }
  void draw(Slides& slides, const Theme& theme) {
    int width = 0, height = 0;
    glfwGetFramebufferSize(m_window.get(), &width, &height);
    if (width <= 0 || height <= 0) return;
    glfwMakeContextCurrent(m_window.get());
    const float scale = slideScale(static_cast<float>(height));
    const Rect area{0, 0, static_cast<float>(width) / scale, static_cast<float>(height) / scale};
    m_host->frame(area.w, area.h, scale, theme, theme.background,
                  [&](Canvas& canvas) { slides.drawNotes(canvas, area); });
    glfwSwapBuffers(m_window.get());
  }

 private:
  Window m_window;
  std::unique_ptr<ImGuiHost> m_host;
};

class ShowWindow {
 public:
  /// The window's context is current.
  ShowWindow(GLFWwindow& window, std::unique_ptr<ImGuiHost> host, Slides& slides, bool light, std::atomic<bool>& news)
      : m_window(window),
        m_slides(slides),
        m_theme(light ? &lightTheme() : &projectorTheme()),
        m_host(std::move(host)),
        m_news(news) {
    glfwSwapInterval(1);
    listenTo(window);
    // Where "?" is depends on the keyboard.
    glfwSetCharCallback(&window, [](GLFWwindow* w, unsigned letter) {
      if (letter == '?') of(w).press(GLFW_KEY_H, false);
    });
    glfwSetMouseButtonCallback(&window, [](GLFWwindow* w, int button, int action, int) {
      if (action != GLFW_PRESS) return;
      const bool secondary = button == GLFW_MOUSE_BUTTON_RIGHT;
      of(w).point({secondary ? MouseAct::Kind::SecondaryClick : MouseAct::Kind::Click, of(w).pointer(), 0});
    });
    glfwSetScrollCallback(&window, [](GLFWwindow* w, double, double notches) {
      of(w).point({MouseAct::Kind::Wheel, of(w).pointer(), static_cast<float>(-notches) * kLinesPerNotch});
    });
    glfwSetWindowCloseCallback(&window, [](GLFWwindow* w) { of(w).close(); });
    glfwSetCursorPosCallback(&window, [](GLFWwindow* w, double, double) { of(w).m_due = true; });
    glfwSetWindowRefreshCallback(&window, [](GLFWwindow* w) { of(w).m_due = true; });
    glfwSetFramebufferSizeCallback(&window, [](GLFWwindow* w, int, int) { of(w).m_due = true; });
  }
  ~ShowWindow() {
    m_notes.reset();
    glfwMakeContextCurrent(&m_window);  // what its host has is freed there
  }
  ShowWindow(const ShowWindow&) = delete;
  ShowWindow& operator=(const ShowWindow&) = delete;

  void watch() {
    while (glfwWindowShouldClose(&m_window) == GLFW_FALSE) {
      const double tick = m_notes && m_slides.tick() == 0 ? kNotesTick : m_slides.tick();
      if (m_news.exchange(false) || std::exchange(m_due, false) || tick > 0) draw();
      tick > 0 ? glfwWaitEventsTimeout(tick) : glfwWaitEvents();
    }
  }
  void draw() {
    drawNotes();
    const Rect area = this->area();
    if (area.w <= 0 || area.h <= 0) return;
    glfwMakeContextCurrent(&m_window);
    const Point at = pointer();
    m_host->frame(area.w, area.h, scale(), *m_theme, m_theme->background,
                  [&](Canvas& canvas) { m_slides.draw(canvas, area, at); });
    glfwSwapBuffers(&m_window);
  }

 private:
  /// Its keys are the show's.
  void listenTo(GLFWwindow& window) {
    glfwSetWindowUserPointer(&window, this);
    glfwSetKeyCallback(&window, [](GLFWwindow* w, int key, int, int action, int mods) {
      // It would stop a run, and leave.
      const bool held = action == GLFW_REPEAT && (key == GLFW_KEY_ESCAPE || key == GLFW_KEY_Q);
      if (action != GLFW_RELEASE && !held) of(w).press(key, (mods & GLFW_MOD_SHIFT) != 0);
    });
  }

  /// Opened and closed while drawing: a window must live until its own key is handled.
  void wantNotes(bool wanted) {
    m_notesWanted = wanted;
    m_due = true;
  }

  void openNotes() {
    m_notes = std::make_unique<NotesWindow>(m_window, std::string(text(Msg::ShowNotes)));
    m_notesWanted = m_notes->open();
    if (!m_notesWanted) return closeNotes();
    listenTo(*m_notes->window());
    glfwSetWindowCloseCallback(m_notes->window(), [](GLFWwindow* w) { of(w).wantNotes(false); });
  }

  void closeNotes() {
    m_notes.reset();
    glfwFocusWindow(&m_window);
  }

  void drawNotes() {
    if (m_notes && !(m_notesWanted && m_notes->open())) closeNotes();
    if (m_notesWanted && !m_notes) openNotes();
    if (m_notes) m_notes->draw(m_slides, *m_theme);
  }

  static ShowWindow& of(GLFWwindow* window) { return *static_cast<ShowWindow*>(glfwGetWindowUserPointer(window)); }

  void press(int key, bool shift) {
    if (key == GLFW_KEY_L) m_theme = m_theme == &lightTheme() ? &projectorTheme() : &lightTheme();
    if (key == GLFW_KEY_N && m_slides.hasNotes()) return wantNotes(!m_notesWanted);
    if (key == GLFW_KEY_M) return toNextScreen();
    const bool acted = m_slides.press(key, shift);
    if (key == GLFW_KEY_Q || (key == GLFW_KEY_ESCAPE && !acted)) return glfwSetWindowShouldClose(&m_window, GLFW_TRUE);
    m_due |= acted || key == GLFW_KEY_L;
  }

  void toNextScreen() {
    const auto all = monitors();
    if (all.size() < 2) return;
    moveTo(m_window, all[(screenOf(m_window) + 1) % all.size()]);
    if (m_notes && m_notes->open()) placeAside(*m_notes->window(), m_window);
    m_due = true;
  }

  void close() {
    m_due = m_slides.askToLeave();
    if (m_due) glfwSetWindowShouldClose(&m_window, GLFW_FALSE);
  }

  void point(const MouseAct& act) {
    m_slides.point(act, area());
    m_due = true;
  }

  /// Pixels of the screen to a logical one of the slide.
  float scale() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(&m_window, &width, &height);
    return slideScale(static_cast<float>(height));
  }

  Rect area() const {
    int width = 0, height = 0;
    glfwGetFramebufferSize(&m_window, &width, &height);
    return {0, 0, static_cast<float>(width) / scale(), static_cast<float>(height) / scale()};
  }

  Point pointer() const {
    int width = 0, height = 0;
    glfwGetWindowSize(&m_window, &width, &height);
    double x = 0, y = 0;
    glfwGetCursorPos(&m_window, &x, &y);
    const float perPoint = area().w / static_cast<float>(std::max(1, width));
    return {static_cast<float>(x) * perPoint, static_cast<float>(y) * perPoint};
  }

  GLFWwindow& m_window;
  Slides& m_slides;
  const Theme* m_theme;
  std::unique_ptr<ImGuiHost> m_host;
  std::unique_ptr<NotesWindow> m_notes;  ///< nullptr: closed
  bool m_notesWanted = false;
  std::atomic<bool>& m_news;  ///< set by the session's threads
  bool m_due = true;
};

}  // namespace

Result<void> giveSlides(const MakeSlides& make, const std::string& title, const ShowOptions& options) {
  std::optional<PixelSize> size;
  if (!options.size.empty()) {
    STRATA_ASSIGN(size, pixelSize(options.size, kLeastWindow));
  }
  if (!options.pictures.empty())
    return writeSlides(make, size.value_or(kProjector), options.light ? lightTheme() : projectorTheme(),
                       options.pictures);
  const Library library;
  if (!library.ready) return noWindow(screenRemedy(std::getenv("WAYLAND_DISPLAY") && !std::getenv("DISPLAY")));
  const auto screens = monitors();
  STRATA_ASSIGN(const std::size_t screen, screenOfSlides(std::max<std::size_t>(1, screens.size()), options.screen));
  const Window window = openWindow(options, size, title, screens.empty() ? nullptr : screens[screen]);
  if (!window) return noWindow(windowRemedy(addressLimit()));
  glfwMakeContextCurrent(window.get());
  STRATA_ASSIGN(std::unique_ptr<ImGuiHost> host, ImGuiHost::create());
  std::atomic<bool> news = true;
  const std::unique_ptr<Slides> slides = make([&news] {
    news = true;
    glfwPostEmptyEvent();
  });
  ShowWindow(*window, std::move(host), *slides, options.light, news).watch();
  return {};
}

}  // namespace strata::inline present
