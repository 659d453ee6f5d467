#include "app/graphics/gl_functions.h"

#include <algorithm>

#include <fmt/format.h>

namespace strata::inline graphics {
namespace {

void loadPointers(GlFunctions& gl, GlContext& context) {
#define STRATA_GL_LOAD(name) gl.name = reinterpret_cast<decltype(gl.name)>(context.getProcAddress("gl" #name));
  STRATA_GL_CORE(STRATA_GL_LOAD)
  STRATA_GL_MEMORY(STRATA_GL_LOAD)
#undef STRATA_GL_LOAD
}

bool coreIsThere(const GlFunctions& gl) {
#define STRATA_GL_THERE(name) \
  if (!gl.name) return false;
  STRATA_GL_CORE(STRATA_GL_THERE)
#undef STRATA_GL_THERE
  return true;
}

int integerOf(const GlFunctions& gl, GLenum what) {
  GLint value = 0;
  gl.GetIntegerv(what, &value);
  return value;
}

}  // namespace

Result<GlFunctions> GlFunctions::load(GlContext& context) {
  GlFunctions gl;
  loadPointers(gl, context);
  const Error tooOld{ErrorCode::Unsupported, "Frames are drawn with OpenGL 3.3, and this graphics driver is older.",
                     Storey::Driver};
  if (!coreIsThere(gl)) return tooOld;
  if (integerOf(gl, GL_MAJOR_VERSION) * 10 + integerOf(gl, GL_MINOR_VERSION) < 33) return tooOld;
  if (const GLubyte* name = gl.GetString(GL_RENDERER)) gl.renderer = reinterpret_cast<const char*>(name);
  const int count = integerOf(gl, GL_NUM_EXTENSIONS);
  for (int i = 0; i < count; ++i)
    if (const GLubyte* name = gl.GetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)))
      gl.extensions.emplace_back(reinterpret_cast<const char*>(name));
  if (gl.has("GL_ARB_shader_image_load_store"))
    gl.MemoryBarrier = reinterpret_cast<decltype(gl.MemoryBarrier)>(context.getProcAddress("glMemoryBarrier"));
  gl.mostTextureSide = integerOf(gl, GL_MAX_TEXTURE_SIZE);
  gl.mostBufferTexels = integerOf(gl, GL_MAX_TEXTURE_BUFFER_SIZE);
  return gl;
}

bool GlFunctions::has(std::string_view extension) const {
  return std::ranges::find(extensions, extension) != extensions.end();
}

GraphicsIdentity GlFunctions::identity() const {
  GraphicsIdentity identity;
  if (!has("GL_EXT_memory_object") || !GetUnsignedBytevEXT || !GetUnsignedBytei_vEXT) return identity;
  GetUnsignedBytei_vEXT(GL_DEVICE_UUID_EXT, 0, identity.device.data());
  GetUnsignedBytevEXT(GL_DRIVER_UUID_EXT, identity.driver.data());
  return identity;
}

bool GlFunctions::finish(Duration patience) const {
  GLsync fence = FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return false;
  const GLenum how = ClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, static_cast<GLuint64>(patience.ns));
  DeleteSync(fence);
  return how == GL_ALREADY_SIGNALED || how == GL_CONDITION_SATISFIED;
}

void GlFunctions::refetchBuffers() const {
  if (MemoryBarrier) MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
}

Result<void> GlFunctions::check(const char* what) const {
  constexpr int kMostKept = 16;  // a lost context reports errors without end
  GLenum first = GL_NO_ERROR;
  for (int i = 0; i < kMostKept; ++i) {
    const GLenum error = GetError();
    if (error == GL_NO_ERROR) break;
    if (first == GL_NO_ERROR) first = error;
  }
  if (first == GL_NO_ERROR) return {};
  if (first == GL_OUT_OF_MEMORY)
    return Error{ErrorCode::OutOfMemory,
                 fmt::format("The graphics device has no memory left for {}. Choose a smaller frame.", what),
                 Storey::Driver};
  return Error{ErrorCode::Unsupported,
               fmt::format("OpenGL refuses {} (error 0x{:04x}). Choose another way.", what, first), Storey::Driver};
}

}  // namespace strata::inline graphics
