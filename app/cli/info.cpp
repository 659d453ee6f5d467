#include <fmt/core.h>

#include <memory>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/cli/session_report.h"

namespace strata::inline cli {
namespace {

ExitCode info(const std::string& file, bool json) {
  Session session;
  if (const auto opened = session.open(file); !opened.ok()) return complain(opened.error());
  if (json)
    printJson(infoJson(session));
  else
    print("{}", infoText(session));
  return ExitCode::Done;
}

}  // namespace

void addInfo(CLI::App& app, Action& action) {
  struct Options {
    std::string file;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "What a session holds");
  command->add_option("file", options->file, "A session (.pftrace) or another tool's trace")->required();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return info(options->file, options->json); }; });
}

}  // namespace strata::inline cli
