#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/cli/session_json.h"
#include "app/still/session_text.h"

namespace strata::inline cli {
namespace {

ExitCode info(const std::vector<std::string>& files, bool json) {
  Session session;
  if (const auto opened = session.open(files); !opened.ok()) return complain(opened.error(), json);
  if (json)
    printJson(infoJson(session));
  else
    print("{}", infoText(session));
  return ExitCode::Done;
}

}  // namespace

void addInfo(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> files;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("info", "What a session holds");
  command
      ->add_option("file", options->files, "A session (.pftrace) or another tool's trace; several are ranks of one job")
      ->required();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->callback([options, &action] { action = [options] { return info(options->files, options->json); }; });
}

}  // namespace strata::inline cli
