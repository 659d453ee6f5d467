#include "app/facts/slide_notes.h"

#include <algorithm>
#include <vector>

#include "engine/base/text_parts.h"

namespace strata::inline facts {
namespace {

std::vector<std::string_view> linesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool hasKey(std::string_view line, std::string_view key) {
  const auto colon = line.find(':');
  return colon != line.npos && trimmed(line.substr(0, colon)) == key;
}

/// Where the last slide begins; the end: there is none.
auto lastSlide(std::vector<std::string_view>& lines) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(), [](auto line) { return hasKey(line, "slide"); });
  return found == lines.rend() ? lines.end() : found.base() - 1;
}

}  // namespace

std::string notesOfLastSlide(std::string_view show) {
  std::vector<std::string_view> lines = linesOf(show);
  std::string notes;
  for (auto line = lastSlide(lines); line != lines.end(); ++line)
    if (hasKey(*line, "note"))
      notes.append(notes.empty() ? "" : "\n").append(trimmed(line->substr(line->find(':') + 1)));
  return notes;
}

std::string withNotesOfLastSlide(std::string_view show, std::string_view notes) {
  std::vector<std::string_view> lines = linesOf(show);
  const auto slide = lastSlide(lines);
  if (slide == lines.end()) return std::string(show);
  lines.erase(std::remove_if(slide, lines.end(), [](auto line) { return hasKey(line, "note"); }), lines.end());
  while (trimmed(lines.back()).empty()) lines.pop_back();
  std::string text;
  for (const std::string_view line : lines) text.append(line).append("\n");
  for (const std::string_view line : linesOf(trimmed(notes))) text.append("note: ").append(trimmed(line)).append("\n");
  return text;
}

}  // namespace strata::inline facts
