#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/canvas/canvas.h"

namespace strata::inline canvas {

/// Widths of the fonts that all hosts draw with, read from the font files themselves, so that a text is as wide in a
/// window as in a file and in a test. Advances only: hosts draw without kerning and without ligatures.
/// Any thread may use it.
class FontMetrics {
 public:
  /// The fonts of this machine; read on first use.
  static const FontMetrics& shared();

  /// Looks for the fonts in `folders`, first Inter and JetBrains Mono, then DejaVu.
  explicit FontMetrics(const std::vector<std::string>& folders);

  /// Width in pixels of one line of text. Control characters have none.
  float measure(std::string_view utf8, const TextStyle& style) const;
  /// From the top of the line box down to the baseline, in pixels.
  float baseline(const TextStyle& style) const;
  /// Ascent plus descent in units of the text size: what ImGui takes for the size of a font is `size * emHeight(face)`.
  float emHeight(Face face) const;

  /// The file hosts draw this face with; empty if this machine has none of the fonts.
  const std::string& fontFile(Face face) const;
  /// For characters that `fontFile` lacks, the first that has one before the others: DejaVu Sans, then a font of
  /// Chinese, Japanese and Korean; those of them that are on this machine.
  const std::vector<std::string>& fallbackFiles() const { return m_fallbackFiles; }
  /// Which of those has the character; nothing: `fontFile` has it, or none has.
  std::optional<std::size_t> fallbackOf(Face face, char32_t point) const;
  /// The family of that file, for hosts that ask by name: "Inter", "JetBrains Mono", "DejaVu Sans".
  const std::string& family(Face face) const;

 private:
  using Advances = std::unordered_map<char32_t, float>;
  struct FaceMetrics {
    std::string file, family;
    float ascent = 0.93f, descent = 0.24f;
    std::array<float, 128> ascii{};
    Advances advances;
    float missing = 0.6f;
  };

  /// Tens of thousands of characters, read once one is asked for that no other font has.
  struct LateAdvances {
    std::once_flag once;
    Advances advances;
  };

  /// Of one of the fallbacks.
  const Advances& advancesOf(std::size_t fallback) const;
  const FaceMetrics& of(Face face) const { return m_faces[static_cast<std::size_t>(face)]; }
  float advance(const FaceMetrics& face, char32_t point) const;

  std::array<FaceMetrics, 3> m_faces;
  std::vector<std::string> m_fallbackFiles;
  mutable std::array<LateAdvances, 2> m_fallbacks;
};

}  // namespace strata::inline canvas
