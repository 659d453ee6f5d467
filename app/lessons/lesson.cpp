#include "app/lessons/lesson.h"

#include <algorithm>
#include <filesystem>

#include "engine/base/shipped.h"

namespace strata::inline lessons {

bool wantsCpu(const RunLine& run) {
  return std::ranges::any_of(run.set, [](const std::string& one) {
    return one == "observe=memory" || one == "observe=errors" || one == "times=modelled" ||
           (one.starts_with("model_gpu=") && one != "model_gpu=none");
  });
}

std::string Lesson::recordingOf(const Page& page) const {
  const auto beside = std::filesystem::path(folder) / page.recording;
  std::error_code unreadable;
  if (std::filesystem::exists(beside, unreadable)) return beside.string();
  const auto shipped = shippedFolder("sessions") / page.recording;
  return (std::filesystem::exists(shipped, unreadable) ? shipped : beside).string();
}

const Question* Lesson::question(std::string_view asked) const {
  for (const Page& page : pages)
    if (page.kind == Page::Kind::Ask && page.question.name == asked) return &page.question;
  return nullptr;
}

std::string Lesson::titleOf(std::string_view asked) const {
  for (const Page& page : pages)
    if (page.kind == Page::Kind::Ask && page.question.name == asked) return page.title;
  return {};
}

}  // namespace strata::inline lessons
