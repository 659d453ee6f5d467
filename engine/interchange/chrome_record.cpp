#include "engine/interchange/chrome_record.h"

#include "engine/interchange/chrome_event.h"

namespace strata::inline interchange {

namespace {

/// Reads `{ "key": … , … }`, giving each key to `member`, which consumes its value.
template <class Member>
Scan readObject(JsonScan& scan, ChromeRecordReader& reader, Member member) {
  if (const Scan s = scan.expect('{'); s != Scan::Ok) return s;
  while (scan.peek() != '}') {
    std::string_view key;
    if (const Scan s = reader.text(scan, key); s != Scan::Ok) return s;
    if (const Scan s = scan.expect(':'); s != Scan::Ok) return s;
    if (const Scan s = member(key); s != Scan::Ok) return s;
    if (scan.peek() == ',')
      scan.moveTo(scan.at() + 1);
    else if (scan.peek() != '}')
      return scan.failed();
  }
  return scan.expect('}');
}

/// -Infinity: the word behind the sign at `sign`.
Scan negativeWord(JsonScan& scan, const char* sign, ChromeValue& value) {
  std::string_view word;
  const Scan s = scan.word(word);
  value = {ChromeValue::Kind::Word, {sign, static_cast<std::size_t>(scan.at() - sign)}};
  return s;
}

bool isNull(const ChromeValue& value) {
  return value.kind == ChromeValue::Kind::Word && value.text == "null";
}

bool isTrue(const ChromeValue& value) {
  return value.text == "true" || value.text == "1";
}

}  // namespace

void ChromeRecordReader::begin(std::size_t windowBytes) {
  m_used = 0;
  if (m_unescaped.size() < windowBytes) m_unescaped.resize(windowBytes);
}

std::string_view ChromeRecordReader::unescaped(JsonText text) {
  if (!text.escaped) return text.raw;
  char* const place = m_unescaped.data() + m_used;
  const auto size = static_cast<std::size_t>(unescapeJson(text.raw, place) - place);
  m_used += size;
  return {place, size};
}

Scan ChromeRecordReader::text(JsonScan& scan, std::string_view& text) {
  JsonText raw;
  const Scan s = scan.text(raw);
  if (s == Scan::Ok) text = unescaped(raw);
  return s;
}

Scan ChromeRecordReader::value(JsonScan& scan, ChromeValue& value) {
  const char c = scan.peek();
  if (c == '"') {
    value.kind = ChromeValue::Kind::Text;
    return text(scan, value.text);
  }
  if (c == '{' || c == '[') {
    value.kind = ChromeValue::Kind::Nested;
    return scan.skip(value.text);
  }
  if ((c >= '0' && c <= '9') || c == '-') {
    JsonNumber number;
    const Scan s = scan.number(number);
    value = {number.integer ? ChromeValue::Kind::Integer : ChromeValue::Kind::Real, number.raw};
    return s == Scan::Ok && number.raw == "-" ? negativeWord(scan, number.raw.data(), value) : s;
  }
  value.kind = ChromeValue::Kind::Word;
  return scan.word(value.text);
}

Scan ChromeRecordReader::entries(JsonScan& scan, std::vector<ChromeRecord::Arg>& entries) {
  return readObject(scan, *this, [&](std::string_view key) {
    entries.push_back({key, {}});
    return value(scan, entries.back().value);
  });
}

Scan ChromeRecordReader::args(JsonScan& scan, ChromeRecord& record) {
  if (scan.peek() == '{') return entries(scan, record.args);
  ChromeValue other;
  const Scan s = value(scan, other);
  if (s == Scan::Ok && other.kind != ChromeValue::Kind::Word) record.args.push_back({{}, other});
  return s;
}

/// "id2": {"global": "0x8"}
Scan ChromeRecordReader::scopedId(JsonScan& scan, ChromeRecord& record) {
  return readObject(scan, *this, [&](std::string_view key) {
    record.idIsLocal = key == "local";
    return value(scan, record.id);
  });
}

Scan ChromeRecordReader::member(JsonScan& scan, std::string_view key, ChromeRecord& record) {
  if (key == "args") return args(scan, record);
  if (key == kOwnOfValue && scan.peek() == '{') return entries(scan, record.own);
  if (key == "id2" && scan.peek() == '{') return scopedId(scan, record);
  ChromeValue other;
  if (const Scan s = value(scan, other); s != Scan::Ok) return s;
  if (isNull(other)) return Scan::Ok;
  if (key == "ph")
    record.phase = other.text.empty() ? '\0' : other.text[0];
  else if (key == "ts")
    record.ts = other;
  else if (key == "dur")
    record.duration = other;
  else if (key == "pid")
    record.pid = other;
  else if (key == "tid")
    record.tid = other;
  else if (key == "name")
    record.name = other.text;
  else if (key == "cat")
    record.category = other.kind == ChromeValue::Kind::Word ? std::string_view{} : other.text;
  else if (key == "id")
    record.id = other;
  else if (key == "bp")
    record.bindsEnclosing = other.text == "e";
  else if (key == "s")
    record.scope = other.text;
  else if (key == "bind_id")
    record.bindId = other;
  else if (key == "flow_in")
    record.flowIn = isTrue(other);
  else if (key == "flow_out")
    record.flowOut = isTrue(other);
  return Scan::Ok;
}

Scan ChromeRecordReader::read(JsonScan& scan, ChromeRecord& record) {
  std::vector<ChromeRecord::Arg> args = std::move(record.args), own = std::move(record.own);
  args.clear();
  own.clear();
  record = {};
  record.args = std::move(args);
  record.own = std::move(own);
  return readObject(scan, *this, [&](std::string_view key) { return member(scan, key, record); });
}

}  // namespace strata::inline interchange
