#include "engine/interchange/json_scan.h"

#include <algorithm>
#include <charconv>

namespace strata::inline interchange {

namespace {

constexpr std::int64_t kMostMicroseconds = std::int64_t{1} << 52, kMostNanoseconds = kMostMicroseconds * 1000 + 999;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

bool isWordPart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '+';
}

int hexDigit(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The four digits of \uXXXX; -1 if they are none.
std::int32_t codeUnit(std::string_view text) {
  if (text.size() < 4) return -1;
  std::int32_t unit = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const int digit = hexDigit(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

char* appendUtf8(char* out, std::uint32_t point) {
  if (point < 0x80) {
    *out++ = static_cast<char>(point);
  } else if (point < 0x800) {
    *out++ = static_cast<char>(0xC0 | point >> 6);
    *out++ = static_cast<char>(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    *out++ = static_cast<char>(0xE0 | point >> 12);
    *out++ = static_cast<char>(0x80 | (point >> 6 & 0x3F));
    *out++ = static_cast<char>(0x80 | (point & 0x3F));
  } else {
    *out++ = static_cast<char>(0xF0 | point >> 18);
    *out++ = static_cast<char>(0x80 | (point >> 12 & 0x3F));
    *out++ = static_cast<char>(0x80 | (point >> 6 & 0x3F));
    *out++ = static_cast<char>(0x80 | (point & 0x3F));
  }
  return out;
}

/// Reads the escape behind "\u"; returns how many characters it takes, 0 if it is none.
std::size_t unescapeUnit(std::string_view rest, char*& out) {
  const std::int32_t unit = codeUnit(rest);
  if (unit < 0) return 0;
  if (unit < 0xD800 || unit > 0xDFFF) {
    out = appendUtf8(out, static_cast<std::uint32_t>(unit));
    return 4;
  }
  const bool pair = unit < 0xDC00 && rest.size() >= 10 && rest[4] == '\\' && rest[5] == 'u';
  const std::int32_t low = pair ? codeUnit(rest.substr(6)) : -1;
  if (low < 0xDC00 || low > 0xDFFF) {
    out = appendUtf8(out, 0xFFFD);
    return 4;
  }
  out = appendUtf8(
      out, 0x10000u + (static_cast<std::uint32_t>(unit - 0xD800) << 10) + static_cast<std::uint32_t>(low - 0xDC00));
  return 10;
}

char plainEscape(char c) {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case '"':
    case '\\':
    case '/': return c;
    default: return 0;
  }
}

/// The power of ten behind an 'e'; one that no number has becomes one that none here has.
bool exponentOf(std::string_view text, std::int64_t& exponent) {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 30;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (!toInteger(text, exponent)) return false;
  exponent = std::clamp(exponent, -kFarthest, kFarthest);
  return true;
}

/// As microsecondsToNs, of a number whose exponent says where its decimal point is.
bool shiftedToNs(std::string_view text, std::int64_t& ns) {
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative ? 1 : 0);
  const std::size_t mark = text.find_first_of("eE");
  std::int64_t exponent = 0;
  if (mark != text.npos && !exponentOf(text.substr(mark + 1), exponent)) return false;
  const std::string_view digits = text.substr(0, mark);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  std::int64_t places = static_cast<std::int64_t>(point) + 3 + exponent;  // digits up to that of nanoseconds
  std::int64_t value = 0;
  for (std::size_t at = 0; at < digits.size(); ++at) {
    if (at == point) continue;
    if (!isDigit(digits[at]) || (places > 0 && value > kMostNanoseconds / 10)) return false;
    if (places > 0) value = value * 10 + (digits[at] - '0');
    if (places == 0 && digits[at] >= '5') ++value;
    --places;
  }
  for (; places > 0 && value > 0; --places) {
    if (value > kMostNanoseconds / 10) return false;
    value *= 10;
  }
  if (value > kMostNanoseconds) return false;
  ns = negative ? -value : value;
  return true;
}

}  // namespace

Scan JsonScan::text(JsonText& text) {
  if (peek() != '"') return failed();
  const char* at = m_at + 1;
  text = {};
  for (const char* begin = at;; ++at) {
    if (*at == '"') {
      text.raw = {begin, static_cast<std::size_t>(at - begin)};
      m_at = at + 1;
      return Scan::Ok;
    }
    if (*at == '\\') {
      text.escaped = true;
      ++at;
    }
    if (at >= m_end) return Scan::More;
  }
}

Scan JsonScan::number(JsonNumber& number) {
  peek();
  const char* at = m_at;
  number.integer = true;
  if (*at == '-') ++at;
  for (;; ++at) {
    if (isDigit(*at)) continue;
    if (*at != '.' && *at != 'e' && *at != 'E' && *at != '+' && *at != '-') break;
    number.integer = false;
  }
  if (at >= m_end) return Scan::More;
  number.raw = {m_at, static_cast<std::size_t>(at - m_at)};
  if (number.raw.empty()) return Scan::Bad;
  m_at = at;
  return Scan::Ok;
}

Scan JsonScan::word(std::string_view& word) {
  peek();
  const char* at = m_at;
  while (isWordPart(*at)) ++at;
  if (at >= m_end) return Scan::More;
  word = {m_at, static_cast<std::size_t>(at - m_at)};
  if (word.empty()) return Scan::Bad;
  m_at = at;
  return Scan::Ok;
}

Scan JsonScan::skipNested() {
  JsonText ignored;
  for (std::size_t depth = 0;;) {
    const char c = *m_at;
    if (c == '"') {
      if (const Scan scan = text(ignored); scan != Scan::Ok) return scan;
      continue;
    }
    if (m_at >= m_end) return Scan::More;
    ++m_at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return Scan::Ok;
  }
}

Scan JsonScan::skip(std::string_view& raw) {
  const char c = peek();
  const char* begin = m_at;
  Scan scan = Scan::Ok;
  JsonText text;
  JsonNumber number;
  if (c == '{' || c == '[')
    scan = skipNested();
  else if (c == '"')
    scan = this->text(text);
  else if (c == '-' || isDigit(c))
    scan = this->number(number);
  else
    scan = word(raw);
  raw = {begin, static_cast<std::size_t>(m_at - begin)};
  return scan;
}

char* unescapeJson(std::string_view raw, char* out) {
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 == raw.size()) {
      *out++ = raw[i];
      continue;
    }
    const char escape = raw[i + 1];
    if (const std::size_t taken = escape == 'u' ? unescapeUnit(raw.substr(i + 2), out) : 0) {
      i += 1 + taken;
    } else if (const char plain = plainEscape(escape)) {
      *out++ = plain;
      ++i;
    } else {
      *out++ = raw[i];
    }
  }
  return out;
}

bool toInteger(std::string_view text, std::int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return true;
  value = 0;
  return false;
}

bool toReal(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return true;
  value = 0;
  return false;
}

bool microsecondsToNs(std::string_view text, std::int64_t& ns) {
  std::size_t at = !text.empty() && text[0] == '-' ? 1 : 0;
  const std::size_t first = at;
  std::int64_t us = 0;
  for (; at < text.size() && isDigit(text[at]); ++at) {
    us = us * 10 + (text[at] - '0');
    if (us > kMostMicroseconds) return shiftedToNs(text, ns);
  }
  if (at == first) return false;
  std::int64_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    std::int64_t unit = 100;
    for (++at; at < text.size() && isDigit(text[at]); ++at, unit /= 10) {
      fraction += unit * (text[at] - '0');
      if (unit == 0 && text[at - 4] == '.' && text[at] >= '5') ++fraction;
    }
  }
  if (at < text.size()) return shiftedToNs(text, ns);
  ns = us * 1000 + fraction;
  if (first == 1) ns = -ns;
  return true;
}

}  // namespace strata::inline interchange
