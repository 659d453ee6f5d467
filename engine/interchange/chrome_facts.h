#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/interchange/chrome_record.h"
#include "engine/interchange/foreign_trace.h"

namespace strata::inline interchange {

/// The key of exports of ours whose base time is a wall clock's: where it lies in the times of the session, in ns.
inline constexpr std::string_view kOwnBaseKey = "sessionTimeNanoseconds";

/// What exports of ours call a process that nobody named.
inline constexpr std::string_view kUnnamedProcess = "host";

/// What a Chrome trace says beside its events, and what of it was skipped.
class ChromeFacts {
 public:
  explicit ChromeFacts(TraceStore& store) : m_store(store) {}

  void take(std::string_view key, const ChromeValue& value);
  /// Where the times of an export of ours begin in those of its session, in ns.
  std::int64_t ownBase() const;
  /// The tool that names itself beside the events; empty if none does.
  std::string_view tool() const { return m_kineto ? tool::kKineto : std::string_view{}; }
  /// Counts an event that has no place: `why` continues "event …" and "events …".
  void skip(const std::string& why, std::uint64_t offset);
  /// Counts an event that is shown with another time than the file's: `what` continues "event …" and "events …", `how`
  /// "is shown …".
  void mend(const std::string& what, const std::string& how, std::uint64_t offset);
  /// Counts a part of an event that has none: `what` as ImportFacts::leftOut has it.
  void leaveOut(const char* what) { ++m_leftOut[what]; }
  /// Says all of it in the store: problems and the message Import.
  void finish(bool ours, const ForeignTrace& trace, bool cutOff);

 private:
  void say(const std::string& what, const std::string& how, std::uint64_t count, std::uint64_t first);

  TraceStore& m_store;
  std::string m_devices, m_distributed;  ///< JSON
  std::int64_t m_base = 0;
  std::optional<std::int64_t> m_ownBase;
  bool m_kineto = false;
  std::map<std::string, std::uint64_t> m_leftOut;
  /// Which, and what happens with them: how many, and the first one's place.
  std::map<std::pair<std::string, std::string>, std::pair<std::uint64_t, std::uint64_t>> m_mended;
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> m_skipped;
};

}  // namespace strata::inline interchange
