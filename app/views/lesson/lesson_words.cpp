#include "app/views/lesson/lesson_words.h"

#include <cctype>
#include <iterator>
#include <utility>

#include "app/lessons/told.h"

namespace strata::inline views {
namespace {

TextStyle styleOf(const Canvas& canvas, const MarkdownSpan& span, float size) {
  const Theme& theme = canvas.theme();
  if (span.code) return {size * 0.92f, Face::Mono, theme.textStrong};
  if (span.strong) return {size, Face::Bold, theme.textStrong};
  if (span.emphasis) return {size, Face::Bold, theme.text};
  return {size, Face::Regular, theme.text};
}

bool isDigit(char byte) {
  return std::isdigit(static_cast<unsigned char>(byte)) != 0;
}

std::string unbrokenSpan(const MarkdownSpan& span) {
  constexpr std::size_t kShort = 20;
  const bool value = span.strong && !span.text.empty() && isDigit(span.text.front());
  return unbroken(span.text, value || (span.code && span.text.size() <= kShort));
}

}  // namespace

std::string unbroken(std::string words, bool whole) {
  constexpr std::string_view kNoBreak = "\u00a0", kTimes = " × ";
  if (whole) {
    for (std::size_t at = words.find(' '); at != std::string::npos; at = words.find(' ', at))
      words.replace(at, 1, kNoBreak);
    return words;
  }
  for (std::size_t at = words.find(kTimes); at != std::string::npos; at = words.find(kTimes, at + 1)) {
    const std::size_t after = at + kTimes.size();
    if (at == 0 || after >= words.size() || !isDigit(words[at - 1]) || !isDigit(words[after])) continue;
    words.replace(after - 1, 1, kNoBreak);
    words.replace(at, 1, kNoBreak);
  }
  return words;
}

std::vector<TextRun> markdownRuns(const Canvas& canvas, const MarkdownBlock& block, std::string_view language,
                                  float size) {
  std::vector<TextRun> runs;
  for (const MarkdownSpan& span : block.spans) {
    TextRun run{unbrokenSpan(span), styleOf(canvas, span, size)};
    if (span.link.starts_with("kind:"))
      run = {kindInWords(span.text, language), {size * 0.75f, Face::Regular, {}}, true};
    if (block.kind == MarkdownBlock::Kind::Heading) run.style.face = Face::Bold;
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<TextRun> sentenceRuns(const Canvas& canvas, std::string_view markdown, std::string_view language,
                                  float size) {
  std::vector<TextRun> runs;
  for (const MarkdownBlock& block : parseMarkdown(markdown)) {
    if (!runs.empty()) runs.push_back({" ", runs.back().style});
    std::vector<TextRun> more = markdownRuns(canvas, block, language, size);
    runs.insert(runs.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return runs;
}

}  // namespace strata::inline views
