#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "app/lessons/progress.h"

namespace strata::test {

/// Of a learner who is through the lesson and predicted nothing for these questions, each of which came out as 2.
inline Progress notedProgress(const std::string& lesson, std::initializer_list<const char*> questions) {
  Progress progress;
  progress.done.insert(lesson);
  for (const char* question : questions) {
    Progress::Guess guess;
    guess.lesson = lesson;
    guess.question = question;
    guess.outcome = "2";
    progress.note(std::move(guess));
  }
  return progress;
}

}  // namespace strata::test
