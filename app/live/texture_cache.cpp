#include "app/live/texture_cache.h"

#include <GL/gl.h>

#include "app/canvas/sized_picture.h"

namespace strata::inline live {
namespace {

static_assert(sizeof(Color) == 4);

std::uint64_t contentKey(std::span<const Color> pixels) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const Color& c : pixels) {
    hash ^= std::uint32_t{c.r} | std::uint32_t{c.g} << 8 | std::uint32_t{c.b} << 16 | std::uint32_t{c.a} << 24;
    hash *= 0x100000001b3u;
  }
  return hash;
}

GLuint upload(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  GLuint name = 0;
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, static_cast<GLsizei>(width), static_cast<GLsizei>(height), 0, GL_RGBA,
               GL_UNSIGNED_BYTE, pixels.data());
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  return name;
}

}  // namespace

TextureCache::~TextureCache() {
  for (const auto& [key, entry] : m_entries) glDeleteTextures(1, &entry.name);
}

TextureCache::Entry& TextureCache::entry(const Key& key) {
  Entry& found = m_entries[key];
  found.used = true;
  return found;
}

std::uint32_t TextureCache::texture(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels) {
  Entry& kept = entry({.content = contentKey(pixels), .width = width, .height = height});
  if (kept.name == 0) kept.name = upload(width, height, pixels);
  return kept.name;
}

std::uint32_t TextureCache::texture(const FixedPicture& picture, std::uint32_t width, std::uint32_t height) {
  Entry& kept = entry({.number = picture.number(), .width = width, .height = height});
  if (kept.name == 0) {
    const PixelPicture sized = atSize(picture.content(), width, height);
    kept.name = upload(sized.width, sized.height, sized.pixels);
  }
  return kept.name;
}

void TextureCache::endFrame() {
  for (auto it = m_entries.begin(); it != m_entries.end();) {
    if (!it->second.used) {
      glDeleteTextures(1, &it->second.name);
      it = m_entries.erase(it);
    } else {
      it->second.used = false;
      ++it;
    }
  }
}

}  // namespace strata::inline live
