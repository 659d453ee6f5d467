#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "app/facts/sight_text.h"
#include "app/facts/variant_facts.h"
#include "app/facts/wall_clock.h"
#include "app/session/session_messages.h"
#include "app/still/printable.h"
#include "app/still/report_tables.h"
#include "app/still/result_kind.h"
#include "app/still/result_words.h"
#include "app/still/run_title.h"
#include "app/still/session_text.h"
#include "app/still/text_table.h"
#include "app/still/units.h"
#include "app/words/messages.h"
#include "engine/base/fingerprint.h"
#include "engine/base/how_many.h"
#include "engine/interchange/import_message.h"
#include "engine/protocol/result_order.h"
#include "engine/trace/device_work.h"

namespace strata::inline still {
namespace {

std::string eventsText(const TraceSnapshot& snapshot) {
  const auto& totals = snapshot.totals();
  std::string text =
      fmt::format("{} ({} of them instants), {}, {}, {}", howMany(totals.slices, "slice", "slices"), totals.instants,
                  howMany(totals.counters, "counter value", "counter values"), howMany(totals.flows, "flow", "flows"),
                  howMany(snapshot.callCount(), "call", "calls"));
  const OpenCounts open = openCounts(snapshot);
  if (open.running > 0) text += fmt::format(", {} still open at its end", open.running);
  if (open.stopped > 0) text += fmt::format(", {} stopped", open.stopped);
  TextTable table({"  storey", "slices"});
  for (const StoreyInfo& info : storeys())
    table.add({fmt::format("  {}", info.key),
               fmt::format("{}", totals.slicesPerStorey[static_cast<std::size_t>(info.storey)])});
  return text + "\n" + table.str();
}

std::string droppedText(const TraceSnapshot& snapshot) {
  if (snapshot.totals().dropped == 0) return "dropped: nothing\n";
  std::string text = fmt::format("dropped: {}\n", howMany(snapshot.totals().dropped, "record", "records"));
  for (const TrackInfo& track : snapshot.tracks())
    if (track.dropped > 0)
      text += fmt::format("  {} {}: {}\n", printable(track.thread), printable(track.name), track.dropped);
  return text;
}

std::string originText(const std::optional<Origin>& origin) {
  if (!origin) return {};
  std::string text = "imported: " + printable(origin->format);
  if (!origin->tool.empty()) text += " of " + printable(origin->tool);
  std::string last;
  for (const std::string& device : origin->devices)
    if (!device.empty() && device != last) text += ", " + printable(last = device);
  if (!origin->clocks.empty()) text += "\nclocks: " + printable(origin->clocks);
  if (!origin->leftOut.empty()) text += "\nleft out: " + printable(leftOutText(origin->leftOut));
  return text + "\n";
}

std::string devicesText(const TraceSnapshot& snapshot) {
  const std::size_t count = deviceCount(snapshot);
  return count == 0 ? std::string() : fmt::format("devices with work: {}\n", count);
}

std::string agentsText(const SessionMessages& messages) {
  std::string text;
  for (const Hello& hello : messages.hellos())
    text += fmt::format("agent: {}, pid {}, on {}, run {}\n", printable(hello.agent), hello.pid,
                        hello.device.name.empty() ? "no device" : printable(hello.device.name), printable(hello.run));
  for (const StoreyState& state : messages.storeys())
    text += fmt::format("  {}: {} {}{}\n", storeyInfo(state.storey).key, printable(state.name),
                        printable(state.version), state.available ? "" : " (not available)");
  return text;
}

/// "mine: a text of its own in place of tiled, fingerprint 0123456789abcdef"
std::string ownTextLine(const RunResult& result) {
  const std::string place = result.like.empty() ? "" : " in place of " + printable(result.like);
  return fmt::format("{}: a text of its own{}, fingerprint {}", printable(result.variant), place,
                     fingerprint(result.text));
}

/// "run 1 (request 3): matmul 512×512×512, with n=512, repeat=3"
std::string runLine(std::size_t number, const RunRecord& record) {
  std::string line = fmt::format("run {} (request {})", number, record.request);
  if (const std::string title = runTitle(record); !title.empty()) line += ": " + printable(title);
  if (const std::string chosen = chosenParameters(record); !chosen.empty()) line += ", with " + printable(chosen);
  return line;
}

/// With how each column came about below its head.
TextTable resultsTable(const std::vector<RunResult>& results) {
  double most = 0;
  for (const RunResult& result : results) most = std::max(most, result.gflops.value_or(0));
  const FlopUnit unit = flopUnit(most);
  const std::string gpu = modelledOn(results);
  TextTable table({"  variant", "result", "median", "min – max", unit.name, "error",
                   fillText(Msg::ReportOnGpu, {printable(gpu)}), fillText(Msg::ReportHeldBy, {})});
  for (const std::size_t column : {1u, 7u}) table.alignLeft(column);
  const std::string ofTimes = kindOf(results, "seconds");
  const std::string modelled(gpu.empty() ? std::string_view{} : provenanceKey(Provenance::Modelled));
  table.add({"", "", ofTimes, ofTimes, kindOf(results, "gflops"), kindOf(results, "error"), modelled, modelled});
  for (const RunResult& result : unsupportedLast(results))
    table.add({"  " + printable(result.variant), statusText(result),
               result.seconds.repeats ? formatSeconds(result.seconds.median) : "–", spreadText(result),
               unit.figure(result.gflops), result.error ? formatSmall(result.error->value) : "–",
               result.modelled ? formatSeconds(result.modelled->seconds) : "–",
               result.modelled ? boundWords(result.modelled->bound) : "–"});
  table.dropEmptyColumns();
  return table;
}

std::string errorsText(const SessionMessages& messages) {
  std::string text;
  for (const Error& error : messages.errors()) {
    const bool placed = error.storey != Storey::Other;
    text += fmt::format("error{}: {}\n", placed ? fmt::format(" ({} storey)", storeyInfo(error.storey).key) : "",
                        printable(error.message));
  }
  return text;
}

std::string problemsOf(const TraceSnapshot& snapshot) {
  return problemsText({snapshot.problems().begin(), snapshot.problems().end()});
}

std::string endText(const TraceSnapshot& snapshot, const SessionMessages& messages) {
  if (messages.origin()) return {};
  const auto& last = messages.lastAnswer();
  if (snapshot.complete() && last && last->status == Answer::Status::Stopped)
    return "end: stopped; the last run was stopped before it finished\n";
  if (snapshot.complete()) return "end: complete\n";
  return "end: cut off; the agent was ended or was still running when this was saved\n";
}

/// Bookmarks on the timeline, with what somebody wrote to them.
std::string marksText(const TraceSnapshot& snapshot) {
  std::string text;
  for (const TimelineMark& mark : marksOf(snapshot))
    text += fmt::format("bookmark at {}{}{}\n", formatNs((mark.time - snapshot.bounds()->begin).ns),
                        mark.note.empty() ? "" : ": ", printable(mark.note));
  return text;
}

}  // namespace

std::vector<RunText> runTexts(const SessionMessages& messages) {
  std::vector<RunText> texts;
  texts.reserve(messages.runs().size());
  for (const RunRecord& record : messages.runs()) {
    std::string notes = reasonsText(record.results, "  ");
    for (const RunResult& result : record.results)
      if (!result.text.empty()) notes += "  " + ownTextLine(result) + "\n";
    texts.push_back({runLine(texts.size() + 1, record), resultsTable(record.results), std::move(notes)});
  }
  return texts;
}

std::string runsText(const SessionMessages& messages) {
  std::string text;
  for (const RunText& run : runTexts(messages)) text += run.line + "\n" + run.results.str() + run.notes;
  return text;
}

std::string infoText(const Session& session) {
  const auto snapshot = session.snapshot();
  const SessionMessages messages = messagesOf(*snapshot);
  const auto bounds = snapshot->bounds();
  std::string text = fmt::format("{}: {} on {}\n", session.path().empty() ? "several files" : printable(session.path()),
                                 bounds ? formatNs(bounds->length().ns) : "no events",
                                 howMany(snapshot->tracks().size(), "track", "tracks"));
  if (const std::string recorded = recordedOf(*snapshot); !recorded.empty())
    text += fillText(Msg::RecordedAt, {recorded}) + "\n";
  text += originText(messages.origin()) + devicesText(*snapshot) + agentsText(messages) + eventsText(*snapshot) +
          droppedText(*snapshot);
  if (messages.clockErrorNs()) text += fmt::format("clocks agree within {}\n", formatNs(*messages.clockErrorNs()));
  return text + runsText(messages) + marksText(*snapshot) + errorsText(messages) + endText(*snapshot, messages) +
         problemsOf(*snapshot);
}

}  // namespace strata::inline still
