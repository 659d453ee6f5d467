#include "engine/interchange/known_kinds.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "engine/base/file_marks.h"
#include "engine/interchange/known_messages.h"

namespace strata::inline interchange {

namespace {

template <char... kBytes>
bool startsWith(std::string_view head) {
  constexpr char kMagic[] = {kBytes...};
  return head.starts_with(std::string_view(kMagic, sizeof kMagic));
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBefore = "\xEF\xBB\xBF \t\r\n";
  const std::size_t first = text.find_first_not_of(kBefore);
  return first == text.npos ? std::string_view{} : text.substr(first);
}

/// An object whose first member has this name.
bool beginsWithMember(std::string_view head, std::string_view name) {
  head = trimmed(head);
  if (!head.starts_with('{')) return false;
  head = trimmed(head.substr(1));
  return head.starts_with('"') && head.substr(1).starts_with(name) && head.substr(1 + name.size()).starts_with('"');
}

bool isDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// "198792.736893:", as perf script ends the time of a sample.
bool isPerfTime(std::string_view word) {
  const std::size_t point = word.find('.');
  if (point == word.npos || !word.ends_with(':')) return false;
  return isDigits(word.substr(0, point)) && isDigits(word.substr(point + 1, word.size() - point - 2));
}

/// "command pid [cpu] seconds: …", behind lines of comment.
bool isPerfScript(std::string_view head) {
  while (head.starts_with('#')) head = trimmed(head.substr(std::min(head.find('\n'), head.size())));
  head = head.substr(0, head.find('\n'));
  for (std::size_t words = 0; words < 6 && !head.empty(); ++words) {
    const std::string_view word = head.substr(0, head.find_first_of(" \t"));
    if (words >= 2 && isPerfTime(word)) return true;
    head = trimmed(head.substr(word.size()));
  }
  return false;
}

/// Of *_kernel_trace.csv and its neighbours: a line of column names in quotes.
bool isRocprofv3Table(std::string_view head) {
  head = trimmed(head);
  head = head.substr(0, head.find('\n'));
  const auto has = [&](std::string_view column) { return head.find(column) != head.npos; };
  return head.starts_with('"') && has("\"Correlation_Id\"") && has("\"Start_Timestamp\"") && has("\"End_Timestamp\"");
}

/// What the command line prints of a run.
bool isResultOfRun(std::string_view head) {
  return beginsWithMember(head, "version") && head.find("\"experiment\"") != head.npos &&
         head.find("\"device_name\"") != head.npos && head.find("\"traceEvents\"") == head.npos;
}

constexpr std::string_view kRocprofv3Way =
    "Record with rocprofv3 --output-format rocpd (before ROCm 7: pftrace), and open that.";

constexpr KnownKind kKinds[] = {
    {"a report of Nsight Systems (.nsys-rep)", "Export it: nsys export --type sqlite FILE, and open that.",
     [](std::string_view head) { return head.starts_with("NVIDIA Tegra Profiler Report"); }},
    {"a report of Nsight Compute (.ncu-rep)",
     "It holds counters of single kernels and no timeline. Record one with nsys profile, then nsys export --type "
     "sqlite.",
     startsWith<'N', 'V', 'R', 0>},
    {"a Tracy trace (.tracy)",
     "Tracy exports no timeline that Strata reads: open it in tracy-profiler, or record the program with another tool.",
     [](std::string_view head) {
       return startsWith<'t', 'r', '\xFD', 'P'>(head) || startsWith<'t', 'l', 'Z', 4>(head) || head.starts_with("tZst");
     }},
    {"JSON of rocprofv3", kRocprofv3Way,
     [](std::string_view head) { return beginsWithMember(head, "rocprofiler-sdk-tool"); }},
    {"a table of rocprofv3 (.csv)", kRocprofv3Way, isRocprofv3Table},
    {"a recording of perf (perf.data)",
     "samply import FILE, or perf script and profiler.firefox.com, show it: save it there, and open that.",
     [](std::string_view head) { return head.starts_with("PERFILE2"); }},
    {"text of perf script",
     "Open it in profiler.firefox.com or speedscope.app and save it there: Strata reads both tools' files.",
     isPerfScript},
    {"a pprof profile",
     "It holds sums without times: there is no timeline in it. Record with perf or samply, and open a Firefox profile "
     "of that.",
     isPprof},
    {"an XPlane file of XProf (.xplane.pb)",
     "Open the trace.json.gz beside it, or record with jax.profiler.trace(…, create_perfetto_trace=True).", isXPlane},
    {"a Firefox profile in the browser's own format", "Open it in profiler.firefox.com and save it there.",
     [](std::string_view head) {
       return beginsWithMember(head, "meta") && head.find("\"traceEvents\"") == head.npos &&
              head.find("\"preprocessedProfileVersion\"") == head.npos && head.find("\"stackwalk\"") != head.npos &&
              head.find("\"processType\"") != head.npos;
     }},
    {"a result that strata run --json printed",
     "It holds figures and no events: the session is the file that --out names, strata run … --out mm.pftrace.",
     isResultOfRun},
    {"a Git LFS pointer, not the file itself", "Fetch the file: git lfs pull.", isGitLfsPointer},
    {"a web page", "The download went wrong, perhaps because it needs a login: fetch the file itself.", isWebPage},
};

}  // namespace

const KnownKind* knownKind(std::string_view head) {
  const auto found =
      std::find_if(std::begin(kKinds), std::end(kKinds), [&](const KnownKind& kind) { return kind.recognise(head); });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace strata::inline interchange
