#include "app/lessons/progress.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/json_document.h"
#include "engine/base/new_file.h"
#include "engine/base/shipped.h"

namespace strata::inline lessons {
namespace {

using KeptOrder = nlohmann::ordered_json;

constexpr std::size_t kMostGuesses = 2000;

std::filesystem::path file() {
  const auto folder = ownFolder("learning");
  return folder.empty() ? folder : folder / "progress.json";
}

}  // namespace

void Progress::note(Guess guess) {
  std::erase_if(guesses,
                [&](const Guess& old) { return old.lesson == guess.lesson && old.question == guess.question; });
  guesses.push_back(std::move(guess));
  if (guesses.size() > kMostGuesses) guesses.erase(guesses.begin());
}

std::string toText(const Progress& progress) {
  KeptOrder guesses = KeptOrder::array();
  for (const Progress::Guess& guess : progress.guesses)
    guesses.push_back(
        {{"lesson", guess.lesson}, {"question", guess.question}, {"right", guess.right}, {"factor", guess.factor}});
  return KeptOrder{{"version", 1}, {"done", progress.done}, {"pages", progress.pages}, {"guesses", std::move(guesses)}}
             .dump(1, ' ', false, KeptOrder::error_handler_t::replace) +
         "\n";
}

Progress progressFromText(std::string_view text) {
  Progress progress;
  const auto read = parseJson("progress.json", text);
  if (!read.ok() || !read.value().is_object()) return progress;
  const nlohmann::json& json = read.value();
  const auto each = [&](const char* key, auto&& take) {
    const auto found = json.find(key);
    if (found == json.end()) return;
    for (const auto& [name, value] : found->items()) take(name, value);
  };
  each("done", [&](const std::string&, const nlohmann::json& name) {
    if (name.is_string()) progress.done.insert(name.get<std::string>());
  });
  each("pages", [&](const std::string& name, const nlohmann::json& page) {
    if (page.is_number_unsigned()) progress.pages[name] = page.get<std::size_t>();
  });
  each("guesses", [&](const std::string&, const nlohmann::json& guess) {
    if (!guess.is_object()) return;
    Progress::Guess made;
    for (const auto& [key, value] : guess.items()) {
      if (key == "lesson" && value.is_string()) made.lesson = value.get<std::string>();
      if (key == "question" && value.is_string()) made.question = value.get<std::string>();
      if (key == "right" && value.is_boolean()) made.right = value.get<bool>();
      if (key == "factor" && value.is_number()) made.factor = value.get<double>();
    }
    if (!made.lesson.empty() && !made.question.empty()) progress.note(std::move(made));
  });
  return progress;
}

Progress readProgress() {
  if (file().empty()) return {};
  std::ifstream stream(file(), std::ios::binary);
  return progressFromText(std::string(std::istreambuf_iterator<char>(stream), {}));
}

Result<void> keepProgress(const Progress& progress) {
  if (file().empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(file().parent_path(), ignored);
  return writeWholeFile(file().string(), toText(progress));
}

}  // namespace strata::inline lessons
