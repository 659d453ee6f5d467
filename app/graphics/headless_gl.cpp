#include "app/graphics/headless_gl.h"

#include <dlfcn.h>

#include <array>
#include <string_view>

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include "engine/base/mutex.h"

namespace strata::inline graphics {
namespace {

#define STRATA_EGL_FUNCTIONS(X) \
  X(GetProcAddress)             \
  X(QueryString)                \
  X(Initialize)                 \
  X(Terminate)                  \
  X(BindAPI)                    \
  X(ChooseConfig)               \
  X(CreateContext)              \
  X(DestroyContext)             \
  X(MakeCurrent)

struct EglFunctions {
#define STRATA_EGL_MEMBER(name) decltype(&::egl##name) name = nullptr;
  STRATA_EGL_FUNCTIONS(STRATA_EGL_MEMBER)
#undef STRATA_EGL_MEMBER
};

Error noEgl(const char* what) {
  return {ErrorCode::Unavailable,
          std::string("No OpenGL without a window: ") + what + ". Install the graphics driver's libraries (libegl1).",
          Storey::Driver};
}

Result<EglFunctions> openEgl() {
  void* library = ::dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);  // drivers do not survive being closed
  if (!library) return noEgl("libEGL.so.1 is not there");
  EglFunctions egl;
#define STRATA_EGL_LOAD(name) egl.name = reinterpret_cast<decltype(egl.name)>(::dlsym(library, "egl" #name));
  STRATA_EGL_FUNCTIONS(STRATA_EGL_LOAD)
#undef STRATA_EGL_LOAD
#define STRATA_EGL_THERE(name) \
  if (!egl.name) return noEgl("libEGL.so.1 has no egl" #name);
  STRATA_EGL_FUNCTIONS(STRATA_EGL_THERE)
#undef STRATA_EGL_THERE
  return egl;
}

EGLDisplay displayOf(const EglFunctions& egl) {
  const auto get = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(egl.GetProcAddress("eglGetPlatformDisplayEXT"));
  const char* listed = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (!get || !listed) return EGL_NO_DISPLAY;
  const std::string_view extensions(listed);
  if (extensions.find("EGL_MESA_platform_surfaceless") != extensions.npos)
    if (EGLDisplay display = get(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)) return display;
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(egl.GetProcAddress("eglQueryDevicesEXT"));
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  if (!query || !query(1, &device, &count) || count < 1) return EGL_NO_DISPLAY;
  return get(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
}

}  // namespace

/// The process has one; EGL counts no users of it, so we do.
class EglDisplay {
 public:
  static Result<std::shared_ptr<EglDisplay>> get();
  EglDisplay(EglFunctions egl, EGLDisplay display) : m_egl(egl), m_display(display) {}
  ~EglDisplay() { m_egl.Terminate(m_display); }
  EglDisplay(const EglDisplay&) = delete;
  EglDisplay& operator=(const EglDisplay&) = delete;

  const EglFunctions* operator->() const { return &m_egl; }
  EGLDisplay display() const { return m_display; }

 private:
  EglFunctions m_egl;
  EGLDisplay m_display;
};

Result<std::shared_ptr<EglDisplay>> EglDisplay::get() {
  static Mutex mutex;
  static std::weak_ptr<EglDisplay> one;
  const Lock lock(mutex);
  if (auto display = one.lock()) return display;
  static const Result<EglFunctions> egl = openEgl();
  STRATA_TRY(egl);
  EGLDisplay display = displayOf(egl.value());
  if (display == EGL_NO_DISPLAY || !egl.value().Initialize(display, nullptr, nullptr))
    return noEgl("EGL knows no display that needs no screen");
  auto made = std::make_shared<EglDisplay>(egl.value(), display);
  one = made;
  return made;
}

Result<std::unique_ptr<HeadlessGl>> HeadlessGl::create(const HeadlessGl* shared) {
  STRATA_ASSIGN(const std::shared_ptr<EglDisplay> egl, EglDisplay::get());
  constexpr std::array<EGLint, 5> kConfig{EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  constexpr std::array<EGLint, 7> kContext{
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!(*egl)->BindAPI(EGL_OPENGL_API)) return noEgl("EGL has no OpenGL");
  if (!(*egl)->ChooseConfig(egl->display(), kConfig.data(), &config, 1, &count) || count < 1)
    return noEgl("EGL has no OpenGL");
  EGLContext context =
      (*egl)->CreateContext(egl->display(), config, shared ? shared->m_context : EGL_NO_CONTEXT, kContext.data());
  if (context == EGL_NO_CONTEXT) return noEgl("there is no OpenGL 3.3");
  return std::unique_ptr<HeadlessGl>(new HeadlessGl(egl, context));
}

HeadlessGl::~HeadlessGl() {
  (*m_display)->DestroyContext(m_display->display(), m_context);
}

bool HeadlessGl::makeCurrent() {
  return (*m_display)->BindAPI(EGL_OPENGL_API) &&
         (*m_display)->MakeCurrent(m_display->display(), EGL_NO_SURFACE, EGL_NO_SURFACE, m_context);
}

void HeadlessGl::doneCurrent() {
  (*m_display)->MakeCurrent(m_display->display(), EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

GlContext::Function HeadlessGl::getProcAddress(const char* name) {
  return (*m_display)->GetProcAddress(name);
}

}  // namespace strata::inline graphics
