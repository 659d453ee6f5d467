#include "engine/interchange/chrome_stream.h"

#include <fmt/format.h>

#include <utility>

namespace strata::inline interchange {

namespace {
constexpr std::uint64_t kMostProblems = 32;
constexpr std::uint64_t kMostSearched = std::uint64_t{64} << 20;  ///< bytes that turned out to be no event
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
}  // namespace

bool ChromeStream::advance(const char* from) {
  const bool more = m_window.advance(from);
  m_scan = JsonScan(m_window.begin(), m_window.end());
  return more;
}

/// Does a step of reading that must lie whole in the window: where the window ends inside it, it is done again from its
/// start with more text.
template <class Step>
Scan ChromeStream::whole(Step step) {
  for (;;) {
    const char* start = m_scan.at();
    m_reader.begin(m_window.size());
    const Scan scan = step();
    if (scan != Scan::More) return scan;
    if (!advance(start)) return Scan::More;
  }
}

bool ChromeStream::read() {
  m_scan = JsonScan(m_window.begin(), m_window.end());
  if (std::string_view(m_window.begin(), m_window.size()).starts_with(kByteOrderMark))
    m_scan.moveTo(m_window.begin() + kByteOrderMark.size());
  while (m_scan.peek() == 0 && m_scan.at() >= m_scan.end() && advance(m_scan.at())) continue;
  const char first = m_scan.peek();
  if (first == '[') {
    while (m_scan.peek() == '[') {  // ONNX Runtime may write several arrays
      m_scan.moveTo(m_scan.at() + 1);
      events();  // the closing bracket may be missing
    }
  } else if (first == '{') {
    m_scan.moveTo(m_scan.at() + 1);
    members();
  } else {
    return false;
  }
  return true;
}

/// The members of the outermost object.
void ChromeStream::members() {
  for (;;) {
    std::string_view key;
    bool done = false, inEvents = false;
    ChromeValue fact;
    const Scan scan = whole([&] {
      fact = {};
      if (m_scan.peek() == ',') m_scan.moveTo(m_scan.at() + 1);
      if ((done = m_scan.peek() == '}')) return Scan::Ok;
      if (const Scan s = m_reader.text(m_scan, key); s != Scan::Ok) return s;
      if (const Scan s = m_scan.expect(':'); s != Scan::Ok) return s;
      if (key == "traceEvents") {
        if (m_scan.peek() == 0 && m_scan.at() >= m_scan.end()) return Scan::More;
        inEvents = m_scan.peek() == '[';
      }
      return inEvents ? m_scan.expect('[') : m_reader.value(m_scan, fact);
    });
    if (done) return;
    if (scan == Scan::More) return endsEarly();
    if (scan == Scan::Bad) {
      const std::uint64_t place = m_window.offset(m_scan.at());
      if (!resume()) return damaged(place, m_window.offset(m_window.end()));
      damaged(place, m_window.offset(m_scan.at()));
      inEvents = true;
    }
    if (inEvents && !events()) return endsEarly();
    if (!inEvents) m_sink.fact(key, fact);
  }
}

/// The events up to the end of their array; false if the text ends before.
bool ChromeStream::events() {
  for (;;) {
    char next = m_scan.peek();
    if (next == ',') {
      m_scan.moveTo(m_scan.at() + 1);
      continue;
    }
    if (next == ']') {
      m_scan.moveTo(m_scan.at() + 1);
      return true;
    }
    if (next == 0 && m_scan.at() >= m_scan.end()) {
      if (!advance(m_scan.at())) return false;
      continue;
    }
    if (!element()) return true;
  }
}

/// Reads an element that is no event, with the comma or bracket behind it in sight.
Scan ChromeStream::otherElement() {
  ChromeValue value;
  if (const Scan s = m_reader.value(m_scan, value); s != Scan::Ok) return s;
  const char next = m_scan.peek();
  return next == ',' || next == ']' ? Scan::Ok : m_scan.failed();
}

/// One event, another element, or the damaged stretch that stands where one should be; false where the text ends in it.
bool ChromeStream::element() {
  const std::uint64_t place = m_window.offset(m_scan.at()), index = m_elements++;
  const bool isObject = m_scan.peek() == '{';
  const Scan scan = whole([&] { return isObject ? m_reader.read(m_scan, m_record) : otherElement(); });
  if (scan == Scan::Ok) {
    if (isObject)
      m_sink.event(m_record, place);
    else
      problem(fmt::format("traceEvents[{}], at byte {}, is not an object: left out.", index, place));
    return true;
  }
  m_scan.moveTo(m_window.begin() + (place - m_window.offset(m_window.begin())));
  const bool found = resume();
  m_cutOff |= !found && scan == Scan::More;
  if (!found && scan == Scan::More)
    m_sink.problem(
        fmt::format("The text ends inside the event that begins at byte {}; what came before it is shown.", place));
  else
    damaged(place, m_window.offset(found ? m_scan.at() : m_window.end()));
  return found;
}

/// Looks for the next place where an event with a phase begins, from one byte behind the scan's on.
bool ChromeStream::resume() {
  for (const char* at = m_scan.at();;) {
    const std::string_view rest(at, static_cast<std::size_t>(m_window.end() - at));
    const std::size_t next = rest.empty() ? rest.npos : rest.find('{', 1);
    if (next == rest.npos) {
      if (!advance(m_window.end())) return false;
      at = m_window.begin();
      if (*at != '{') continue;
    } else {
      at += next;
    }
    m_scan.moveTo(at);
    const std::uint64_t place = m_window.offset(at);
    const Scan scan = whole([&] { return m_reader.read(m_scan, m_record); });
    const std::uint64_t scanned = m_window.offset(scan == Scan::More ? m_window.end() : m_scan.at()) - place;
    at = m_window.begin() + (place - m_window.offset(m_window.begin()));
    m_scan.moveTo(at);
    if (scan == Scan::Ok && m_record.phase != 0) return true;
    m_searched += scanned;
    if (m_searched > kMostSearched) return false;
  }
}

void ChromeStream::problem(std::string text) {
  ++m_problems;
  if (m_problems < kMostProblems) m_sink.problem(std::move(text));
  if (m_problems == kMostProblems) m_sink.problem("More of the text holds no event and is skipped in the same way.");
}

void ChromeStream::damaged(std::uint64_t from, std::uint64_t to) {
  problem(fmt::format("Bytes {} to {} of the trace's text hold no readable event and were skipped.", from,
                      to > from ? to - 1 : from));
}

void ChromeStream::endsEarly() {
  m_cutOff = true;
  m_sink.problem(fmt::format("The text ends before the trace does, at byte {}; what is there is shown.",
                             m_window.offset(m_window.end())));
}

}  // namespace strata::inline interchange
