#include "engine/interchange/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "engine/interchange/byte_source.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kReadStep = std::size_t{1} << 20;
constexpr double kMostNs = 4e18;

const Json kNothing;

Error refusal(const InputFile& file, std::string_view why) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}.", file.name(), why), Storey::Other};
}

Result<std::string> wholeText(const InputFile& file) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  std::string text;
  for (std::size_t got = 1, size = 0; got > 0; size += got, text.resize(size)) {
    if (size > kMostBytes)
      return refusal(file, "a profile of its kind may have at most 256 MiB of text, and it has more");
    text.resize(size + kReadStep);
    got = source->read(text.data() + size, kReadStep);
  }
  if (const std::string failure = source->failure(); !failure.empty()) return refusal(file, failure);
  return text;
}

/// "its JSON is damaged or cut off at line 3, column 14", where a reader got as far as byte `end`.
std::string damageAt(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, std::min(end > 0 ? end - 1 : 0, text.size()));
  const std::size_t newline = before.rfind('\n');
  return fmt::format("its JSON is damaged or cut off at line {}, column {}", 1 + std::ranges::count(before, '\n'),
                     before.size() - (newline == before.npos ? 0 : newline + 1) + 1);
}

/// Goes through a text, and leaps to its end where nobody wants it any more; asks now and then.
class WantedText {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  WantedText(const char* at, const char* end, const InputFile::Watch& watch) : m_at(at), m_end(end), m_watch(&watch) {
    askLater();
  }
  reference operator*() const { return *m_at; }
  WantedText& operator++() {
    if (++m_at == m_ask) ask();
    return *this;
  }
  bool operator==(const WantedText& other) const { return m_at == other.m_at; }

 private:
  void askLater() { m_ask = m_at + std::min<std::ptrdiff_t>(kReadStep, m_end - m_at); }
  void ask() {
    if (m_at != m_end && *m_watch && !(*m_watch)(0)) m_at = m_end;
    askLater();
  }

  const char *m_at, *m_end, *m_ask = nullptr;
  const InputFile::Watch* m_watch;
};

/// What is wrong with a text; nothing, and it is in `json`.
std::optional<std::string> parse(const std::string& text, const InputFile::Watch& watch,
                                 const Json::parser_callback_t& keeps, Json& json) {
  const char *begin = text.data(), *end = begin + text.size();
  try {
    json = Json::parse(WantedText(begin, end, watch), WantedText(end, end, watch), keeps);
    return std::nullopt;
  } catch (const Json::parse_error& error) {
    return damageAt(text, error.byte);
  } catch (const Json::exception&) {
    return "its JSON holds a number that is too large";
  }
}

}  // namespace

Result<Json> readJson(const InputFile& file) {
  STRATA_ASSIGN(const std::string text, wholeText(file));
  bool wanted = true;
  const InputFile::Watch asked = [&](std::uint64_t bytes) {
    if (file.watch()) wanted = wanted && file.watch()(bytes);
    return wanted;
  };
  Json json;
  const auto damage = parse(text, asked, nullptr, json);
  if (!wanted) return Error{ErrorCode::Stopped, fmt::format("Reading {} was stopped.", file.name()), Storey::Other};
  if (damage) return refusal(file, *damage + ", and its parts make sense only together");
  return json;
}

std::optional<std::string> damageOfJson(const InputFile& file) {
  const Result<std::string> text = wholeText(file);
  if (!text.ok()) return std::nullopt;
  Json nothing;
  return parse(
      text.value(), file.watch(), [](int, Json::parse_event_t, Json&) { return false; }, nothing);
}

const Json& memberOf(const Json& object, std::string_view key) {
  if (!object.is_object()) return kNothing;
  const auto found = object.find(key);
  return found == object.end() ? kNothing : *found;
}

const Json& elementOf(const Json& array, std::size_t index) {
  return array.is_array() && index < array.size() ? array[index] : kNothing;
}

std::string_view textOf(const Json& value) {
  return value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view{};
}

double numberOf(const Json& value, double otherwise) {
  return value.is_number() ? value.get<double>() : otherwise;
}

std::int64_t indexOf(const Json& value) {
  return value.is_number_integer() ? std::max<std::int64_t>(value.get<std::int64_t>(), -1) : -1;
}

HostTime timeOf(double value, double nsPerUnit) {
  const double ns = std::round(value * nsPerUnit);
  return {std::isfinite(ns) ? static_cast<std::int64_t>(std::clamp(ns, -kMostNs, kMostNs)) : 0};
}

}  // namespace strata::inline interchange
