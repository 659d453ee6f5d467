#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/utf8.h"

namespace strata::inline canvas {
namespace {

constexpr std::string_view kCut = "…";
constexpr std::size_t kLongestName = 256;  // bytes
constexpr std::size_t kMostWordsTried = 8;

/// What is left of a name: its begin, a key in the middle or none, its end.
struct ShortName {
  std::string_view begin, key, end;

  std::string words() const {
    std::string all(begin);
    all.append(kCut).append(key);
    return (key.empty() ? all : all.append(kCut)).append(end);
  }
  /// Whether that name could be shortened to this one, too.
  bool standsFor(std::string_view name) const {
    if (name.size() < begin.size() + key.size() + end.size() || !name.starts_with(begin) || !name.ends_with(end))
      return false;
    name.remove_prefix(begin.size());
    name.remove_suffix(end.size());
    return name.find(key) != std::string_view::npos;
  }
};

/// Of what elideMiddle() made of it.
ShortName fromWords(std::string_view words) {
  const std::size_t cut = std::min(words.find(kCut), words.size());
  return {words.substr(0, cut), {}, words.substr(std::min(cut + kCut.size(), words.size()))};
}

bool isDigit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// A name by its characters.
class Letters {
 public:
  explicit Letters(std::string_view name) : m_name(name) {
    m_at.reserve(name.size() + 1);
    for (std::size_t at = 0; at < name.size(); nextCodePoint(name, at)) m_at.push_back(at);
    m_at.push_back(name.size());
  }

  std::size_t count() const { return m_at.size() - 1; }
  std::string_view part(std::size_t from, std::size_t to) const {
    return m_name.substr(m_at[from], m_at[to] - m_at[from]);
  }
  /// The character that the byte is of.
  std::size_t of(std::size_t byte) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(m_at, byte) - m_at.begin()) - 1;
  }
  /// The word that the character is of, of a number with the word before ("rank 0"); at most so many on either side.
  std::pair<std::size_t, std::size_t> wordAt(std::size_t letter, std::size_t most) const {
    std::size_t from = wordBegin(letter), to = letter;
    if (from < count() && isDigit(part(from, from + 1).front()) && from > 0) from = wordBegin(from - 1);
    while (to < count() && part(to, to + 1) != " ") ++to;
    return {std::max(from, letter - std::min(letter, most)), std::min(to, letter + most)};
  }

 private:
  std::size_t wordBegin(std::size_t letter) const {
    while (letter > 0 && part(letter - 1, letter) != " ") --letter;
    return letter;
  }

  std::string_view m_name;
  std::vector<std::size_t> m_at;  ///< where each begins, and the end
};

std::string_view withoutSpacesBehind(std::string_view part) {
  return part.substr(0, part.find_last_not_of(' ') + 1);
}

std::string_view withoutSpacesBefore(std::string_view part) {
  return part.substr(std::min(part.find_first_not_of(' '), part.size()));
}

/// Shortened names that keep a word of a name whole.
class AroundAWord {
 public:
  AroundAWord(const Canvas& canvas, const TextStyle& style, float width, std::string_view name)
      : m_canvas(canvas), m_style(style), m_width(width), m_name(name), m_letters(name) {}

  /// Of names that no word tells apart, not every one is worth the time.
  bool givesUp() const { return m_tried.size() >= kMostWordsTried; }

  /// With all that stands before the word where that has room, else at least as much as of the name's end, else what
  /// has room; it stands for none of the others. Nullopt: there is none, or it was asked for before.
  std::optional<std::string> find(std::size_t byte, std::size_t most, std::span<const std::string> others) {
    constexpr std::size_t kMostOfEnd = 16;
    const auto word = m_letters.wordAt(m_letters.of(byte), most);
    if (givesUp() || std::ranges::find(m_tried, word) != m_tried.end()) return std::nullopt;
    std::tie(m_from, m_to) = m_tried.emplace_back(word);
    for (const Before before : {Before::All, Before::AsMuch, Before::Any})
      for (std::size_t end = std::min(m_letters.count() - m_to, kMostOfEnd) + 1; end-- > 0;) {
        const auto made = longest(end, before);
        const auto isToo = [&](const std::string& other) { return other != m_name && made->standsFor(other); };
        if (made && std::ranges::none_of(others, isToo)) return made->words();
      }
    return std::nullopt;
  }

 private:
  enum class Before { All, AsMuch, Any };

  ShortName with(std::size_t begin, std::size_t end) const {
    const std::size_t count = m_letters.count();
    const std::string_view last = withoutSpacesBefore(m_letters.part(count - end, count));
    if (begin == m_from) return {m_letters.part(0, m_to), {}, last};
    const std::string_view first = withoutSpacesBehind(m_letters.part(0, begin));
    if (m_to + end == count) return {first, {}, m_letters.part(m_from, count)};
    return {first, m_letters.part(m_from, m_to), last};
  }
  bool fits(const ShortName& name) const { return m_canvas.measure(name.words(), m_style) <= m_width; }

  std::optional<ShortName> longest(std::size_t end, Before before) const {
    if (const ShortName all = with(m_from, end); fits(all)) return all;
    if (before == Before::All || m_from == 0 || !fits(with(0, end))) return std::nullopt;
    std::size_t low = 0, high = m_from - 1;
    while (low < high) {
      const std::size_t middle = (low + high + 1) / 2;
      fits(with(middle, end)) ? low = middle : high = middle - 1;
    }
    return before == Before::AsMuch && low < end ? std::nullopt : std::optional(with(low, end));
  }

  const Canvas& m_canvas;
  const TextStyle& m_style;
  float m_width;
  std::string_view m_name;
  Letters m_letters;
  std::vector<std::pair<std::size_t, std::size_t>> m_tried;  ///< from and to of words
  std::size_t m_from = 0, m_to = 0;
};

/// Where a name differs first from another one, and where last.
std::pair<std::size_t, std::size_t> differences(std::string_view name, std::string_view other) {
  const auto first = std::ranges::mismatch(name, other).in1 - name.begin();
  const auto last = std::mismatch(name.rbegin(), name.rend(), other.rbegin(), other.rend()).first - name.rbegin();
  const std::size_t alike = static_cast<std::size_t>(last);
  return {static_cast<std::size_t>(first), name.size() - std::min(name.size(), alike + 1)};
}

}  // namespace

std::string_view elideApart(const Canvas& canvas, std::string_view utf8, std::span<const std::string> others,
                            const TextStyle& style, float width, std::string& buffer) {
  const std::string_view shown = elideMiddle(canvas, utf8, style, width, buffer);
  if (shown == utf8 || shown.empty() || utf8.size() > kLongestName) return shown;
  const ShortName usual = fromWords(shown);
  AroundAWord around(canvas, style, width, utf8);
  for (const std::string& other : others) {
    if (around.givesUp()) break;
    if (other == utf8 || !usual.standsFor(other)) continue;
    const auto [first, last] = differences(utf8, other);
    for (const std::size_t most : {10, 3})
      for (const std::size_t byte : {first, last})
        if (auto words = around.find(byte, most, others)) return buffer = std::move(*words);
  }
  return shown;
}

}  // namespace strata::inline canvas
