#include "app/facts/compiler_notes.h"

#include <algorithm>
#include <charconv>

namespace strata::inline facts {
namespace {

/// Takes "21:" from the front; 0: there is none.
int takeNumber(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto digits = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || number <= 0 || digits >= text.size() || text[digits] != ':') return 0;
  text.remove_prefix(digits + 1);
  return number;
}

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

void addNote(std::string_view line, std::string_view file, std::vector<CompilerNote>& notes) {
  if (!take(line, file) || !take(line, ":")) return;
  CompilerNote note;
  note.line = takeNumber(line);
  takeNumber(line);  // the column, where there is one
  note.error = take(line, " error: ") || take(line, " fatal error: ");
  if (note.line == 0 || (!note.error && !take(line, " warning: "))) return;
  note.text = line;
  notes.push_back(std::move(note));
}

}  // namespace

std::vector<CompilerNote> compilerNotes(std::string_view words, std::string_view file) {
  std::vector<CompilerNote> notes;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find('\n'), words.size());
    addNote(words.substr(0, end), file, notes);
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return notes;
}

}  // namespace strata::inline facts
