#include "engine/interchange/chrome_event.h"

#include <fmt/format.h>

#include <iterator>

#include "engine/interchange/chrome_args.h"
#include "engine/interchange/chrome_names.h"
#include "engine/interchange/json_text.h"

namespace strata {

void ChromeEventText::open(std::string& out, char phase, ChromePlace place) {
  out += m_any ? ",\n" : "\n";
  m_any = true;
  fmt::format_to(std::back_inserter(out), R"({{"ph":"{}","pid":{},"tid":{})", phase, place.pid, place.tid);
}

void ChromeEventText::time(std::string& out, std::string_view key, std::int64_t ns) const {
  fmt::format_to(std::back_inserter(out), R"(,"{}":{}.{:03})", key, ns / 1000, ns % 1000);
}

void ChromeEventText::head(std::string& out, char phase, const TraceEvent& event, std::string_view name,
                           ChromePlace place) {
  open(out, phase, place);
  time(out, "ts", (event.begin - m_base).ns);
  fmt::format_to(std::back_inserter(out), R"(,"cat":"{}","name":)", chromeCategory(event));
  appendJsonText(out, name);
}

void ChromeEventText::slice(std::string& out, const TraceEvent& event, HostTime end, ChromePlace place) {
  const bool copy = event.kind == EventKind::Copy;
  head(out, 'X', event, copy ? chromeCopyName(m_snapshot, event) : m_snapshot.name(event.name), place);
  time(out, "dur", (end - event.begin).ns);
  out += R"(,"args":)";
  appendChromeArgs(out, m_snapshot, event, place.tid);
  out += '}';
}

void ChromeEventText::instant(std::string& out, const TraceEvent& event, ChromePlace place) {
  head(out, 'i', event, m_snapshot.name(event.name), place);
  out += R"(,"s":"t","args":)";
  appendChromeArgs(out, m_snapshot, event, place.tid);
  out += '}';
}

void ChromeEventText::counter(std::string& out, const TraceEvent& event, std::int64_t pid, std::string_view unit) {
  open(out, 'C', {pid, 0});
  time(out, "ts", (event.begin - m_base).ns);
  out += R"(,"name":)";
  appendJsonText(out, m_snapshot.name(event.name));
  out += R"(,"args":{)";
  appendJsonText(out, unit.empty() ? "value" : unit);
  fmt::format_to(std::back_inserter(out), ":{}}}}}", event.value());
}

void ChromeEventText::flow(std::string& out, char phase, CorrelationId id, HostTime at, ChromePlace place) {
  open(out, phase, place);
  time(out, "ts", (at - m_base).ns);
  fmt::format_to(std::back_inserter(out), R"(,"cat":"ac2g","name":"ac2g","id":{}{}}})", static_cast<std::uint32_t>(id),
                 phase == 'f' ? R"(,"bp":"e")" : "");
}

void ChromeEventText::metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key,
                               std::string_view text) {
  open(out, 'M', place);
  fmt::format_to(std::back_inserter(out), R"(,"ts":0.000,"name":"{}","args":{{"{}":)", what, key);
  appendJsonText(out, text);
  out += "}}";
}

void ChromeEventText::metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key,
                               std::int64_t number) {
  open(out, 'M', place);
  fmt::format_to(std::back_inserter(out), R"(,"ts":0.000,"name":"{}","args":{{"{}":{}}}}})", what, key, number);
}

}  // namespace strata
