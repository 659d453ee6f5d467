#include <algorithm>

#include "engine/interchange/importer.h"
#include "engine/trace/perfetto_reader.h"

namespace strata::inline interchange {

namespace {

/// A packet, or text before the first one: the banner of a login that a session was recorded through.
Recognition recognisePerfetto(std::string_view head) {
  const auto isBinary = [](char c) { return c >= 0 && c < '\t'; };
  if (head.starts_with('\x0A') && std::ranges::any_of(head.substr(0, 256), isBinary)) return Recognition::Sure;
  return head.find('\x0A') != head.npos ? Recognition::Perhaps : Recognition::No;
}

}  // namespace

const Importer& perfettoImporter() {
  static constexpr Importer kImporter{"perfetto", "Perfetto traces (.pftrace): Strata's sessions, rocprofv3 and others",
                                      recognisePerfetto, [](const InputFile& file, TraceStore& store) {
                                        return readSession(file.path(), store, file.name(), file.watch());
                                      }};
  return kImporter;
}

}  // namespace strata::inline interchange
