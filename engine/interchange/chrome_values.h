#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/interchange/chrome_record.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/name_cache.h"

namespace strata::inline interchange {

/// What the values in a Chrome trace's events mean.
class ChromeValues {
 public:
  explicit ChromeValues(TraceStore& store) : m_store(store), m_names(store) {}

  NameCache& names() { return m_names; }
  /// Whether the trace was exported by Strata: its events say their storey.
  bool ours() const { return m_ours; }

  bool time(const ChromeValue& value, HostTime& time);
  bool length(const ChromeValue& value, Duration& length);
  /// Whether it is a number that is no time, because it is too great.
  bool isTooGreat(const ChromeValue& value) const;
  bool number(const ChromeValue& value, double& number) const;
  /// Of a process or thread: a number, or one made for its text.
  std::int64_t id(const ChromeValue& value);
  /// Whether such a text is no number.
  bool isName(std::string_view text) const;
  /// Whether a counter's series is called by its unit.
  bool isUnit(std::string_view key) const;
  /// `process` is empty where the id holds across processes.
  std::uint64_t flowKey(const ChromeValue& id, std::string_view category, std::string_view name,
                        std::string_view process) const;

  /// Takes what `args` say: correlation, storey and the like into `event`, the rest kept as its arguments.
  void readArgs(const ChromeRecord& record, TraceEvent& event, ForeignTrace& trace) {
    readArgs(record.args, record.category, event, trace);
  }
  void readArgs(std::span<const ChromeRecord::Arg> args, std::string_view category, TraceEvent& event,
                ForeignTrace& trace);
  /// Of the arguments read last: the slice had not ended when it was exported.
  bool unfinished() const { return m_unfinished; }

 private:
  bool special(const ChromeRecord::Arg& arg, TraceEvent& event, ForeignTrace& trace);
  bool ofOurs(const ChromeRecord::Arg& arg, TraceEvent& event, ForeignTrace& trace, bool work);
  bool size(const ChromeRecord::Arg& arg);
  void keep(const ChromeRecord::Arg& arg);

  TraceStore& m_store;
  NameCache m_names;
  std::map<std::string, std::int64_t, std::less<>> m_ids;
  std::vector<Arg> m_args;
  std::map<NameId, std::uint32_t> m_categoryOnly;  ///< arguments that are just a category
  bool m_ours = false, m_unfinished = false;
};

}  // namespace strata::inline interchange
