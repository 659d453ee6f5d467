#include "app/completion/completion.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string_view>
#include <utility>

#include "app/completion/shell_script.h"
#include "app/lessons/lesson_file.h"
#include "app/session/choices.h"
#include "app/session/exit_code.h"
#include "engine/base/standard_streams.h"
#include "layers/workloads/experiments.h"

namespace strata::inline completion {
namespace {

using Words = std::vector<std::string>;

constexpr std::string_view kOption = "--completion";

/// A command of the line and the options of it that take a value.
struct Line {
  const CLI::App* command;
  Words positionals;                      ///< given before the last word
  std::string run = {};                   ///< of a program without commands: the experiment that --run names
  const CLI::Option* awaiting = nullptr;  ///< the option whose value the last word is
};

bool takesValue(const CLI::Option& option) {
  return option.get_items_expected_max() > 0;
}

const CLI::Option* optionOf(const CLI::App& command, const std::string& word) {
  return word.starts_with("-") ? command.get_option_no_throw(word) : nullptr;
}

/// "--device=" of "--device=cuda"; empty where the word gives no value to an option.
std::string optionWithSign(const std::string& word) {
  const std::size_t sign = word.find('=');
  return word.starts_with("--") && sign != word.npos ? word.substr(0, sign + 1) : std::string();
}

/// The option that the word gives a value to.
const CLI::Option* optionGiven(const CLI::App& command, const std::string& word) {
  const std::string name = optionWithSign(word);
  return name.empty() ? nullptr : optionOf(command, name.substr(0, name.size() - 1));
}

bool hasCommands(const CLI::App& app) {
  return !app.get_subcommands({}).empty();
}

/// Of a program without commands, which takes the experiment by an option.
bool namesExperiment(const CLI::Option& option, const Line& line) {
  const bool ofProgram = !line.command->get_parent() && !hasCommands(*line.command);
  return ofProgram && option.get_single_name() == "run";
}

void takeValue(Line& line, const CLI::Option& option, const std::string& value) {
  if (namesExperiment(option, line)) line.run = value;
}

Line readLine(const CLI::App& app, std::span<const std::string> words) {
  Line line{&app, {}};
  for (const std::string& word : words.first(words.size() - 1)) {
    if (line.awaiting) {
      takeValue(line, *std::exchange(line.awaiting, nullptr), word);
    } else if (const CLI::Option* option = optionOf(*line.command, word)) {
      if (takesValue(*option)) line.awaiting = option;
    } else if (const CLI::Option* given = optionGiven(*line.command, word)) {
      takeValue(line, *given, word.substr(word.find('=') + 1));
    } else if (line.command == &app && hasCommands(app)) {
      const auto commands = app.get_subcommands({});
      const auto found = std::ranges::find(commands, word, [](const CLI::App* each) { return each->get_name(); });
      if (found != commands.end()) line.command = *found;
    } else {
      line.positionals.push_back(word);
    }
  }
  return line;
}

void addMatches(Words& words, const std::string& text, const std::regex& pattern) {
  for (std::sregex_iterator each(text.begin(), text.end(), pattern), end; each != end; ++each)
    words.push_back((*each)[1].str());
}

/// The values that a description names: "{a,b}" of its type, a line "a: …" for each, or "a, b or c".
Words describedValues(const CLI::Option& option) {
  static const std::regex kLines("\n([a-z0-9_-]+):"), kSet("[{,]([^,{}]+)"),
      kList("(?:^|: )((?:[a-z0-9:]+, )*[a-z0-9:]+,? or [a-z0-9:]+)(?= |;|$)"), kWord("([a-z0-9:]+)(?:, or |, | or |$)");
  Words words;
  const std::string& text = option.get_description();
  if (const std::string type = option.get_type_name(); type.find('{') != std::string::npos)
    addMatches(words, type.substr(type.find('{')), kSet);
  if (words.empty()) addMatches(words, text, kLines);
  std::smatch list;
  if (words.empty() && std::regex_search(text, list, kList)) addMatches(words, list[1].str(), kWord);
  return words;
}

Words assignments(const ExperimentInfo& experiment) {
  Words words;
  for (const ParameterInfo& parameter : experiment.parameters) {
    if (parameter.choices.empty()) words.push_back(parameter.name + "=");
    for (const std::string& choice : parameter.choices) words.push_back(parameter.name + "=" + choice);
  }
  return words;
}

Words variantNames(const ExperimentInfo& experiment) {
  Words words;
  for (const VariantInfo& variant : experiment.variants) words.push_back(variant.name);
  return words;
}

/// Of an option that is short for the parameter of its name: "model-gpu" for model_gpu.
Words choicesOf(const ExperimentInfo& experiment, std::string name) {
  std::ranges::replace(name, '-', '_');
  const auto found = std::ranges::find(experiment.parameters, name, &ParameterInfo::name);
  return found == experiment.parameters.end() ? Words() : found->choices;
}

Words lessonNames() {
  Words names;
  for (const LessonFile& file : allLessons()) names.push_back(std::filesystem::path(file.path).stem().string());
  return names;
}

Words valuesOf(const CLI::Option& option, const Line& line) {
  const std::string& name = option.get_single_name();
  if (name == "experiment" || namesExperiment(option, line)) return experimentNames();
  if (name == "names") return lessonNames();
  const auto experiment =
      findExperiment(line.run.empty() && !line.positionals.empty() ? line.positionals[0] : line.run);
  if (name == "set" || name == "variants" || name == "variant") {
    if (!experiment.ok()) return {};
    return name == "set" ? assignments(*experiment.value()) : variantNames(*experiment.value());
  }
  const Words choices = experiment.ok() ? choicesOf(*experiment.value(), name) : Words();
  return choices.empty() ? describedValues(option) : choices;
}

/// Of an option that takes several values, those that can follow what is there of the word: "naive,tiled" for "naive,".
Words listedValues(const CLI::Option& option, const Line& line, const std::string& word) {
  Words words = valuesOf(option, line);
  const std::size_t last = option.get_delimiter() == 0 ? word.npos : word.rfind(option.get_delimiter());
  if (last != word.npos)
    for (std::string& each : words) each.insert(0, word, 0, last + 1);
  return words;
}

/// "--device=cuda" for "--device=cu".
Words valuesGiven(const CLI::Option& option, const Line& line, const std::string& word) {
  const std::string name = optionWithSign(word);
  Words words = listedValues(option, line, word.substr(name.size()));
  for (std::string& each : words) each.insert(0, name);
  return words;
}

Words positionalValues(const Line& line) {
  std::size_t at = line.positionals.size();
  for (const CLI::Option* option : line.command->get_options())
    if (option->get_positional() && at-- == 0) return valuesOf(*option, line);
  return {};
}

}  // namespace

std::vector<std::string> optionNames(const CLI::App& command) {
  Words names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> commandNames(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return commandNames(app);
  const Line line = readLine(app, words);
  const CLI::Option* given = optionGiven(*line.command, words.back());
  Words offered = line.awaiting                              ? listedValues(*line.awaiting, line, words.back())
                  : given                                    ? valuesGiven(*given, line, words.back())
                  : words.back().starts_with("-")            ? optionNames(*line.command)
                  : line.command == &app && hasCommands(app) ? commandNames(app)
                                                             : positionalValues(line);
  std::erase_if(offered, [&](const std::string& each) { return !each.starts_with(words.back()); });
  return offered;
}

void addCompletionOption(CLI::App& app) {
  app.add_option(
         std::string(kOption), [](const CLI::results_t&) { return true; },
         "Print a script that completes this command line: bash, zsh or fish")
      ->type_name("SHELL");
}

std::optional<int> completionAnswered(const CLI::App& app, std::span<const char* const> words) {
  const auto behind = std::ranges::find_if(words, [](std::string_view word) { return word == "--"; });
  const auto option = std::find_if(words.begin(), behind, [](std::string_view word) {
    return word == kOption || optionWithSign(std::string(word)) == std::string(kOption) + "=";
  });
  const bool withSign = option != behind && *option != kOption;
  if (option == behind) return std::nullopt;
  const std::string_view shell = withSign               ? std::string_view(*option).substr(kOption.size() + 1)
                                 : option + 1 == behind ? std::string_view()
                                                        : option[1];
  if (shell == "words") {
    const Words typed(behind == words.end() ? behind : behind + 1, words.end());
    for (const std::string& word : completions(app, typed)) printText(word + "\n");
    return 0;
  }
  const auto script = shellScript(shell, app.get_name(), kOption);
  if (script.ok()) return printText(script.value()), 0;
  printRemark(app.get_name() + ": " + script.error().message + "\n");
  return static_cast<int>(ExitCode::Usage);
}

}  // namespace strata::inline completion
