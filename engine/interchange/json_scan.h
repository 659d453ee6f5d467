#pragma once

#include <cstdint>
#include <string_view>

namespace strata::inline interchange {

/// How reading a piece of JSON went.
enum class Scan : std::uint8_t {
  Ok,
  More,  ///< the text ends inside it; there may be more of it
  Bad,   ///< this is no JSON
};

/// A text as it stands between its quotes.
struct JsonText {
  std::string_view raw;
  bool escaped = false;  ///< has backslashes; see unescapeJson
};

/// A number as it stands, not yet read.
struct JsonNumber {
  std::string_view raw;
  bool integer = true;
};

/// Reads JSON from a window of text, forwards, without recursion and without copying. The byte behind the window must
/// be readable and 0. Takes a little more than the standard: control characters in texts, NaN and Infinity.
class JsonScan {
 public:
  JsonScan(const char* begin, const char* end) : m_at(begin), m_end(end) {}

  const char* at() const { return m_at; }
  const char* end() const { return m_end; }
  void moveTo(const char* place) { m_at = place; }

  /// The next character that is no space, not consumed; 0 at the end of the window.
  char peek() {
    while (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t') ++m_at;
    return *m_at;
  }
  /// Consumes this character, behind spaces.
  Scan expect(char c) {
    if (peek() == c) {
      ++m_at;
      return Scan::Ok;
    }
    return failed();
  }
  Scan text(JsonText& text);
  Scan number(JsonNumber& number);
  /// true, false, null, NaN, Infinity: any bare word.
  Scan word(std::string_view& word);
  /// Consumes one value of any kind; `raw` is its text.
  Scan skip(std::string_view& raw);

  /// What it means that the window holds something else here.
  Scan failed() const { return m_at >= m_end ? Scan::More : Scan::Bad; }

 private:
  Scan skipNested();

  const char* m_at;
  const char* m_end;
};

/// Writes the text without its escapes to `out` (as long as `raw` at most); returns the end of what was written. What
/// is no proper escape stays as it is; half a surrogate pair becomes U+FFFD.
char* unescapeJson(std::string_view raw, char* out);

/// Numbers; texts that hold no number give 0 and false.
bool toInteger(std::string_view text, std::int64_t& value);
bool toReal(std::string_view text, double& value);
/// Microseconds with any number of decimals, or an exponent, as nanoseconds, rounded; exact where a double would not
/// be. False if it is no number or does not fit.
bool microsecondsToNs(std::string_view text, std::int64_t& ns);

}  // namespace strata::inline interchange
