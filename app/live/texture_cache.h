#pragma once

#include <cstdint>
#include <map>
#include <span>

#include "engine/base/storey.h"

namespace strata::inline live {

/// Small images as GL textures, found again by their content. All calls need the same GL context to be current.
class TextureCache {
 public:
  TextureCache() = default;
  TextureCache(const TextureCache&) = delete;
  TextureCache& operator=(const TextureCache&) = delete;
  ~TextureCache();

  /// The texture's GL name, drawn without smoothing.
  std::uint32_t texture(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels);
  /// Forgets what was not asked for since the last call.
  void endFrame();

 private:
  struct Entry {
    std::uint32_t name = 0;
    bool used = true;
  };
  std::map<std::uint64_t, Entry> m_entries;
};

}  // namespace strata::inline live
