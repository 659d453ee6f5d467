#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/frame_stack.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/json_document.h"
#include "engine/interchange/still_wanted.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kSchema = "speedscope.app/file-format-schema.json";

/// Nanoseconds of a unit; nothing for what is no time.
std::optional<double> unitOf(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kNanoseconds{
      {{"nanoseconds", 1}, {"microseconds", 1e3}, {"milliseconds", 1e6}, {"seconds", 1e9}}};
  for (const auto& [unit, ns] : kNanoseconds)
    if (unit == name) return ns;
  return std::nullopt;
}

class SpeedscopeImport {
 public:
  SpeedscopeImport(const Json& json, const InputFile& file, TraceStore& store)
      : m_json(json), m_wanted(file), m_store(store), m_trace(store) {}

  /// How many of its profiles are on the timeline.
  std::size_t run() {
    const Json& frames = memberOf(memberOf(m_json, "shared"), "frames");
    for (std::size_t i = 0; i < (frames.is_array() ? frames.size() : 0); ++i)
      m_frames.push_back(m_store.intern(textOf(memberOf(frames[i], "name"))));
    const Json& profiles = memberOf(m_json, "profiles");
    std::size_t read = 0;
    for (std::size_t i = 0; i < (profiles.is_array() ? profiles.size() : 0); ++i) read += profile(profiles[i], i);
    m_trace.nameProcess(kProcess, std::string(textOf(memberOf(m_json, "name"))));
    m_trace.finish();
    m_trace.countLeftOut(m_facts.leftOut);
    m_facts.format = "speedscope profile";
    m_facts.tool = textOf(memberOf(m_json, "exporter"));
    addImportMessage(m_store, m_facts);
    return read;
  }

 private:
  static constexpr std::int64_t kProcess = 1;

  bool profile(const Json& profile, std::size_t number) {
    const std::string_view unit = textOf(memberOf(profile, "unit")), type = textOf(memberOf(profile, "type"));
    const std::optional<double> ns = unitOf(unit);
    const bool evented = type == "evented";
    if (!ns || (!evented && type != "sampled")) {
      ++m_facts.leftOut[ns ? fmt::format("profiles of type {}", type)
                           : fmt::format("profiles that count {} and not time", unit)];
      return false;
    }
    const auto thread = static_cast<std::int64_t>(number + 1);
    m_trace.nameThread(kProcess, thread, std::string(textOf(memberOf(profile, "name"))));
    FrameStack stack(m_trace, m_trace.thread(kProcess, thread), m_store.intern(type),
                     evented ? Provenance::Measured : Provenance::Modelled);
    evented ? events(profile, *ns, stack) : samples(profile, *ns, stack);
    return true;
  }

  void events(const Json& profile, double ns, FrameStack& stack) {
    const Json& events = memberOf(profile, "events");
    HostTime time = timeOf(numberOf(memberOf(profile, "startValue")), ns);
    const std::size_t count = events.is_array() ? events.size() : 0;
    for (std::size_t i = 0; i < count && m_wanted(); ++i) {
      const std::optional<NameId> frame = frameOf(memberOf(events[i], "frame"));
      const std::string_view type = textOf(memberOf(events[i], "type"));
      if (!frame || (type != "O" && type != "C")) {
        ++m_facts.leftOut["events without a frame"];
        continue;
      }
      time = timeOf(numberOf(memberOf(events[i], "at")), ns);
      if (type == "O")
        stack.open(time, *frame);
      else if (stack.close(time, *frame) < 0)
        ++m_facts.leftOut[std::string(kEndsWithoutBegin)];
    }
    stack.closeAll(std::max(time, timeOf(numberOf(memberOf(profile, "endValue")), ns)));
  }

  void samples(const Json& profile, double ns, FrameStack& stack) {
    const Json &samples = memberOf(profile, "samples"), &weights = memberOf(profile, "weights");
    double at = numberOf(memberOf(profile, "startValue"));
    std::vector<NameId> frames;
    const std::size_t count = samples.is_array() ? samples.size() : 0;
    for (std::size_t i = 0; i < count && m_wanted(); ++i) {
      frames.clear();
      for (std::size_t depth = 0; depth < (samples[i].is_array() ? samples[i].size() : 0); ++depth) {
        const std::optional<NameId> frame = frameOf(samples[i][depth]);
        frame ? frames.push_back(*frame) : void(++m_facts.leftOut["frames that are not in the file"]);
      }
      stack.seen(timeOf(at, ns), frames);
      at += std::max(numberOf(elementOf(weights, i)), 0.0);
    }
    stack.closeAll(timeOf(at, ns));
  }

  std::optional<NameId> frameOf(const Json& value) const {
    const std::int64_t index = indexOf(value);
    if (index < 0 || static_cast<std::size_t>(index) >= m_frames.size()) return std::nullopt;
    return m_frames[static_cast<std::size_t>(index)];
  }

  const Json& m_json;
  StillWanted m_wanted;
  TraceStore& m_store;
  ForeignTrace m_trace;
  ImportFacts m_facts;
  std::vector<NameId> m_frames;
};

Recognition recogniseSpeedscope(std::string_view head) {
  return head.find("\"$schema\"") != head.npos && head.find(kSchema) != head.npos ? Recognition::Sure : Recognition::No;
}

Result<void> readSpeedscopeFile(const InputFile& file, TraceStore& store) {
  STRATA_ASSIGN(const Json json, readJson(file));
  if (SpeedscopeImport(json, file, store).run() > 0) return {};
  return Error{ErrorCode::Io,
               fmt::format("Cannot read {}: no profile in this speedscope file counts time, and Strata shows time.",
                           file.name()),
               Storey::Other};
}

}  // namespace

const Importer& speedscopeImporter() {
  static constexpr Importer kImporter{"speedscope", "speedscope profiles (.speedscope.json): py-spy, rbspy and others",
                                      recogniseSpeedscope, readSpeedscopeFile};
  return kImporter;
}

}  // namespace strata::inline interchange
