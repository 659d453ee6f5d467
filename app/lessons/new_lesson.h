#pragma once

#include <string>

namespace strata::inline lessons {

/// The text of a lesson to begin with: it runs, asks and explains, and says in comments what else there is.
std::string newLesson(const std::string& name);

}  // namespace strata::inline lessons
