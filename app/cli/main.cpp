#include <fmt/core.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/views/view.h"
#include "engine/base/temporary_file.h"
#include "engine/base/version.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
std::vector<std::string> commandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

namespace {

ExitCode usage(const std::string& what, const std::string& command) {
  remark("strata: {}\nSee: strata{} --help\n", what, command.empty() ? "" : " " + command);
  return ExitCode::Usage;
}

/// Of a parameter that stands alone, as shows and lessons write it.
std::string hintOf(const CLI::App& app, const std::string& command) {
  const std::vector<std::string> words = app.remaining(true);
  const auto parameter = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word[0] != '-' && word.find('=') != std::string::npos;
  });
  return command == "run" && parameter != words.end()
             ? fmt::format(". Parameters come behind --set: --set {}", *parameter)
             : std::string();
}

/// What to write for a command that there is not.
std::string insteadOf(const std::string& command, const std::vector<std::string>& names) {
  const View* view = findView(command);
  if (!view || nearestName(command, names).starts_with(command)) return suggestion(command, names);
  return fmt::format("it is a view: strata render FILE{} --view {} --out {}.svg{}",
                     view->compares ? " --compare FILE" : "", view->name, view->name,
                     view->compares ? "; in figures: strata report FILE --compare FILE" : "");
}

ExitCode parseFailed(const CLI::App& app, const CLI::ParseError& error) {
  std::string command;
  for (const CLI::App* chosen : app.get_subcommands()) command = chosen->get_name();
  std::string what = error.what();
  std::replace(what.begin(), what.end(), '\n', ' ');
  return usage(what + hintOf(app, command), command);
}

ExitCode helpText(const CLI::App& app, const CLI::Success& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  printText(text.str());
  return ExitCode::Done;
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
  const std::string first = argc > 1 ? argv[1] : "";
  const std::vector<std::string> names = commandNames(app);
  if (!first.empty() && first[0] != '-' && std::find(names.begin(), names.end(), first) == names.end())
    return usage(fmt::format("there is no command '{}'; {}", first, insteadOf(first, names)), "");
  try {
    app.parse(argc, argv);
    return action();
  } catch (const CLI::Success& help) {
    return helpText(app, help);
  } catch (const CLI::ParseError& error) {
    return parseFailed(app, error);
  } catch (const std::exception& bug) {
    return complain({ErrorCode::Internal, fmt::format("A bug in Strata ended the command: {}.", bug.what())});
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
    return static_cast<int>(strata::strataMain(argc, argv));
  } catch (...) {
    return static_cast<int>(strata::ExitCode::Internal);  // not even words for it could be had
  }
}
