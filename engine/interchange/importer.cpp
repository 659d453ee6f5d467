#include "engine/interchange/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/interchange/byte_source.h"

namespace strata {

namespace {
constexpr std::size_t kHeadBytes = 4096;
}

Result<const Importer*> importerOf(const InputFile& file) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  std::array<char, kHeadBytes> bytes{};
  const std::string_view head(bytes.data(), source->read(bytes.data(), bytes.size()));
  const auto all = importers();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Importer& i) { return i.recognise(head); });
  if (found != all.end()) return &*found;
  if (const std::string failure = source->failure(); !failure.empty())
    return Error{ErrorCode::Io, fmt::format("Cannot read {}: {}.", file.name(), failure), Storey::Other};
  std::string formats;
  for (const Importer& importer : all)
    formats += fmt::format("{}{}", formats.empty() ? "" : "; ", importer.description);
  return Error{ErrorCode::Io,
               fmt::format("Cannot read {}: it is no trace that Strata knows. It reads: {}.", file.name(), formats),
               Storey::Other};
}

Result<void> readAnyTrace(const std::string& name, TraceStore& store) {
  STRATA_ASSIGN(const InputFile file, InputFile::open(name));
  STRATA_ASSIGN(const Importer* importer, importerOf(file));
  return importer->read(file, store);
}

}  // namespace strata
