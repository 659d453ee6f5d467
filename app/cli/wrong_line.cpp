#include "app/cli/wrong_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/json_out.h"
#include "app/cli/print.h"
#include "app/completion/completion.h"
#include "app/views/view.h"
#include "engine/interchange/stack_report.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
namespace {

constexpr std::string_view kJson = "--json";

/// The command of the line; null: it has none.
const CLI::App* commandOf(const CLI::App& app) {
  const auto read = app.get_subcommands();
  return read.empty() ? nullptr : read.front();
}

bool asksForJson(const CLI::App* command, std::span<char* const> words) {
  if (command && !command->get_option_no_throw(std::string(kJson))) return false;
  return std::ranges::any_of(words, [](const char* word) { return word == kJson; });
}

ExitCode complainOfUsage(std::string what, const std::string& command, bool json) {
  std::ranges::replace(what, '\n', ' ');
  const ExitCode code = complain({ErrorCode::Usage, std::move(what)}, json, command == "report" ? kReportVersion : 1);
  remark("See: strata{} --help\n", command.empty() ? "" : " " + command);
  return code;
}

/// Empty: none of the words is an option that there is not.
std::string unknownOption(const CLI::App& command, const std::vector<std::string>& unread) {
  const auto isOption = [](const std::string& word) { return word.size() > 1 && word[0] == '-' && word != "--"; };
  const auto found = std::ranges::find_if(unread, isOption);
  if (found == unread.end()) return {};
  const std::string name = found->substr(0, found->find('='));
  if (command.get_option_no_throw(name))
    return fmt::format("{} stands in front of its command; write strata {} {}", name, command.get_name(), name);
  return fmt::format("there is no option '{}'; {}", name, suggestion(name, optionNames(command)));
}

/// Of a parameter that stands alone, as shows and lessons write it.
std::string hintOf(const std::vector<std::string>& unread, const std::string& command) {
  const auto parameter =
      std::ranges::find_if(unread, [](const std::string& word) { return word.find('=') != std::string::npos; });
  return command == "run" && parameter != unread.end()
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

}  // namespace

ExitCode complainOfLine(const CLI::App& app, const CLI::ParseError& error, std::span<char* const> words) {
  const CLI::App* command = commandOf(app);
  const std::string name = command ? command->get_name() : "";
  const std::vector<std::string> unread = app.remaining(true);
  std::string what = unknownOption(command ? *command : app, unread);
  const bool tooMany = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
  if (what.empty())
    what = tooMany ? fmt::format("not expected: {}{}", fmt::join(unread, " "), hintOf(unread, name)) : error.what();
  return complainOfUsage(std::move(what), name, asksForJson(command, words));
}

ExitCode complainOfCommand(const CLI::App& app, const std::string& command, std::span<char* const> words) {
  return complainOfUsage(fmt::format("there is no command '{}'; {}", command, insteadOf(command, commandNames(app))),
                         "", asksForJson(nullptr, words));
}

}  // namespace strata::inline cli
