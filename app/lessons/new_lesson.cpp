#include "app/lessons/new_lesson.h"

#include <fmt/format.h>

namespace strata::inline lessons {

std::string newLesson(const std::string& name) {
  static constexpr std::string_view kText = R"(lesson: {}
about: One sentence that says what is learnt.
minutes: 5
let: factor = time(naive) / time(library)

say: What this is about
  A page is a title and a short text, at most ninety words. *Markdown* works.
  view: speed

ask: How many times quicker is the library than the naive step?
  name: quicker
  number: 1 to 1000
  unit: ×
  answer: factor

run: matmul n=256 variants=naive,library
  title: The same product, twice

explain: What came out
  if factor > 1.2:
    You said {{bet: quicker}}; here it is {{factor: times}}. The naive step took {{time(naive)}}, the
    library {{time(library)}}.
  else:
    Here the two take about the same: {{time(naive)}} and {{time(library)}}.
  view: speed
)";
  return fmt::format(kText, name);
}

}  // namespace strata::inline lessons
