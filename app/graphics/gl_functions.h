#pragma once

#include <string>
#include <string_view>
#include <vector>

#define GL_GLEXT_PROTOTYPES  // for their types; nothing links them
#include <GL/glcorearb.h>
#include <GL/glext.h>

#include "app/graphics/gl_context.h"
#include "app/graphics/graphics_identity.h"
#include "engine/base/result.h"
#include "engine/base/time.h"

namespace strata::inline graphics {

// clang-format off
/// What OpenGL 3.3 has.
#define STRATA_GL_CORE(X)                                                                                           \
  X(GetError) X(GetString) X(GetStringi) X(GetIntegerv) X(Viewport) X(Disable) X(PixelStorei) X(ReadPixels)         \
  X(GenTextures) X(DeleteTextures) X(ActiveTexture) X(BindTexture) X(TexParameteri) X(TexImage2D) X(TexSubImage2D)  \
  X(TexBuffer) X(GenBuffers) X(DeleteBuffers) X(BindBuffer) X(BufferData) X(GenFramebuffers) X(DeleteFramebuffers)  \
  X(BindFramebuffer) X(FramebufferTexture2D) X(GenVertexArrays) X(DeleteVertexArrays) X(BindVertexArray)            \
  X(DrawArrays) X(CreateShader) X(DeleteShader) X(ShaderSource) X(CompileShader) X(CreateProgram) X(DeleteProgram)  \
  X(AttachShader) X(LinkProgram) X(GetProgramiv) X(UseProgram) X(GetUniformLocation) X(Uniform1i) X(Uniform2f)      \
  X(Uniform2i) X(FenceSync) X(ClientWaitSync) X(DeleteSync) X(Finish)

/// What GL_EXT_memory_object_fd adds: nullptr where it is not there.
#define STRATA_GL_MEMORY(X)                                                                                         \
  X(CreateMemoryObjectsEXT) X(DeleteMemoryObjectsEXT) X(MemoryObjectParameterivEXT) X(ImportMemoryFdEXT)            \
  X(BufferStorageMemEXT) X(GetUnsignedBytevEXT) X(GetUnsignedBytei_vEXT)
// clang-format on

/// The functions of a context, each under its name in OpenGL without "gl". Called while that context is current.
struct GlFunctions {
  /// The context is current. Unsupported where it is older than 3.3.
  static Result<GlFunctions> load(GlContext& context);

  bool has(std::string_view extension) const;
  GraphicsIdentity identity() const;
  /// Waits until everything asked for so far is done; false after `patience`.
  bool finish(Duration patience) const;
  /// Buffer textures show what others have written until now, whatever caches hold.
  void refetchBuffers() const;
  /// OutOfMemory or Internal where a call since the last check went wrong; `what` was to be made.
  Result<void> check(const char* what) const;

#define STRATA_GL_MEMBER(name) \
  decltype(&::gl##name) name = nullptr;  // NOLINT(bugprone-macro-parentheses): it is declared
  STRATA_GL_CORE(STRATA_GL_MEMBER)
  STRATA_GL_MEMORY(STRATA_GL_MEMBER)
#undef STRATA_GL_MEMBER
  decltype(&::glMemoryBarrier) MemoryBarrier = nullptr;  ///< of GL_ARB_shader_image_load_store

  std::string renderer;
  std::vector<std::string> extensions;
  int mostTextureSide = 0;
  int mostBufferTexels = 0;
};

}  // namespace strata::inline graphics
