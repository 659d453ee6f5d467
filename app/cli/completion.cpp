#include "app/completion/completion.h"

#include <memory>
#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/completion/shell_script.h"

namespace strata::inline cli {
namespace {

ExitCode printWords(const CLI::App& app, const std::vector<std::string>& words) {
  for (const std::string& word : completions(app, words)) print("{}\n", word);
  return ExitCode::Done;
}

ExitCode printScript(const CLI::App& app, const std::string& shell) {
  const auto script = shellScript(shell, app.get_name(), "completion");
  if (!script.ok()) return complain(script.error());
  print("{}", script.value());
  return ExitCode::Done;
}

}  // namespace

void addCompletion(CLI::App& app, Action& action) {
  struct Options {
    std::string shell;
    std::vector<std::string> words;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes this command line in a shell");
  command->add_option("shell", options->shell, "bash, zsh or fish")->required();
  command->add_option("words", options->words, "With 'words' as the shell: what was typed, to complete its last word");
  command->callback([options, &app, &action] {
    action = [options, &app] {
      return options->shell == "words" ? printWords(app, options->words) : printScript(app, options->shell);
    };
  });
}

}  // namespace strata::inline cli
