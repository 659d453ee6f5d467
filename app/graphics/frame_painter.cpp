#include "app/graphics/frame_painter.h"

namespace strata::inline graphics {
namespace {

// One triangle that covers the target.
constexpr const char* kVertexShader = R"(#version 330 core
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1);
}
)";

constexpr const char* kPictureShader = R"(#version 330 core
uniform sampler2D frame;
uniform vec2 scale;
uniform ivec2 last;
uniform bool mark;
out vec4 colour;
void main() {
  colour = texelFetch(frame, min(ivec2(gl_FragCoord.xy * scale), last), 0);
  bool other = colour.a != texelFetch(frame, ivec2(0), 0).a;
  if (mark && other) colour.rgb = mix(colour.rgb, vec3(1, 0.1, 0.6), 0.65);
}
)";

constexpr const char* kBufferShader = R"(#version 330 core
uniform samplerBuffer frame;
uniform vec2 scale;
uniform ivec2 last;
uniform int pitch;
uniform bool mark;
out vec4 colour;
void main() {
  ivec2 at = min(ivec2(gl_FragCoord.xy * scale), last);
  colour = texelFetch(frame, at.y * pitch + at.x);
  bool other = colour.a != texelFetch(frame, 0).a;
  if (mark && other) colour.rgb = mix(colour.rgb, vec3(1, 0.1, 0.6), 0.65);
}
)";

GLuint shaderOf(const GlFunctions& gl, GLenum kind, const char* text) {
  const GLuint shader = gl.CreateShader(kind);
  gl.ShaderSource(shader, 1, &text, nullptr);
  gl.CompileShader(shader);
  return shader;
}

/// 0: it does not link.
GLuint programOf(const GlFunctions& gl, const char* fragments) {
  const GLuint program = gl.CreateProgram();
  for (const GLuint shader :
       {shaderOf(gl, GL_VERTEX_SHADER, kVertexShader), shaderOf(gl, GL_FRAGMENT_SHADER, fragments)}) {
    gl.AttachShader(program, shader);
    gl.DeleteShader(shader);  // with the program
  }
  gl.LinkProgram(program);
  GLint linked = 0;
  gl.GetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked) return program;
  gl.DeleteProgram(program);
  return 0;
}

}  // namespace

Result<FrameTarget> FrameTarget::make(const GlFunctions& gl, std::uint32_t width, std::uint32_t height) {
  STRATA_ASSIGN(GlTexture texture, makePicture(gl, width, height));
  gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_A, GL_ONE);  // the alpha bytes are frames' numbers
  return FrameTarget{width, height, std::move(texture)};
}

Result<std::unique_ptr<FramePainter>> FramePainter::create(const GlFunctions& gl) {
  std::unique_ptr<FramePainter> painter(new FramePainter(gl));
  painter->m_ofPicture = programOf(gl, kPictureShader);
  painter->m_ofBuffer = programOf(gl, kBufferShader);
  gl.GenVertexArrays(1, &painter->m_vertices);
  gl.GenFramebuffers(1, &painter->m_framebuffer);
  if (painter->m_ofPicture == 0 || painter->m_ofBuffer == 0)
    return Error{ErrorCode::Unsupported, "The graphics driver does not compile the shader that draws frames.",
                 Storey::Driver};
  STRATA_TRY(gl.check("the drawing of frames"));
  return painter;
}

FramePainter::~FramePainter() {
  m_gl.DeleteFramebuffers(1, &m_framebuffer);
  m_gl.DeleteVertexArrays(1, &m_vertices);
  m_gl.DeleteProgram(m_ofPicture);
  m_gl.DeleteProgram(m_ofBuffer);
}

void FramePainter::bind(const FrameTarget& target) {
  m_gl.BindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
  m_gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture.name(), 0);
}

void FramePainter::draw(const FrameTexture& from, FrameShape shape, const FrameTarget& to, bool markTorn) {
  bind(to);
  m_gl.Viewport(0, 0, static_cast<GLsizei>(to.width), static_cast<GLsizei>(to.height));
  for (const GLenum off : {GL_DITHER, GL_BLEND, GL_SCISSOR_TEST, GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB})
    m_gl.Disable(off);
  const GLuint program = from.buffer ? m_ofBuffer : m_ofPicture;
  m_gl.UseProgram(program);
  m_gl.ActiveTexture(GL_TEXTURE0);
  m_gl.BindTexture(from.buffer ? GL_TEXTURE_BUFFER : GL_TEXTURE_2D, from.name);
  m_gl.Uniform1i(m_gl.GetUniformLocation(program, "frame"), 0);
  m_gl.Uniform2f(m_gl.GetUniformLocation(program, "scale"),
                 static_cast<float>(shape.width) / static_cast<float>(to.width),
                 static_cast<float>(shape.height) / static_cast<float>(to.height));
  m_gl.Uniform2i(m_gl.GetUniformLocation(program, "last"), static_cast<GLint>(shape.width) - 1,
                 static_cast<GLint>(shape.height) - 1);
  if (from.buffer) m_gl.Uniform1i(m_gl.GetUniformLocation(program, "pitch"), static_cast<GLint>(shape.pitch / 4));
  m_gl.Uniform1i(m_gl.GetUniformLocation(program, "mark"), markTorn ? 1 : 0);
  if (from.buffer) m_gl.refetchBuffers();
  m_gl.BindVertexArray(m_vertices);
  m_gl.DrawArrays(GL_TRIANGLES, 0, 3);
}

void FramePainter::readBack(const FrameTarget& from, std::vector<std::uint32_t>& pixels) {
  pixels.resize(std::size_t{from.width} * from.height);
  bind(from);
  m_gl.ReadPixels(0, 0, static_cast<GLsizei>(from.width), static_cast<GLsizei>(from.height), GL_RGBA, GL_UNSIGNED_BYTE,
                  pixels.data());
}

}  // namespace strata::inline graphics
