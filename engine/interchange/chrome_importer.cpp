#include <fmt/format.h>

#include "engine/interchange/chrome_import.h"
#include "engine/interchange/importer.h"

namespace strata {

namespace {

bool recognise(std::string_view head) {
  const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return first != head.npos && (head[first] == '{' || head[first] == '[');
}

Result<void> readFile(const std::string& path, TraceStore& store) {
  STRATA_ASSIGN(const auto source, openBytes(path));
  const bool isTrace = importChrome(*source, store);
  const std::string failure = source->failure();
  if (!failure.empty()) store.addProblem(fmt::format("Reading {} stopped early: {}.", path, failure));
  const auto& totals = store.snapshot()->totals();
  if (isTrace && totals.slices + totals.counters > 0) return {};
  return Error{ErrorCode::Io, fmt::format("Cannot read {}: it holds no event of a Chrome trace.", path), Storey::Other};
}

}  // namespace

const Importer& chromeImporter() {
  static constexpr Importer kImporter{
      "chrome",
      "Chrome traces (.json, .json.gz): of PyTorch, vLLM, SGLang, JAX, TensorFlow, ONNX "
      "Runtime, rocprof and others",
      recognise, readFile};
  return kImporter;
}

}  // namespace strata
