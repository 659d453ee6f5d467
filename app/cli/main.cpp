#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "engine/protocol/nearest_name.h"

namespace strata {
namespace {

std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

ExitCode usage(const std::string& what, const std::string& command) {
  fmt::print(stderr, "strata: {}\nSee: strata{} --help\n", what, command.empty() ? "" : " " + command);
  return ExitCode::Usage;
}

ExitCode parseFailed(const CLI::App& app, const CLI::ParseError& error) {
  std::string command;
  for (const CLI::App* chosen : app.get_subcommands()) command = chosen->get_name();
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  return usage(what, command);
}

ExitCode finished(ExitCode code) {
  const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (written || code != ExitCode::Done) return code;
  return complain({ErrorCode::Io, "Standard output could not take the result; is its disk full or its reader gone?"});
}

int strataMain(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app("Runs AI kernels and shows every storey of the stack doing its part.", "strata");
  app.set_version_flag("--version", STRATA_VERSION);
  app.require_subcommand(1);
  Action action;
  addList(app, action);
  addRun(app, action);
  addInfo(app, action);
  addImport(app, action);
  addExport(app, action);
  addRender(app, action);
  addReport(app, action);
  addBench(app, action);
  addDoctor(app, action);
  addKernels(app, action);
  addCompile(app, action);
  const std::string first = argc > 1 ? argv[1] : "";
  const std::vector<std::string> names = commandNames(app);
  if (!first.empty() && first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())
    return static_cast<int>(usage(fmt::format("there is no command '{}'; {}", first, suggestion(first, names)), ""));
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return static_cast<int>(parseFailed(app, error));
  }
  return static_cast<int>(finished(action()));
}

}  // namespace
}  // namespace strata

int main(int argc, char** argv) {
  return strata::strataMain(argc, argv);
}
