#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>

#include "app/canvas/fixed_picture.h"
#include "engine/base/storey.h"

namespace strata::inline live {

/// Images as GL textures, drawn without smoothing: small ones are found again by their content, pictures that never
/// change by their number. All calls need the same GL context to be current.
class TextureCache {
 public:
  TextureCache() = default;
  TextureCache(const TextureCache&) = delete;
  TextureCache& operator=(const TextureCache&) = delete;
  ~TextureCache();

  /// The texture's GL name.
  std::uint32_t texture(std::uint32_t width, std::uint32_t height, std::span<const Color> pixels);
  /// Of the picture at that size.
  std::uint32_t texture(const FixedPicture& picture, std::uint32_t width, std::uint32_t height);
  /// Forgets what was not asked for since the last call.
  void endFrame();

 private:
  struct Key {
    std::uint64_t number = 0, content = 0;  ///< number 0: told by its content
    std::uint32_t width = 0, height = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct Entry {
    std::uint32_t name = 0;
    bool used = true;
  };
  Entry& entry(const Key& key);

  std::map<Key, Entry> m_entries;
};

}  // namespace strata::inline live
