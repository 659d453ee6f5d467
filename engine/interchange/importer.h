#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/interchange/input_file.h"
#include "engine/interchange/trace_files.h"
#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

/// What the first bytes of a file say of its format.
enum class Recognition : std::uint8_t {
  No,
  Perhaps,  ///< nothing speaks against it
  Sure,
};

/// One format that traces of other tools come in. A file NAME_importer.cpp that defines const Importer& nameImporter()
/// is all that a new one takes.
struct Importer {
  std::string_view name;         ///< "chrome"
  std::string_view description;  ///< for people, half a sentence
  /// Whether a file that begins so (unpacked, if it is gzipped) is of this format.
  Recognition (*recognise)(std::string_view head);
  /// Reads the file into the store: what can be read; what cannot is said in its problems, with its place. An Error if
  /// nothing can.
  Result<void> (*read)(const InputFile& file, TraceStore& store);
};

/// All formats, in order of their files' names.
std::span<const Importer> importers();
/// The format of a file that begins so; null if it is none of them.
const Importer* importerFor(std::string_view head);
/// The format of a file. Error Io if it cannot be read or is none of them; of some kinds it says the way to one.
Result<const Importer*> importerOf(const InputFile& file);
/// Reads a trace; several become one session, each with the tracks of its rank.
Result<void> readTraces(const TraceFiles& traces, TraceStore& store);
/// Reads any trace, a session of Strata's own too; `name` as openTraceFiles takes it.
Result<void> readAnyTrace(const std::string& name, TraceStore& store);
/// Several are ranks of one job and become one session.
Result<void> readAnyTrace(std::span<const std::string> names, TraceStore& store);

}  // namespace strata::inline interchange
