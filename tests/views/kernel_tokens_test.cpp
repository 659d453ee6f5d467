#include "app/facts/kernel_tokens.h"

#include <gtest/gtest.h>

#include "app/canvas/color_math.h"

namespace strata::kernel_tokens_test {
namespace {

std::string joined(const std::vector<CodeSpan>& spans) {
  std::string all;
  for (const CodeSpan& span : spans) all += span.text;
  return all;
}

CodeKind kindOf(std::string_view line, std::string_view word) {
  bool comment = false;
  for (const CodeSpan& span : codeSpans(line, comment))
    if (span.text == word) return span.kind;
  ADD_FAILURE() << word << " is no piece of " << line;
  return CodeKind::Plain;
}

TEST(KernelTokens, PiecesMakeTheLineAndKnowTheirKind) {
  const std::string_view line = "  for (int i = 0x1F; i < n; ++i) sum += A[i] * 1.5e-3f;  // walk \"down\"";
  bool comment = false;
  EXPECT_EQ(joined(codeSpans(line, comment)), line);
  EXPECT_FALSE(comment);
  EXPECT_EQ(kindOf(line, "for"), CodeKind::Keyword);
  EXPECT_EQ(kindOf(line, "int"), CodeKind::Type);
  EXPECT_EQ(kindOf(line, "0x1F"), CodeKind::Number);
  EXPECT_EQ(kindOf(line, "1.5e-3f"), CodeKind::Number);
  EXPECT_EQ(kindOf(line, "// walk \"down\""), CodeKind::Comment);
  EXPECT_EQ(kindOf("__syncthreads();", "__syncthreads"), CodeKind::Builtin);
  EXPECT_EQ(kindOf("#pragma unroll  // all", "#pragma unroll  "), CodeKind::Directive);
  EXPECT_EQ(kindOf("#pragma unroll  // all", "// all"), CodeKind::Comment);
  EXPECT_EQ(kindOf(R"(f("a // b\" c");)", R"("a // b\" c")"), CodeKind::Quoted);
}

TEST(KernelTokens, CommentsOfSeveralLinesGoOn) {
  bool comment = false;
  EXPECT_EQ(codeSpans("int a; /* from", comment).back().kind, CodeKind::Comment);
  EXPECT_TRUE(comment);
  EXPECT_EQ(codeSpans("# here", comment), (std::vector<CodeSpan>{{"# here", CodeKind::Comment}}));
  const auto last = codeSpans("to */ float b;", comment);
  EXPECT_FALSE(comment);
  EXPECT_EQ(last.front(), (CodeSpan{"to */", CodeKind::Comment}));
  for (const char* odd : {"", "\"", "'", "/*", "1e+", "\\", "//", "#", "\t"}) {
    bool inside = false;
    EXPECT_EQ(joined(codeSpans(odd, inside)), odd);
  }
}

TEST(KernelTokens, EveryKindIsReadAlsoOnAChosenLine) {
  for (const Theme* theme : {&darkTheme(), &lightTheme(), &projectorTheme()})
    for (const CodeKind kind : {CodeKind::Plain, CodeKind::Keyword, CodeKind::Type, CodeKind::Builtin, CodeKind::Number,
                                CodeKind::Quoted, CodeKind::Directive, CodeKind::Comment})
      for (const Color ground : {theme->well, chosenLineGround(*theme)})
        EXPECT_GE(contrast(ground, codeColor(*theme, kind)), 4.5) << static_cast<int>(kind);
}

}  // namespace
}  // namespace strata::kernel_tokens_test
