#include "app/cli/session_name.h"

#include <fmt/core.h>

#include <filesystem>

#include "app/still/printable.h"
#include "engine/interchange/exporter.h"

namespace strata::inline cli {
namespace {

/// The command that writes a file named so; empty: none does.
std::string commandFor(const std::string& ending, const std::string& out) {
  if (ending == ".html" || ending == ".htm") return fmt::format("strata report FILE --out {}", out);
  // Of several, the plain one: the others' names say of what they are.
  const Exporter* plain = nullptr;
  for (const Exporter& each : exporters())
    if (ending == "." + std::string(each.extension) && (!plain || each.name.size() < plain->name.size())) plain = &each;
  return plain ? fmt::format("strata export FILE --to {} --out {}", plain->name, out) : "";
}

}  // namespace

Result<void> checkSessionName(std::string_view command, const std::string& out, Gzip gzip) {
  const Exporter* session = findExporter("perfetto");
  std::filesystem::path name(out);
  const bool packed = name.extension() == ".gz";
  if (packed) name.replace_extension();
  const std::string ending = name.extension().string();
  const bool isSession = ending.empty() || ending == "." + std::string(session->extension);
  const std::string other = isSession ? "" : commandFor(ending, printable(out));
  if (!other.empty())
    return Error{ErrorCode::Usage, fmt::format("--out {}: {} writes a session, whose name ends in .{}. For the other "
                                               "format: {}",
                                               printable(out), command, session->extension, other)};
  if (packed && gzip == Gzip::NotWritten)
    return Error{ErrorCode::Usage,
                 fmt::format("--out {}: {} writes a session as it comes, not compressed. Write {}, then strata export "
                             "{} --to {} --out {}",
                             printable(out), command, printable(name.string()), printable(name.string()), session->name,
                             printable(out))};
  return {};
}

}  // namespace strata::inline cli
