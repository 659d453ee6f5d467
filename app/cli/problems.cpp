#include "app/cli/problems.h"

#include "app/cli/print.h"
#include "app/still/printable.h"

namespace strata::inline cli {

void remarkProblems(const TraceSnapshot& snapshot) {
  for (const std::string& problem : snapshot.problems()) remark("problem: {}\n", printable(problem));
}

}  // namespace strata::inline cli
