#include <fmt/format.h>

#include <utility>

#include "engine/interchange/firefox_thread.h"
#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/json_document.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

/// Things in a profile that have no place on the timeline, each counted by its elements.
void countLeftOut(const Json& json, ImportFacts& facts) {
  if (const Json& counters = memberOf(json, "counters"); counters.is_array() && !counters.empty())
    facts.leftOut["counters"] += counters.size();
}

void readProfile(const Json& json, StillWanted& wanted, TraceStore& store) {
  ForeignTrace trace(store);
  ImportFacts facts;
  const Json &threads = memberOf(json, "threads"), &meta = memberOf(json, "meta");
  const FirefoxProfile profile{
      memberOf(json, "shared"), numberOf(memberOf(meta, "interval"), 1), wanted, store, trace, facts};
  for (std::size_t i = 0; i < (threads.is_array() ? threads.size() : 0); ++i)
    readFirefoxThread(profile, threads[i], static_cast<std::int64_t>(i));
  countLeftOut(json, facts);
  trace.finish();
  trace.countLeftOut(facts.leftOut);
  facts.format = "Firefox profile";
  facts.tool = textOf(memberOf(meta, "importedFrom"));
  if (facts.tool.empty()) facts.tool = textOf(memberOf(meta, "product"));
  addImportMessage(store, std::move(facts));
}

Recognition recogniseFirefox(std::string_view head) {
  const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  const bool object = first != head.npos && head[first] == '{';
  return object && head.find("\"meta\"") < 512 && head.find("\"preprocessedProfileVersion\"") != head.npos
             ? Recognition::Sure
             : Recognition::No;
}

Result<void> readFirefoxFile(const InputFile& file, TraceStore& store) {
  STRATA_ASSIGN(const Json json, readJson(file));
  StillWanted wanted(file);
  readProfile(json, wanted, store);
  const auto& totals = store.snapshot()->totals();
  if (totals.slices > 0) return {};
  return Error{ErrorCode::Io,
               fmt::format("Cannot read {}: this Firefox profile holds no sample and no marker.", file.name()),
               Storey::Other};
}

}  // namespace

const Importer& firefoxImporter() {
  static constexpr Importer kImporter{"firefox", "Firefox profiles (.json, .json.gz): profiler.firefox.com, samply",
                                      recogniseFirefox, readFirefoxFile};
  return kImporter;
}

}  // namespace strata::inline interchange
