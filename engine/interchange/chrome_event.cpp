#include "engine/interchange/chrome_event.h"

#include "engine/interchange/chrome_names.h"
#include "engine/interchange/json_number.h"
#include "engine/interchange/json_text.h"

namespace strata::inline interchange {

void ChromeEventText::open(std::string& out, char phase, ChromePlace place) {
  out += m_any ? ",\n{\"ph\":\"" : "\n{\"ph\":\"";
  m_any = true;
  out += phase;
  out += R"(","pid":)";
  appendNumber(out, place.pid);
  out += R"(,"tid":)";
  appendNumber(out, place.tid);
}

void ChromeEventText::time(std::string& out, std::string_view key, std::int64_t ns) const {
  out += key;
  appendMicroseconds(out, ns);
}

void ChromeEventText::head(std::string& out, char phase, const TraceEvent& event, std::string_view name,
                           ChromePlace place) {
  open(out, phase, place);
  time(out, R"(,"ts":)", (event.begin - m_base).ns);
  out += R"(,"cat":")";
  out += chromeCategory(m_snapshot, event);
  out += R"(","name":)";
  appendJsonText(out, name);
}

void ChromeEventText::slice(std::string& out, const TraceEvent& event, HostTime end, ChromePlace place,
                            std::uint32_t step) {
  const std::string_view own = m_snapshot.name(event.name);
  const bool copy = event.kind == EventKind::Copy;
  if (copy)
    head(out, 'X', event, chromeCopyName(m_snapshot, event), place);
  else
    head(out, 'X', event, step == 0 ? own : chromeStepName(step), place);
  time(out, R"(,"dur":)", (end - event.begin).ns);
  out += R"(,"args":)";
  m_args.append(out, event, place, copy || step != 0 ? own : std::string_view{});
  out += '}';
}

void ChromeEventText::instant(std::string& out, const TraceEvent& event, ChromePlace place) {
  head(out, 'i', event, m_snapshot.name(event.name), place);
  out += R"(,"s":"t","args":)";
  m_args.append(out, event, place, {});
  out += '}';
}

void ChromeEventText::counter(std::string& out, const TraceEvent& event, std::int64_t pid, std::string_view unit) {
  open(out, 'C', {pid, 0});
  time(out, R"(,"ts":)", (event.begin - m_base).ns);
  out += R"(,"name":)";
  appendJsonText(out, m_snapshot.name(event.name));
  out += R"(,"args":{)";
  appendJsonText(out, unit.empty() ? "value" : unit);
  out += ':';
  appendNumber(out, event.value());
  out += '}';
  if (event.storey != Storey::Other || event.provenance != Provenance::Measured || !m_snapshot.args(event).empty()) {
    out.append(R"(,")").append(kOwnOfValue).append(R"(":)");
    m_args.append(out, event, {pid, 0}, {});
  }
  out += '}';
}

void ChromeEventText::flow(std::string& out, char phase, CorrelationId id, HostTime at, ChromePlace place) {
  open(out, phase, place);
  time(out, R"(,"ts":)", (at - m_base).ns);
  out += R"(,"cat":"ac2g","name":"ac2g","id":)";
  appendNumber(out, static_cast<std::uint32_t>(id));
  out += phase == 'f' ? R"(,"bp":"e"})" : "}";
}

void ChromeEventText::metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key,
                               std::string_view text) {
  open(out, 'M', place);
  out.append(R"(,"ts":0.000,"name":")").append(what).append(R"(","args":{")").append(key).append("\":");
  appendJsonText(out, text);
  out += "}}";
}

void ChromeEventText::metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key,
                               std::int64_t number) {
  open(out, 'M', place);
  out.append(R"(,"ts":0.000,"name":")").append(what).append(R"(","args":{")").append(key).append("\":");
  appendNumber(out, number);
  out += "}}";
}

}  // namespace strata::inline interchange
