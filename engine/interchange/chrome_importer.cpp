#include <fmt/format.h>

#include "engine/interchange/chrome_import.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/json_document.h"

namespace strata::inline interchange {

namespace {

/// An object with a member, or an array of objects: a login's banner may begin with a bracket, too.
Recognition recogniseChrome(std::string_view head) {
  constexpr std::string_view kBefore = "\xEF\xBB\xBF \t\r\n";
  const std::size_t first = head.find_first_not_of(kBefore);
  if (first == head.npos || (head[first] != '{' && head[first] != '[')) return Recognition::No;
  const std::size_t second = head.find_first_not_of(kBefore, first + 1);
  const bool fits = second == head.npos || head[second] == (head[first] == '{' ? '"' : '{');
  return fits ? Recognition::Perhaps : Recognition::No;
}

/// What was counted as left out of what was read.
std::string onlyLeftOut(const TraceSnapshot& snapshot) {
  for (const SessionMessage& message : snapshot.messages())
    if (const auto facts = importFactsOf(message)) return leftOutText(facts->leftOut);
  return {};
}

Result<void> readChromeFile(const InputFile& file, TraceStore& store) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  const bool isTrace = importChrome(*source, store);
  const std::string failure = source->failure();
  if (!failure.empty()) store.addProblem(fmt::format("Reading {} stopped early: {}.", file.name(), failure));
  const auto& totals = store.snapshot()->totals();
  if (isTrace && totals.slices + totals.counters > 0) return {};
  const std::string others = isTrace ? onlyLeftOut(*store.snapshot()) : "";
  if (const auto damage = others.empty() ? damageOfJson(file) : std::nullopt)
    return Error{ErrorCode::Io,
                 fmt::format("Cannot read {}: {}, before any event of a Chrome trace.", file.name(), *damage),
                 Storey::Other};
  return Error{ErrorCode::Io,
               fmt::format("Cannot read {}: it holds no event of a Chrome trace{}.", file.name(),
                           others.empty() ? "" : " that Strata draws, only " + others),
               Storey::Other};
}

}  // namespace

const Importer& chromeImporter() {
  static constexpr Importer kImporter{
      "chrome",
      "Chrome traces (.json, .json.gz): of PyTorch, vLLM, SGLang, JAX, TensorFlow, ONNX "
      "Runtime, rocprof and others",
      recogniseChrome, readChromeFile};
  return kImporter;
}

}  // namespace strata::inline interchange
