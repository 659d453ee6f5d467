#include "app/facts/answers_of.h"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <ctime>

#include "app/facts/wall_clock.h"

namespace strata::inline facts {
namespace {

std::string loginName() {
  std::array<char, 4096> words{};
  passwd entry{}, *found = nullptr;
  return ::getpwuid_r(::getuid(), &entry, words.data(), words.size(), &found) == 0 && found ? found->pw_name
                                                                                            : std::string();
}

std::string machineName() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : std::string();
}

}  // namespace

AnswersOf answersHere(const std::string& learner) {
  return {learner.empty() ? loginName() : learner, minuteOf(std::time(nullptr)), machineName()};
}

std::string answersFileName(const AnswersOf& of) {
  return of.learner.empty() ? "answers.html" : "answers-" + of.learner + ".html";
}

}  // namespace strata::inline facts
