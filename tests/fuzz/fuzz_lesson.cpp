#include <cstdint>
#include <memory>
#include <string_view>

#include "app/lessons/handout.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_file.h"

// A lesson of anybody's: read, checked, and shown as a page after runs that told nothing.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace strata;
  const auto lesson = parseLesson({reinterpret_cast<const char*>(data), size}, "fuzzed.lesson");
  if (!lesson.ok()) return 0;
  Known known;
  known.mayRun = [](const RunLine&) -> Result<void> { return {}; };
  (void)problemsOf(lesson.value(), known);
  const LessonHost host{[](const RunLine& line) -> Result<LessonRun> {
                          return LessonRun{line.experiment, KeptJson::object(), {}, {}};
                        },
                        [](const std::string&) -> Result<LessonRun> { return LessonRun{}; },
                        [](const RunLine& line, const OwnKernel&) -> Result<LessonRun> {
                          return LessonRun{line.experiment, KeptJson::object(), {}, {}};
                        }};
  (void)problemsWhenRun(lesson.value(), host);
  (void)problemsOfTranslation(lesson.value(), lesson.value());
  (void)handout(LessonPlayer(std::make_shared<const Lesson>(lesson.value())), "never");
  return 0;
}
