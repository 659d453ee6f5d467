#include "app/lessons/progress.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "engine/base/json_document.h"
#include "engine/base/new_file.h"
#include "engine/base/read_file.h"
#include "engine/base/shipped.h"
#include "engine/base/text_parts.h"

namespace strata::inline lessons {
namespace {

using KeptOrder = nlohmann::ordered_json;

constexpr std::size_t kMostNoted = 2000, kLongestName = 40;

std::filesystem::path fileOf(const std::string& learner) {
  auto folder = ownFolder("learning");
  if (folder.empty()) return folder;
  return learner.empty() ? folder / "progress.json" : folder / "learners" / (learner + ".json");
}

/// A number, a word, or a list of numbers, whichever the bet is.
KeptOrder jsonOf(const Bet& bet) {
  if (!bet.word.empty()) return bet.word;
  if (!bet.order.empty()) return bet.order;
  return bet.number;
}

Bet betOf(const nlohmann::json& json) {
  Bet bet;
  if (json.is_string()) bet.word = json.get<std::string>();
  if (json.is_number()) bet.number = json.get<double>();
  if (json.is_array())
    for (const nlohmann::json& item : json)
      if (item.is_number_unsigned()) bet.order.push_back(item.get<std::size_t>());
  return bet;
}

KeptOrder jsonOf(const Progress::Guess& guess) {
  return {{"lesson", guess.lesson}, {"question", guess.question}, {"right", guess.right},
          {"factor", guess.factor}, {"said", jsonOf(guess.said)}, {"came", jsonOf(guess.came)},
          {"words", guess.words},   {"outcome", guess.outcome},   {"returned", guess.returned},
          {"known", guess.known}};
}

KeptOrder jsonOf(const Progress::Finding& finding) {
  return {{"lesson", finding.lesson},         {"page", finding.page},     {"runs", finding.runs},
          {"recordings", finding.recordings}, {"device", finding.device}, {"text", finding.text}};
}

KeptOrder jsonOf(const LessonPlace& place) {
  KeptOrder bets = KeptOrder::object();
  for (const auto& [question, bet] : place.bets) bets[question] = jsonOf(bet);
  return {{"page", place.page},
          {"plan", place.plan},
          {"bets", std::move(bets)},
          {"explained", place.explained},
          {"solved", place.solved}};
}

std::string textIn(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Progress::Guess guessOf(const nlohmann::json& json) {
  Progress::Guess guess;
  guess.lesson = textIn(json, "lesson");
  guess.question = textIn(json, "question");
  guess.words = textIn(json, "words");
  guess.outcome = textIn(json, "outcome");
  for (const auto& [key, value] : json.items()) {
    if (key == "right" && value.is_boolean()) guess.right = value.get<bool>();
    if (key == "known" && value.is_boolean()) guess.known = value.get<bool>();
    if (key == "factor" && value.is_number()) guess.factor = value.get<double>();
    if (key == "returned" && value.is_number_unsigned()) guess.returned = value.get<std::size_t>();
    if (key == "said") guess.said = betOf(value);
    if (key == "came") guess.came = betOf(value);
  }
  return guess;
}

LessonPlace placeOf(const nlohmann::json& json) {
  LessonPlace place;
  place.plan = textIn(json, "plan");
  if (const auto page = json.find("page"); page != json.end() && page->is_number_unsigned())
    place.page = page->get<std::size_t>();
  if (const auto bets = json.find("bets"); bets != json.end() && bets->is_object())
    for (const auto& [question, bet] : bets->items()) place.bets.emplace(question, betOf(bet));
  const auto pages = [&](const char* key, std::set<std::size_t>& taken) {
    if (const auto listed = json.find(key); listed != json.end())
      for (const nlohmann::json& page : *listed)
        if (page.is_number_unsigned()) taken.insert(page.get<std::size_t>());
  };
  pages("explained", place.explained);
  pages("solved", place.solved);
  return place;
}

Progress::Finding findingOf(const nlohmann::json& json) {
  Progress::Finding finding{
      textIn(json, "lesson"), textIn(json, "page"), textIn(json, "text"), textIn(json, "device"), {}, {}};
  const auto words = [&](const char* key, std::vector<std::string>& taken) {
    if (const auto listed = json.find(key); listed != json.end())
      for (const nlohmann::json& word : *listed)
        if (word.is_string()) taken.push_back(word.get<std::string>());
  };
  words("runs", finding.runs);
  words("recordings", finding.recordings);
  return finding;
}

template <class Noted>
void add(std::vector<Noted>& all, Noted one) {
  all.push_back(std::move(one));
  if (all.size() > kMostNoted) all.erase(all.begin());
}

}  // namespace

void Progress::note(Guess guess) {
  std::erase_if(guesses,
                [&](const Guess& old) { return old.lesson == guess.lesson && old.question == guess.question; });
  add(guesses, std::move(guess));
}

void Progress::note(Finding finding) {
  std::erase_if(findings, [&](const Finding& old) { return old.lesson == finding.lesson && old.page == finding.page; });
  add(findings, std::move(finding));
}

std::string toText(const Progress& progress) {
  KeptOrder guesses = KeptOrder::array(), findings = KeptOrder::array(), places = KeptOrder::object();
  for (const auto& [lesson, place] : progress.places) places[lesson] = jsonOf(place);
  for (const Progress::Guess& guess : progress.guesses) guesses.push_back(jsonOf(guess));
  for (const Progress::Finding& finding : progress.findings) findings.push_back(jsonOf(finding));
  return KeptOrder{{"version", 1},
                   {"done", progress.done},
                   {"places", std::move(places)},
                   {"guesses", std::move(guesses)},
                   {"findings", std::move(findings)}}
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
  each("places", [&](const std::string& lesson, const nlohmann::json& place) {
    if (place.is_object() && !lesson.empty()) progress.places[lesson] = placeOf(place);
  });
  each("guesses", [&](const std::string&, const nlohmann::json& guess) {
    if (!guess.is_object()) return;
    Progress::Guess made = guessOf(guess);
    if (!made.lesson.empty() && !made.question.empty()) progress.note(std::move(made));
  });
  each("findings", [&](const std::string&, const nlohmann::json& finding) {
    if (!finding.is_object()) return;
    Progress::Finding made = findingOf(finding);
    if (!made.lesson.empty() && !made.text.empty()) progress.note(std::move(made));
  });
  return progress;
}

Progress readProgress(const std::string& learner) {
  const auto file = fileOf(learner);
  if (file.empty()) return {};
  return progressFromText(readIfThere(file));
}

Result<void> keepProgress(const Progress& progress, const std::string& learner) {
  const auto file = fileOf(learner);
  if (file.empty()) return {};
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  return writeWholeFile(file.string(), toText(progress));
}

std::vector<std::string> learners() {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(ownFolder("learning") / "learners", error), end;
       !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".json") names.push_back(entry->path().stem().string());
  std::ranges::sort(names);
  return names;
}

Result<std::string> learnerName(std::string_view typed) {
  const std::string_view name = trimmed(typed);
  const bool fits = !name.empty() && name.size() <= kLongestName && std::ranges::all_of(name, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) || c == ' ' || c == '-' || c == '_';
  });
  if (!fits) return Error{ErrorCode::Usage, "A learner's name has letters, digits, spaces and dashes, 40 at most."};
  return std::string(name);
}

}  // namespace strata::inline lessons
