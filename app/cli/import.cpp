#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/not_onto.h"
#include "app/cli/print.h"
#include "app/cli/problems.h"
#include "app/cli/session_name.h"
#include "app/session/opened_model.h"
#include "app/still/printable.h"
#include "engine/base/how_many.h"
#include "engine/interchange/exporter.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"

namespace strata::inline cli {
namespace {

Result<void> importTrace(const std::vector<std::string>& files, const std::string& out) {
  STRATA_TRY(checkSessionName("import", out, Gzip::Written));
  for (const std::string& file : files) STRATA_TRY(notOnto(file, out));
  for (const std::string& file : files)
    if (const auto model = openedModel(file)) return modelIsNoSession(*model);
  TraceStore store;
  STRATA_TRY(readAnyTrace(files, store));
  const auto snapshot = store.snapshot();
  STRATA_ASSIGN(const ExportSummary written, findExporter("perfetto")->write(*snapshot, out));
  const std::uint64_t other = snapshot->totals().slicesPerStorey[static_cast<std::size_t>(Storey::Other)];
  remark("{}: {}; {} on no storey\n", printable(out), writtenText(written), howMany(other, "slice", "slices"));
  if (written.arrowsLeftOut > 0)
    remark("left out: {} that a session cannot express\n", howMany(written.arrowsLeftOut, "arrow", "arrows"));
  for (const SessionMessage& message : snapshot->messages())
    if (const auto facts = importFactsOf(message); facts && !facts->leftOut.empty())
      remark("left out: {}\n", printable(leftOutText(facts->leftOut)));
  remarkProblems(*snapshot);
  return {};
}

std::string importersText() {
  std::string text = "Another tool's trace:";
  for (const Importer& importer : importers()) text += fmt::format("\n{}", importer.description);
  return text;
}

}  // namespace

void addImport(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> files;
    std::string out;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("import", "Turn another tool's trace into a session");
  command->add_option("file", options->files, importersText())->required();
  command->add_option("--out", options->out, "The session to write (.pftrace)")->required();
  command->callback([options, &action] {
    action = [options] {
      const auto done = importTrace(options->files, options->out);
      return done.ok() ? ExitCode::Done : complain(done.error());
    };
  });
}

}  // namespace strata::inline cli
