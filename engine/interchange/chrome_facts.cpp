#include "engine/interchange/chrome_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/base/how_many.h"
#include "engine/interchange/import_message.h"

namespace strata::inline interchange {

void ChromeFacts::take(std::string_view key, const ChromeValue& value) {
  if (key == "schemaVersion" || key == "deviceProperties") m_kineto = true;
  if (key == "deviceProperties" && value.kind == ChromeValue::Kind::Nested) m_devices = value.text;
  if (key == "distributedInfo" && value.kind == ChromeValue::Kind::Nested) m_distributed = value.text;
  if (key == "baseTimeNanoseconds" && value.kind == ChromeValue::Kind::Integer) toInteger(value.text, m_base);
  std::int64_t ours = 0;
  if (key == kOwnBaseKey && value.kind == ChromeValue::Kind::Integer && toInteger(value.text, ours)) m_ownBase = ours;
}

std::int64_t ChromeFacts::ownBase() const {
  return std::max<std::int64_t>(m_ownBase.value_or(m_base), 0);
}

void ChromeFacts::skip(const std::string& why, std::uint64_t offset) {
  auto& [count, first] = m_skipped.try_emplace(why, 0, offset).first->second;
  ++count;
  first = std::min(first, offset);  // events that are matched at the end come by time
}

void ChromeFacts::mend(const std::string& what, const std::string& how, std::uint64_t offset) {
  ++m_mended.try_emplace({what, how}, 0, offset).first->second.first;
}

void ChromeFacts::say(const std::string& what, const std::string& how, std::uint64_t count, std::uint64_t first) {
  m_store.addProblem(fmt::format("{} {} {} {}, {} {}.", howMany(count, "event", "events"), what,
                                 count == 1 ? "is" : "are", how, count == 1 ? "at byte" : "the first at byte", first));
}

void ChromeFacts::finish(bool ours, const ForeignTrace& trace, bool cutOff) {
  ImportFacts facts;
  facts.cutOff = cutOff;
  facts.format = "Chrome trace";
  facts.tool = ours ? kOwnTool : trace.tool();
  facts.devices = importedDevices(m_devices);
  facts.leftOut = m_leftOut;
  trace.countLeftOut(facts.leftOut);
  if (const std::uint64_t ends = m_store.snapshot()->totals().unmatchedEnds; ends > 0)
    facts.leftOut[std::string(kEndsWithoutBegin)] = ends;
  takeDistributed(m_distributed, facts);
  const bool statesWallClock = m_base > 0 && (!ours || m_ownBase);
  facts.baseNs = statesWallClock ? m_base - trace.shift() : 0;
  facts.arrowEndsWithoutStart = trace.arrowEndsWithoutStart();
  for (const auto& [why, count] : m_skipped) {
    facts.leftOut["events " + why] += count.first;
    say(why, "skipped", count.first, count.second);
  }
  for (const auto& [mended, count] : m_mended) say(mended.first, "shown " + mended.second, count.first, count.second);
  addImportMessage(m_store, std::move(facts));
}

}  // namespace strata::inline interchange
