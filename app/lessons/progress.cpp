#include "app/lessons/progress.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

#include "app/words/messages.h"
#include "engine/base/json_document.h"

namespace strata::inline lessons {
namespace {

constexpr int kVersion = 1;  ///< of what is kept

using KeptOrder = nlohmann::ordered_json;

constexpr std::size_t kMostNoted = 2000;

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

KeptOrder jsonOf(const std::vector<Progress::Source>& sources) {
  KeptOrder all = KeptOrder::array();
  for (const Progress::Source& source : sources) all.push_back({{"what", source.what}, {"device", source.device}});
  return all;
}

KeptOrder jsonOf(const Progress::Finding& finding) {
  return {{"lesson", finding.lesson},
          {"page", finding.page},
          {"runs", jsonOf(finding.runs)},
          {"recordings", jsonOf(finding.recordings)},
          {"text", finding.text}};
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

int versionIn(const nlohmann::json& json) {
  const auto said = json.find("version");
  return said != json.end() && said->is_number_integer() ? said->get<int>() : kVersion;
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

std::vector<Progress::Source> sourcesIn(const nlohmann::json& json, const char* key) {
  std::vector<Progress::Source> sources;
  if (const auto listed = json.find(key); listed != json.end())
    for (const nlohmann::json& one : *listed) {
      if (one.is_string()) sources.push_back({one.get<std::string>(), {}});  // as it was kept once
      if (one.is_object()) sources.push_back({textIn(one, "what"), textIn(one, "device")});
    }
  return sources;
}

Progress::Finding findingOf(const nlohmann::json& json) {
  Progress::Finding finding{textIn(json, "lesson"), textIn(json, "page"), textIn(json, "text"), sourcesIn(json, "runs"),
                            sourcesIn(json, "recordings")};
  // As it was kept once: of several sources it was the last one's.
  const std::string device = textIn(json, "device");
  if (finding.runs.size() + finding.recordings.size() == 1 && !device.empty())
    (finding.runs.empty() ? finding.recordings : finding.runs).front().device = device;
  return finding;
}

template <class Noted>
void add(std::vector<Noted>& all, Noted one) {
  all.push_back(std::move(one));
  if (all.size() > kMostNoted) all.erase(all.begin());
}

bool isSame(const Progress::Guess& a, const Progress::Guess& b) {
  return a.lesson == b.lesson && a.question == b.question;
}

bool isSame(const Progress::Finding& a, const Progress::Finding& b) {
  return a.lesson == b.lesson && a.page == b.page;
}

template <class Noted>
const Noted* sameIn(const std::vector<Noted>& all, const Noted& one) {
  const auto found = std::ranges::find_if(all, [&](const Noted& other) { return isSame(one, other); });
  return found == all.end() ? nullptr : &*found;
}

/// What stands in `now` and not, or otherwise, in `before`; what does not stand there any more is taken out of
/// `theirs`.
template <class Noted>
std::vector<Noted> changesOf(const std::vector<Noted>& before, const std::vector<Noted>& now,
                             std::vector<Noted>& theirs) {
  std::erase_if(theirs, [&](const Noted& one) { return sameIn(before, one) && !sameIn(now, one); });
  std::vector<Noted> changes;
  for (const Noted& one : now)
    if (const Noted* old = sameIn(before, one); !old || *old != one) changes.push_back(one);
  return changes;
}

template <class Keep>
Progress filtered(Progress progress, const Keep& keep) {
  std::erase_if(progress.done, [&](const std::string& lesson) { return !keep(lesson); });
  std::erase_if(progress.places, [&](const auto& place) { return !keep(place.first); });
  std::erase_if(progress.guesses, [&](const Progress::Guess& guess) { return !keep(guess.lesson); });
  std::erase_if(progress.findings, [&](const Progress::Finding& finding) { return !keep(finding.lesson); });
  return progress;
}

Progress progressOf(const nlohmann::json& json) {
  Progress progress;
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

}  // namespace

void Progress::note(Guess guess) {
  std::erase_if(guesses, [&](const Guess& old) { return isSame(old, guess); });
  add(guesses, std::move(guess));
}

void Progress::note(Finding finding) {
  std::erase_if(findings, [&](const Finding& old) { return isSame(old, finding); });
  add(findings, std::move(finding));
}

std::string toText(const Progress& progress, const AnswersOf& of) {
  KeptOrder guesses = KeptOrder::array(), findings = KeptOrder::array(), places = KeptOrder::object();
  for (const auto& [lesson, place] : progress.places) places[lesson] = jsonOf(place);
  for (const Progress::Guess& guess : progress.guesses) guesses.push_back(jsonOf(guess));
  for (const Progress::Finding& finding : progress.findings) findings.push_back(jsonOf(finding));
  KeptOrder all{{"version", kVersion}};
  for (const auto& [key, value] : {std::pair{"learner", of.learner}, {"saved", of.moment}, {"machine", of.machine}})
    if (!value.empty()) all[key] = value;
  all["done"] = progress.done;
  all["places"] = std::move(places);
  all["guesses"] = std::move(guesses);
  all["findings"] = std::move(findings);
  return all.dump(1, ' ', false, KeptOrder::error_handler_t::replace) + "\n";
}

Progress progressFromText(std::string_view text) {
  const auto read = parseJson("progress.json", text);
  return read.ok() && read.value().is_object() ? progressOf(read.value()) : Progress{};
}

Result<SavedAnswers> answersFromText(std::string_view text, const std::string& path) {
  const auto read = parseJson(path, text);
  const nlohmann::json json = read.ok() ? read.value() : nlohmann::json();
  if (!json.is_object() || !json.contains("guesses") || !json["guesses"].is_array())
    return Error{ErrorCode::Usage, fillText(Msg::LearnerNoAnswers, {path})};
  return SavedAnswers{{textIn(json, "learner"), textIn(json, "saved"), textIn(json, "machine")},
                      progressOf(json),
                      versionIn(json) > kVersion};
}

Progress merged(const Progress& before, const Progress& now, Progress theirs) {
  if (theirs == before) return now;  // in its order
  std::erase_if(theirs.done,
                [&](const std::string& lesson) { return before.done.contains(lesson) && !now.done.contains(lesson); });
  for (const std::string& lesson : now.done)
    if (!before.done.contains(lesson)) theirs.done.insert(lesson);
  std::erase_if(theirs.places, [&](const auto& place) {
    return before.places.contains(place.first) && !now.places.contains(place.first);
  });
  for (const auto& [lesson, place] : now.places)
    if (const auto old = before.places.find(lesson); old == before.places.end() || old->second != place)
      theirs.places[lesson] = place;
  for (Progress::Guess& guess : changesOf(before.guesses, now.guesses, theirs.guesses)) theirs.note(std::move(guess));
  for (Progress::Finding& finding : changesOf(before.findings, now.findings, theirs.findings))
    theirs.note(std::move(finding));
  return theirs;
}

Progress ofLessons(const Progress& progress, const std::set<std::string>& lessons) {
  return filtered(progress, [&](const std::string& lesson) { return lessons.contains(lesson); });
}

Progress withoutLessons(const Progress& progress, const std::set<std::string>& lessons) {
  return filtered(progress, [&](const std::string& lesson) { return !lessons.contains(lesson); });
}

std::set<std::string> lessonsOf(const Progress& progress) {
  std::set<std::string> names = progress.done;
  for (const auto& [lesson, place] : progress.places) names.insert(lesson);
  for (const Progress::Guess& guess : progress.guesses) names.insert(guess.lesson);
  for (const Progress::Finding& finding : progress.findings) names.insert(finding.lesson);
  return names;
}

}  // namespace strata::inline lessons
