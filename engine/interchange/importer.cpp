#include "engine/interchange/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/interchange/byte_source.h"
#include "engine/interchange/known_kinds.h"

namespace strata {

namespace {

constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

Error unreadable(const InputFile& file, std::string_view why) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}", file.name(), why), Storey::Other};
}

std::string formatsText() {
  std::string formats;
  for (const Importer& importer : importers())
    formats += fmt::format("{}{}", formats.empty() ? "" : "; ", importer.description);
  return formats;
}

}  // namespace

const Importer* importerFor(std::string_view head) {
  const auto all = importers();
  for (const Recognition least : {Recognition::Sure, Recognition::Perhaps}) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Importer& i) { return i.recognise(head) == least; });
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

Result<const Importer*> importerOf(const InputFile& file) {
  STRATA_ASSIGN(const auto source, openBytes(file));
  std::string bytes(kHeadBytes, '\0');
  std::size_t size = 0;
  while (const std::size_t got = source->read(bytes.data() + size, bytes.size() - size)) size += got;
  const std::string_view head(bytes.data(), size);
  if (const KnownKind* kind = knownKind(head))
    return unreadable(file, fmt::format("it is {}, which Strata does not read. {}", kind->what, kind->way));
  if (const Importer* importer = importerFor(head)) return importer;
  if (const std::string failure = source->failure(); !failure.empty()) return unreadable(file, failure + ".");
  return unreadable(file, fmt::format("it is no trace that Strata knows. It reads: {}.", formatsText()));
}

Result<void> readAnyTrace(const std::string& name, TraceStore& store) {
  STRATA_ASSIGN(const InputFile file, InputFile::open(name));
  STRATA_ASSIGN(const Importer* importer, importerOf(file));
  return importer->read(file, store);
}

}  // namespace strata
