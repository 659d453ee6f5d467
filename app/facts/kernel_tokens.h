#pragma once

#include <string_view>
#include <vector>

#include "app/canvas/theme.h"

namespace strata::inline facts {

enum class CodeKind : std::uint8_t { Plain, Keyword, Type, Builtin, Number, Quoted, Directive, Comment };

/// A piece of a line of CUDA/HIP C++; the pieces follow each other and make the line.
struct CodeSpan {
  std::string_view text;
  CodeKind kind = CodeKind::Plain;
  friend bool operator==(const CodeSpan&, const CodeSpan&) = default;
};

/// Refers to `line`. `inComment`: whether the line begins inside a comment of several lines; then, whether it ends so.
std::vector<CodeSpan> codeSpans(std::string_view line, bool& inComment);

/// Of a line of code that is chosen.
Color chosenLineGround(const Theme& theme);

/// Readable on the ground of a theme's well, and on that of a chosen line.
Color codeColor(const Theme& theme, CodeKind kind);

}  // namespace strata::inline facts
