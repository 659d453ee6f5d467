#include <fmt/core.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/not_onto.h"
#include "app/cli/print.h"
#include "app/cli/problems.h"
#include "app/session/session.h"
#include "engine/base/how_many.h"
#include "engine/interchange/exporter.h"
#include "engine/protocol/nearest_name.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline cli {
namespace {

struct ExportOptions {
  std::string file, format, out;
  bool compatible = false;
};

Result<const Exporter*> chosenExporter(const std::string& name) {
  if (const Exporter* exporter = findExporter(name)) return exporter;
  std::vector<std::string> names;
  for (const Exporter& exporter : exporters()) names.emplace_back(exporter.name);
  return Error{ErrorCode::Usage, fmt::format("There is no export format '{}'; {}", name, suggestion(name, names))};
}

Result<ExportSummary> exportSession(const ExportOptions& options) {
  STRATA_ASSIGN(const Exporter* exporter, chosenExporter(options.format));
  if (options.compatible && !exporter->writeCompatible)
    return Error{ErrorCode::Usage,
                 fmt::format("The format '{}' is the same for older readers; leave out --compat.", exporter->name)};
  if (options.out.ends_with(".html") || options.out.ends_with(".htm"))
    return Error{ErrorCode::Usage, fmt::format("No export is a page; `strata report {} --out {}` writes one.",
                                               options.file, options.out)};
  STRATA_TRY(notOnto(options.file, options.out));
  Session session;
  STRATA_TRY(session.open(options.file));
  remarkProblems(*session.snapshot());
  if (!holdsWork(*session.snapshot()))
    return Error{ErrorCode::Unavailable,
                 fmt::format("There is nothing to export: {} holds no event and no result. Record a run first, such as "
                             "strata run matmul --out run.pftrace.",
                             options.file)};
  const auto write = options.compatible ? exporter->writeCompatible : exporter->write;
  return write(*session.snapshot(), options.out);
}

ExitCode runExport(const ExportOptions& options) {
  const auto summary = exportSession(options);
  if (!summary.ok()) return complain(summary.error());
  remark("{}: {}\n", options.out, writtenText(summary.value()));
  if (const auto arrows = summary.value().arrowsLeftOut; arrows > 0)
    remark("left out: {} that the format cannot express\n", howMany(arrows, "arrow", "arrows"));
  return ExitCode::Done;
}

std::string exportersText() {
  std::string text = "The format:";
  for (const Exporter& exporter : exporters()) text += fmt::format("\n{}: {}", exporter.name, exporter.description);
  return text;
}

}  // namespace

void addExport(CLI::App& app, Action& action) {
  const auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a session in another tool's format");
  command->add_option("file", options->file, "A session (.pftrace) or another tool's trace")->required();
  command->add_option("--to", options->format, exportersText())->required();
  command->add_option("--out", options->out, "The file to write; compressed if it ends in .gz; - is standard output")
      ->required();
  command->add_flag("--compat", options->compatible,
                    "For older readers: of perfetto, kernels and copies as plain slices");
  command->callback([options, &action] { action = [options] { return runExport(*options); }; });
}

}  // namespace strata::inline cli
