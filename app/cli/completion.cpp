#include "app/cli/completion.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string_view>

#include "app/cli/commands.h"
#include "app/cli/print.h"
#include "app/lessons/lesson_file.h"
#include "app/session/choices.h"
#include "layers/workloads/experiments.h"

namespace strata::inline cli {
namespace {

using Words = std::vector<std::string>;

/// A command of the line and the options of it that take a value.
struct Line {
  const CLI::App* command;
  Words positionals;                      ///< given before the last word
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

Line readLine(const CLI::App& app, std::span<const std::string> words) {
  Line line{&app, {}, nullptr};
  for (const std::string& word : words.first(words.size() - 1)) {
    if (line.awaiting) {
      line.awaiting = nullptr;
    } else if (const CLI::Option* option = optionOf(*line.command, word)) {
      if (takesValue(*option)) line.awaiting = option;
    } else if (optionGiven(*line.command, word)) {
      continue;
    } else if (line.command == &app) {
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
  if (name == "experiment") return experimentNames();
  if (name == "names") return lessonNames();
  const auto experiment = findExperiment(line.positionals.empty() ? "" : line.positionals[0]);
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

constexpr std::string_view kBash = R"sh(_strata() {
  local IFS=$'\n' rest=$COMP_LINE last=${COMP_WORDS[COMP_CWORD]} words=() i
  for ((i = 0; i <= COMP_CWORD; i++)); do  # bash parts words at = and : as well
    if [[ $i == 0 || $rest == [[:space:]]* ]]; then words+=("${COMP_WORDS[i]}"); else words[-1]+=${COMP_WORDS[i]}; fi
    rest=${rest#"${rest%%[![:space:]]*}"}
    rest=${rest#"${COMP_WORDS[i]}"}
  done
  if [[ $last == [=:]* ]]; then last=; fi
  COMPREPLY=($(compgen -W "$("${words[0]}" completion words -- "${words[@]:1}" 2>/dev/null)" -- "${words[-1]}"))
  COMPREPLY=("${COMPREPLY[@]#"${words[-1]%"$last"}"}")
  if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _strata strata
)sh";

constexpr std::string_view kZsh = R"sh(#compdef strata
_strata() {
  local -a offered
  offered=(${(f)"$(${words[1]} completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#offered )); then compadd -- $offered; else _files; fi
}
if [ "$funcstack[1]" = _strata ]; then _strata "$@"; else compdef _strata strata; fi
)sh";

constexpr std::string_view kFish =
    R"sh(complete -c strata -a '(strata completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
)sh";

ExitCode printWords(const CLI::App& app, const Words& words) {
  for (const std::string& word : completions(app, words)) print("{}\n", word);
  return ExitCode::Done;
}

}  // namespace

std::vector<std::string> optionNames(const CLI::App& command) {
  Words names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return commandNames(app);
  const Line line = readLine(app, words);
  const CLI::Option* given = optionGiven(*line.command, words.back());
  Words offered = line.awaiting                   ? listedValues(*line.awaiting, line, words.back())
                  : given                         ? valuesGiven(*given, line, words.back())
                  : words.back().starts_with("-") ? optionNames(*line.command)
                  : line.command == &app          ? commandNames(app)
                                                  : positionalValues(line);
  std::erase_if(offered, [&](const std::string& each) { return !each.starts_with(words.back()); });
  return offered;
}

void addCompletion(CLI::App& app, Action& action) {
  struct Options {
    std::string shell;
    Words words;
  };
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("completion", "Print a script that completes this command line in a shell");
  command->add_option("shell", options->shell, "bash, zsh or fish")->required();
  command->add_option("words", options->words, "With 'words' as the shell: what was typed, to complete its last word");
  command->callback([options, &app, &action] {
    action = [options, &app] {
      if (options->shell == "words") return printWords(app, options->words);
      for (const auto& [shell, script] : {std::pair{"bash", kBash}, {"zsh", kZsh}, {"fish", kFish}})
        if (options->shell == shell) {
          print("{}", script);
          return ExitCode::Done;
        }
      return complain({ErrorCode::Usage,
                       fmt::format("There is no completion for '{}'; choose bash, zsh or fish.", options->shell)});
    };
  });
}

}  // namespace strata::inline cli
