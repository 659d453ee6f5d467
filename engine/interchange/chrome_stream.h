#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/chrome_record.h"
#include "engine/interchange/text_window.h"

namespace strata::inline interchange {

/// Cuts the text of a Chrome trace (an object with "traceEvents", or just the array of events) into events; finds the
/// next one after a damaged stretch.
class ChromeStream {
 public:
  struct Sink {
    std::function<void(const ChromeRecord&, std::uint64_t offset)> event;
    /// A member beside the events.
    std::function<void(std::string_view key, const ChromeValue&)> fact;
    std::function<void(std::string)> problem;
  };

  ChromeStream(ByteSource& source, Sink sink) : m_window(source), m_scan({}, {}), m_sink(std::move(sink)) {}

  /// Reads all of it. False if there is nothing in it that could be a Chrome trace.
  bool read();
  /// The text ended before the trace did.
  bool cutOff() const { return m_cutOff; }

 private:
  bool advance(const char* from);
  template <class Step>
  Scan whole(Step step);
  void members();
  bool events();
  bool element();
  Scan otherElement();
  bool resume();
  void problem(std::string text);
  void damaged(std::uint64_t from, std::uint64_t to);
  void endsEarly();

  TextWindow m_window;
  JsonScan m_scan;
  ChromeRecordReader m_reader;
  ChromeRecord m_record;
  Sink m_sink;
  std::uint64_t m_elements = 0, m_problems = 0, m_searched = 0;
  bool m_cutOff = false;
};

}  // namespace strata::inline interchange
