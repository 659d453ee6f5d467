#include "tests/house/lock_lint.h"

#include <regex>
#include <sstream>

namespace strata {

std::vector<StandardLock> standardLocksOf(std::string_view text) {
  static const std::regex kLock(R"(\bstd::(\w*mutex|condition_variable\w*|lock_guard|\w+_lock)\b)");
  std::vector<StandardLock> locks;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (std::regex_search(line, match, kLock)) locks.push_back({match[0].str(), number});
  }
  return locks;
}

}  // namespace strata
