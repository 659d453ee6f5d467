#include <algorithm>
#include <cstdlib>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/cli/wrong_line.h"
#include "app/completion/completion.h"
#include "engine/base/exception_error.h"
#include "engine/base/temporary_file.h"
#include "engine/base/version.h"

namespace strata::inline cli {
namespace {

std::string exitCodeTable() {
  std::string table = "Exit codes:\n";
  for (const auto& [code, meaning] : exitCodes()) table += fmt::format("  {:<5} {}\n", static_cast<int>(code), meaning);
  return table;
}

ExitCode helpText(const CLI::App& app, const CLI::Success& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  printText(text.str());
  return ExitCode::Done;
}

/// "strata run --help" of "strata help run".
std::vector<const char*> helpLine(const char* program, std::span<char* const> about) {
  std::vector<const char*> line{program};
  line.insert(line.end(), about.begin(), about.end());
  line.push_back("--help");
  return line;
}

/// What the line asks for, done.
ExitCode perform(int argc, char** argv) {
  CLI::App app("Runs AI kernels and shows every storey of the stack at work: its levels, from model to hardware.",
               "strata");
  app.set_version_flag("--version", versionOf("strata"));
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
  addLens(app, action);
  addLesson(app, action);
  addCompletion(app, action);
  app.footer(exitCodeTable());  // after the commands, which would have it, too
  const std::span<char* const> words(argv + 1, argv + std::max(1, argc));
  const std::string first = words.empty() ? "" : words[0];
  const std::vector<std::string> names = commandNames(app);
  const bool asksForHelp = first == "help";
  const std::string command = asksForHelp ? (words.size() > 1 ? words[1] : "") : first;
  if (!command.empty() && command[0] != '-' && std::find(names.begin(), names.end(), command) == names.end())
    return complainOfCommand(app, command, words);
  try {
    if (asksForHelp) {
      const std::vector<const char*> line = helpLine(argv[0], words.subspan(1));
      app.parse(static_cast<int>(line.size()), line.data());
    } else {
      app.parse(argc, argv);
    }
    return action();
  } catch (const CLI::Success& help) {
    return helpText(app, help);
  } catch (const CLI::ParseError& error) {
    return complainOfLine(app, error, words);
  } catch (const std::exception& thrown) {
    return complain(exceptionError("The command", thrown));
  }
}

/// A result that could not be written is a failure of a command that had none.
ExitCode strataMain(int argc, char** argv) {
  prepareStandardStreams();
  removeTemporariesOnSignals();
  const ExitCode code = perform(argc, argv);
  const auto taken = standardOutputTaken();
  if (taken.ok()) return code;
  const ExitCode lost = complain(taken.error());
  return code == ExitCode::Done ? lost : code;
}

}  // namespace
}  // namespace strata::inline cli

int main(int argc, char** argv) {
  try {
    const strata::ExitCode code = strata::strataMain(argc, argv);
    const int status = static_cast<int>(code);
    // Work that was to stop may go on, on a thread that nobody waits for (StopSignal).
    if (code == strata::ExitCode::Interrupted) strata::endAtOnce(status);
    return status;
  } catch (...) {
    return static_cast<int>(strata::ExitCode::Internal);  // not even words for it could be had
  }
}
