#include "app/live/imgui_fonts.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "app/canvas/font_metrics.h"
#include "app/live/font_file.h"

namespace strata::inline live {
namespace {

constexpr std::size_t kMaxLetters = 4000;
constexpr std::size_t kMaxSizes = 64;  ///< with more, those of the text sizes before are forgotten

/// What the views' own words need beside ASCII; letters that a session brings are found as they come.
constexpr std::string_view kUsualLetters = "·×→…–µᵀ✓✗↵←“”≤≥≈−±∞∅√°¹²³⁻∗◂▸›\u202f\u00a0";

struct UsualSizes {
  Face face;
  std::initializer_list<float> sizes;
};
const UsualSizes kUsualSizes[] = {{Face::Regular, {8.5f, 9, 9.5f, 10, 10.5f, 11, 12, 13}},
                                  {Face::Bold, {8.5f, 9, 9.5f, 10, 10.5f, 11, 12, 13, 15}},
                                  {Face::Mono, {10, 11, 12}}};

/// The file that was added last stays ours: the atlas uses it without a copy and does not free it.
void lend([[maybe_unused]] ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
  atlas.ConfigData.back().FontDataOwnedByAtlas = false;
#endif
}

}  // namespace

ImGuiFonts::ImGuiFonts() {
  for (ImWchar letter = 0x20; letter < 0x7F; ++letter) m_letters.insert(letter);
  want(kUsualLetters);
}

ImGuiFonts::Key ImGuiFonts::keyOf(const TextStyle& style) const {
  return {style.face, kDynamicFonts ? 0 : static_cast<int>(std::lround(style.size * m_pixelRatio * 2))};
}

void ImGuiFonts::beginFrame(float pixelRatio) {
  if (m_sizes.size() > kMaxSizes) m_sizes.clear();
  if (std::exchange(m_pixelRatio, pixelRatio) == pixelRatio) return;
  for (const UsualSizes& usual : kUsualSizes)
    for (float size : usual.sizes) (void)font({size, usual.face, {}});
}

ImFont* ImGuiFonts::font(const TextStyle& style) {
  const Key key = keyOf(style);
  if (m_sizes.insert(key).second) m_wanting = true;
  const auto it = m_fonts.find(key);
  return it != m_fonts.end() ? it->second : m_default;
}

float ImGuiFonts::imguiSize(const TextStyle& style) const {
  return style.size * FontMetrics::shared().emHeight(style.face);
}

void ImGuiFonts::want(std::string_view utf8) {
  if (kDynamicFonts) return;
  const char* at = utf8.data();
  const char* const end = at + utf8.size();
  while (at < end) {
    unsigned int letter = static_cast<unsigned char>(*at);
    at += letter < 0x80 ? 1 : ImTextCharFromUtf8(&letter, at, end);
    if (letter < 0x80 || letter > 0xFFFF || m_letters.size() >= kMaxLetters) continue;
    if (m_letters.insert(static_cast<ImWchar>(letter)).second) m_wanting = true;
  }
}

void ImGuiFonts::build(ImFontAtlas& atlas) {
  atlas.Clear();
  m_fonts.clear();
  ImFontGlyphRangesBuilder builder;
  for (ImWchar letter : m_letters) builder.AddChar(letter);
  m_ranges.clear();
  builder.BuildRanges(&m_ranges);
  atlas.Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoPowerOfTwoHeight;
  for (Key key : m_sizes) add(atlas, key);
  m_default = m_fonts.empty() ? atlas.AddFontDefault() : m_fonts.begin()->second;
  if (!kDynamicFonts) atlas.Build();
  m_wanting = false;
}

void ImGuiFonts::add(ImFontAtlas& atlas, Key key) {
  const auto file = loadFontFile(FontMetrics::shared().fontFile(key.first));
  if (file->bytes.empty()) return;
  ImFontConfig config;
  config.FontDataOwnedByAtlas = !kDynamicFonts;  // older atlases copy what is not their own; see lend()
  config.OversampleH = 2;
  const float em = kDynamicFonts ? 13.0f : static_cast<float>(key.second) / 2;
  const auto addFile = [&](const FontFile& f) {
    return atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(f.bytes.data()), static_cast<int>(f.bytes.size()),
                                      em * f.heightOfEm, &config, m_ranges.Data);
  };
  m_fonts[key] = addFile(*file);
  lend(atlas);
  config.MergeMode = true;
  const std::vector<std::string>& others = FontMetrics::shared().fallbackFiles();
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (!wantsOf(key.first, i)) continue;
    const auto other = loadFontFile(others[i]);
    if (other->bytes.empty()) continue;
    addFile(*other);
    lend(atlas);
  }
}

bool ImGuiFonts::wantsOf(Face face, std::size_t fallback) const {
  const FontMetrics& metrics = FontMetrics::shared();
  return kDynamicFonts || std::ranges::any_of(m_letters, [&](ImWchar letter) {
           return metrics.fallbackOf(face, static_cast<char32_t>(letter)) == fallback;
         });
}

}  // namespace strata::inline live
