#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <vector>

#include "app/graphics/gl_functions.h"
#include "app/graphics/headless_gl.h"
#include "app/live/imgui_host.h"
#include "app/session/session.h"
#include "app/still/still.h"
#include "app/views/view.h"

// scene_frames SESSION [FRAMES]: all views of a session at once, as windows of 4K draw them, by this machine's OpenGL
// without a window. It says how long a frame takes from its first call until all of it is drawn, and how much memory is
// in use; and fails where nothing is drawn. Ends with 77 where there is no OpenGL.

namespace strata {
namespace {

constexpr int kWidth = 3840, kHeight = 2160, kNoOpenGl = 77;
constexpr float kPixelRatio = 2;

/// A framebuffer of the context.
struct Target {
  const GlFunctions& gl;
  GLuint texture = 0, buffer = 0;

  explicit Target(const GlFunctions& functions) : gl(functions) {
    gl.GenTextures(1, &texture);
    gl.BindTexture(GL_TEXTURE_2D, texture);
    gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kWidth, kHeight, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl.GenFramebuffers(1, &buffer);
    gl.BindFramebuffer(GL_FRAMEBUFFER, buffer);
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl.Viewport(0, 0, kWidth, kHeight);
  }
  ~Target() {
    gl.DeleteFramebuffers(1, &buffer);
    gl.DeleteTextures(1, &texture);
  }
  Target(const Target&) = delete;
  Target& operator=(const Target&) = delete;

  /// How many colours there are in it.
  std::size_t colours() const {
    std::vector<std::uint32_t> pixels(std::size_t{kWidth} * kHeight);
    gl.ReadPixels(0, 0, kWidth, kHeight, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    std::ranges::sort(pixels);
    return static_cast<std::size_t>(std::ranges::unique(pixels).begin() - pixels.begin());
  }
};

/// MiB of the GPU that are free, as NVIDIA's driver says; nothing: another one does not.
std::optional<int> freeMebibytes(const GlFunctions& gl) {
  constexpr GLenum kCurrentAvailable = 0x9049;  // GL_NVX_gpu_memory_info
  if (!gl.has("GL_NVX_gpu_memory_info")) return std::nullopt;
  GLint kibibytes = 0;
  gl.GetIntegerv(kCurrentAvailable, &kibibytes);
  return kibibytes / 1024;
}

/// Views side by side, as many rows as columns.
void drawAll(Canvas& canvas, const ViewState& state, const std::vector<const View*>& views) {
  const auto side = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(views.size()))));
  const float w = kWidth / kPixelRatio / static_cast<float>(side), h = kHeight / kPixelRatio / static_cast<float>(side);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Rect area{static_cast<float>(i % side) * w, static_cast<float>(i / side) * h, w, h};
    canvas.pushClip(area);
    views[i]->draw(canvas, area, state);
    canvas.popClip();
  }
}

double milliseconds(const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
}

Result<int> drawSession(const char* file, int frames) {
  auto context = HeadlessGl::create();
  if (!context.ok() || !context.value()->makeCurrent()) {
    fmt::print("{}\n", context.ok() ? "The context cannot be made current." : context.error().message);
    return kNoOpenGl;
  }
  STRATA_ASSIGN(const GlFunctions gl, GlFunctions::load(*context.value()));
  Session session;
  STRATA_TRY(session.open(file));
  ViewState state = stillOf(session);
  std::vector<const View*> views;
  for (const View& view : allViews()) {
    completeFor(view, state);
    if (view.hasContent(state)) views.push_back(&view);
  }

  const auto before = freeMebibytes(gl);
  const Target target(gl);
  STRATA_ASSIGN(const auto host, ImGuiHost::create());
  std::vector<double> times;
  for (int i = 0; i < frames; ++i)
    times.push_back(milliseconds([&] {
      host->frame(kWidth / kPixelRatio, kHeight / kPixelRatio, kPixelRatio, darkTheme(), darkTheme().background,
                  [&](Canvas& canvas) { drawAll(canvas, state, views); });
      (void)gl.finish(Duration{10'000'000'000});
    }));
  STRATA_TRY(gl.check("The scene"));
  const double first = times.front();
  std::ranges::sort(times);
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto after = freeMebibytes(gl);
  const std::size_t colours = target.colours();
  fmt::print(
      "{}: {} views at {}x{}: median {:.2f} ms, 99 % {:.2f} ms, first {:.1f} ms; {} MiB of memory at most{}; {} "
      "colours\n",
      gl.renderer, views.size(), kWidth, kHeight, times[times.size() / 2], times[times.size() * 99 / 100], first,
      usage.ru_maxrss / 1024, before && after ? fmt::format(", {} MiB of the GPU's", *before - *after) : "", colours);
  return colours > 20 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace strata

int main(int argc, char** argv) {
  const int frames = argc == 3 ? std::atoi(argv[2]) : 200;
  if (argc < 2 || argc > 3 || frames < 1) {
    fmt::print(stderr, "scene_frames SESSION [FRAMES]\n");
    return 2;
  }
  const auto drawn = strata::drawSession(argv[1], frames);
  if (drawn.ok()) return drawn.value();
  fmt::print(stderr, "{}\n", drawn.error().message);
  return EXIT_FAILURE;
}
