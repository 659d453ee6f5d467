#pragma once

#include <string>

#include "app/lessons/progress.h"

namespace strata::inline facts {

/// Of answers that are saved here and now; an empty name is the user, who goes by the name of their login.
AnswersOf answersHere(const std::string& learner);

/// What a file of them is called where nobody says: "answers-anna.html".
std::string answersFileName(const AnswersOf& of);

}  // namespace strata::inline facts
