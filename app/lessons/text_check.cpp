#include "app/lessons/text_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/lessons/lesson_line.h"
#include "app/lessons/lesson_picture.h"
#include "app/lessons/markdown.h"

namespace strata::inline lessons {
namespace {

int lineOfPlace(std::string_view text, std::size_t place, const std::vector<int>& lines, int otherwise) {
  if (place == std::string_view::npos) return otherwise;
  const auto row = static_cast<std::size_t>(std::ranges::count(text.substr(0, place), '\n'));
  return row < lines.size() ? lines[row] : otherwise;
}

/// Where a text names a picture's file, from that place on.
std::size_t placeOfPicture(std::string_view text, const std::string& file, std::size_t from) {
  const std::size_t link = text.find("](" + file, from);
  return link == std::string_view::npos ? text.find(file, from) : link;
}

}  // namespace

CheckedText checkText(std::string_view text, const std::vector<int>& lines, int line, const std::string& folder) {
  CheckedText checked;
  const auto add = [&](std::size_t place, std::string what) {
    checked.problems.push_back({lineOfPlace(text, place, lines, line), std::move(what)});
  };
  if (const std::size_t words = wordsIn(text); words > kMostWords)
    checked.problems.push_back({line, fmt::format("{} words stand on one page; at most {} do.", words, kMostWords)});
  std::size_t from = 0;
  for (const std::string& picture : picturesIn(text)) {
    const std::size_t place = placeOfPicture(text, picture, from);
    if (place != std::string_view::npos) from = place + 1;
    if (const auto shown = lessonPicture(folder, picture); !shown.ok()) add(place, shown.error().message);
  }
  for (PlacedBrace& one : bracesIn(text)) {
    if (one.braced.ok())
      checked.told.push_back({lineOfPlace(text, one.at, lines, line), std::move(one.braced).value()});
    else
      add(one.at, asSentence(one.braced.error().message));
  }
  return checked;
}

}  // namespace strata::inline lessons
