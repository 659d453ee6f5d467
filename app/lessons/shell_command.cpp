#include "app/lessons/shell_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "app/lessons/lesson.h"
#include "engine/base/shell_word.h"

namespace strata::inline lessons {
namespace {

/// "n=64", "n=128": what the runs set in one place, each once.
std::vector<std::string> settingsAt(const std::vector<RunLine>& runs, std::size_t place) {
  std::vector<std::string> all;
  for (const RunLine& run : runs)
    if (std::ranges::find(all, run.set[place]) == all.end()) all.push_back(run.set[place]);
  return all;
}

}  // namespace

std::string shellCommand(const RunLine& line) {
  const auto runs = singleRuns(line);
  std::string loops, command = "strata run " + shellWord(line.experiment), ends;
  for (std::size_t i = 0; i < line.set.size(); ++i) {
    std::vector<std::string> settings = settingsAt(runs, i);
    if (settings.size() == 1) {
      command += " --set " + shellWord(settings.front());
      continue;
    }
    const auto equals = line.set[i].find('=');
    const std::string name = line.set[i].substr(0, equals);
    for (std::string& setting : settings) setting.erase(0, equals + 1);
    loops += fmt::format("for {} in {}; do ", name, fmt::join(settings, " "));
    command += fmt::format(" --set {0}=${0}", name);
    ends += "; done";
  }
  if (!line.variants.empty()) command += " --variants " + shellWord(fmt::format("{}", fmt::join(line.variants, ",")));
  if (wantsCpu(line)) command += " --device cpu";
  return loops + command + ends;
}

}  // namespace strata::inline lessons
