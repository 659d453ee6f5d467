#include "app/lens/text_edits.h"

#include <algorithm>
#include <utility>

namespace strata::inline lens {

namespace {

/// Lines that end in what goes and do not in what comes: they stay, so that every line keeps its number.
std::size_t linesLost(std::string_view goes, std::string_view comes) {
  const auto before = std::ranges::count(goes, '\n'), after = std::ranges::count(comes, '\n');
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, before - after));
}

}  // namespace

void TextEdits::apply(std::string_view text, LensedText& to) const {
  std::vector<const Edit*> order;
  for (const Edit& edit : m_edits) order.push_back(&edit);
  std::ranges::stable_sort(order, {}, [](const Edit* edit) { return std::pair(edit->at, edit->length > 0); });
  std::size_t done = 0;
  int lastLine = 0, line = 1;
  for (const Edit* edit : order) {
    if (edit->at < done) continue;  // within a change before
    const std::string_view kept = text.substr(done, edit->at - done);
    line += static_cast<int>(std::ranges::count(kept, '\n'));
    to.text += kept;
    to.places.push_back({to.text.size(), edit->with.size()});
    to.text += edit->with;
    to.text.append(linesLost(text.substr(edit->at, edit->length), edit->with), '\n');
    to.statistics.replacedBytes += edit->length;
    if (line != lastLine) ++to.statistics.changedLines;
    lastLine = line;
    line += static_cast<int>(std::ranges::count(text.substr(edit->at, edit->length), '\n'));
    done = edit->at + edit->length;
  }
  to.text += text.substr(done);
  to.statistics.totalBytes = text.size();
  to.statistics.totalLines = static_cast<int>(std::ranges::count(text, '\n'));
}

}  // namespace strata::inline lens
