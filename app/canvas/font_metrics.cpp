#include "app/canvas/font_metrics.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <utility>

#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

struct CloseLibrary {
  void operator()(FT_Library library) const { FT_Done_FreeType(library); }
};
struct CloseFace {
  void operator()(FT_Face face) const { FT_Done_Face(face); }
};
using LibraryPtr = std::unique_ptr<FT_LibraryRec_, CloseLibrary>;
using FacePtr = std::unique_ptr<FT_FaceRec_, CloseFace>;

LibraryPtr openLibrary() {
  FT_Library library = nullptr;
  return FT_Init_FreeType(&library) == 0 ? LibraryPtr(library) : nullptr;
}

std::string findFile(const std::vector<std::string>& folders, std::initializer_list<const char*> names) {
  for (const char* name : names)
    for (const std::string& folder : folders) {
      std::error_code ignored;
      const std::string path = folder + "/" + name;
      if (std::filesystem::is_regular_file(path, ignored)) return path;
    }
  return {};
}

FacePtr openFace(const LibraryPtr& library, const std::string& path) {
  FT_Face face = nullptr;
  if (!library || path.empty() || FT_New_Face(library.get(), path.c_str(), 0, &face) != 0) return nullptr;
  FacePtr owner(face);
  return face->units_per_EM > 0 ? std::move(owner) : nullptr;
}

std::unordered_map<char32_t, float> readAdvances(FT_Face face) {
  std::unordered_map<char32_t, float> advances;
  FT_UInt glyph = 0;
  for (FT_ULong point = FT_Get_First_Char(face, &glyph); glyph != 0; point = FT_Get_Next_Char(face, point, &glyph)) {
    FT_Fixed units = 0;
    if (FT_Get_Advance(face, glyph, FT_LOAD_NO_SCALE, &units) == 0)
      advances.emplace(static_cast<char32_t>(point),
                       static_cast<float>(units) / static_cast<float>(face->units_per_EM));
  }
  return advances;
}

std::string fileFor(Face face, const std::vector<std::string>& folders) {
  switch (face) {
    case Face::Regular:
      return findFile(folders, {"opentype/inter/Inter-Regular.otf", "truetype/inter/Inter-Regular.ttf",
                                "truetype/dejavu/DejaVuSans.ttf"});
    case Face::Bold:
      return findFile(folders, {"opentype/inter/Inter-SemiBold.otf", "opentype/inter/Inter-Bold.otf",
                                "truetype/inter/Inter-Bold.ttf", "truetype/dejavu/DejaVuSans-Bold.ttf"});
    case Face::Mono:
      return findFile(folders,
                      {"truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", "truetype/dejavu/DejaVuSansMono.ttf"});
  }
  return {};
}

}  // namespace

const FontMetrics& FontMetrics::shared() {
  static const FontMetrics kMetrics({"/usr/share/fonts", "/usr/local/share/fonts"});
  return kMetrics;
}

FontMetrics::FontMetrics(const std::vector<std::string>& folders) {
  const LibraryPtr library = openLibrary();
  for (std::string file :
       {findFile(folders, {"truetype/dejavu/DejaVuSans.ttf"}),
        findFile(folders, {"opentype/noto/NotoSansCJK-Regular.ttc", "truetype/droid/DroidSansFallbackFull.ttf",
                           "truetype/wqy/wqy-zenhei.ttc", "truetype/wqy/wqy-microhei.ttc"})})
    if (openFace(library, file)) m_fallbackFiles.push_back(std::move(file));
  for (const Face face : {Face::Regular, Face::Bold, Face::Mono}) {
    FaceMetrics& metrics = m_faces[static_cast<std::size_t>(face)];
    const std::string path = fileFor(face, folders);
    if (const FacePtr opened = openFace(library, path)) {
      metrics.file = path;
      metrics.family = opened->family_name ? opened->family_name : "";
      metrics.ascent = static_cast<float>(opened->ascender) / static_cast<float>(opened->units_per_EM);
      metrics.descent = -static_cast<float>(opened->descender) / static_cast<float>(opened->units_per_EM);
      metrics.advances = readAdvances(opened.get());
    }
    for (char32_t point = 0x20; point < 0x7F; ++point) metrics.ascii[point] = advance(metrics, point);
  }
}

const FontMetrics::Advances& FontMetrics::advancesOf(std::size_t fallback) const {
  LateAdvances& late = m_fallbacks[fallback];
  std::call_once(late.once, [&] {
    const LibraryPtr library = openLibrary();
    if (const FacePtr face = openFace(library, m_fallbackFiles[fallback])) late.advances = readAdvances(face.get());
  });
  return late.advances;
}

std::optional<std::size_t> FontMetrics::fallbackOf(Face face, char32_t point) const {
  if (of(face).advances.contains(point)) return std::nullopt;
  for (std::size_t i = 0; i < m_fallbackFiles.size(); ++i)
    if (advancesOf(i).contains(point)) return i;
  return std::nullopt;
}

float FontMetrics::advance(const FaceMetrics& face, char32_t point) const {
  if (const auto found = face.advances.find(point); found != face.advances.end()) return found->second;
  for (std::size_t i = 0; i < m_fallbackFiles.size(); ++i)
    if (const auto found = advancesOf(i).find(point); found != advancesOf(i).end()) return found->second;
  return face.missing;
}

float FontMetrics::measure(std::string_view utf8, const TextStyle& style) const {
  const FaceMetrics& face = of(style.face);
  float width = 0;
  for (std::size_t at = 0; at < utf8.size();) {
    const char32_t point = nextCodePoint(utf8, at);
    width += point < face.ascii.size() ? face.ascii[point] : advance(face, point);
  }
  return width * style.size;
}

float FontMetrics::baseline(const TextStyle& style) const {
  const FaceMetrics& face = of(style.face);
  return style.size * ((kLineHeight - face.ascent - face.descent) / 2 + face.ascent);
}

float FontMetrics::emHeight(Face face) const {
  return of(face).ascent + of(face).descent;
}

const std::string& FontMetrics::fontFile(Face face) const {
  return of(face).file;
}

const std::string& FontMetrics::family(Face face) const {
  return of(face).family;
}

}  // namespace strata::inline canvas
