#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/json_scan.h"

namespace strata::inline interchange {

/// A value as it stands in an event: a text without quotes and escapes, a number's digits, a bare word (true, null), or
/// the JSON of an array or object.
struct ChromeValue {
  enum class Kind : std::uint8_t { None, Text, Integer, Real, Word, Nested } kind = Kind::None;
  std::string_view text;

  bool given() const { return kind != Kind::None; }
};

/// One event of a Chrome trace. The texts live until the next one is read.
struct ChromeRecord {
  struct Arg {
    std::string_view key;
    ChromeValue value;
  };

  char phase = 0;
  std::string_view name, category, scope;  ///< scope: of an instant's "s"
  bool bindsEnclosing = false;             ///< "bp": "e"
  bool flowIn = false, flowOut = false;
  bool idIsLocal = false;  ///< "id2": {"local": …}: it holds in its process only
  ChromeValue ts, duration, pid, tid, id, bindId;
  std::vector<Arg> args;  ///< an object's entries; what else "args" holds has no key
  std::vector<Arg> own;   ///< of a counter's value, in an export of ours (kOwnOfValue)
};

/// Reads events from a window of text.
class ChromeRecordReader {
 public:
  /// Reads the object that begins at the scan's place into `record`. After More and Bad the scan is somewhere inside
  /// it.
  Scan read(JsonScan& scan, ChromeRecord& record);
  /// Reads one value of any kind.
  Scan value(JsonScan& scan, ChromeValue& value);
  /// Reads the entries of an object.
  Scan entries(JsonScan& scan, std::vector<ChromeRecord::Arg>& entries);
  Scan text(JsonScan& scan, std::string_view& text);
  /// Forgets the texts of the record before; they need at most this many bytes from now on.
  void begin(std::size_t windowBytes);

 private:
  Scan member(JsonScan& scan, std::string_view key, ChromeRecord& record);
  Scan args(JsonScan& scan, ChromeRecord& record);
  Scan scopedId(JsonScan& scan, ChromeRecord& record);
  std::string_view unescaped(JsonText text);

  std::string m_unescaped;
  std::size_t m_used = 0;
};

}  // namespace strata::inline interchange
