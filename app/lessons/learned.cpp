#include "app/lessons/learned.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "app/words/messages.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kReturning = 2;
constexpr double kNearly = 2;
constexpr double kFarthest = 1e6;  // a factor is not infinite in a file
constexpr std::string_view kStack = "stack";
constexpr std::array kViewsWithoutRun{kStack, std::string_view("kernel"), std::string_view("map")};

/// The bet that would have been right.
Bet rightBet(const Question& question, const Judged& judged) {
  switch (question.kind) {
    case Question::Kind::Choice: return {static_cast<double>(judged.choice), {}, {}};
    case Question::Kind::Order: return {0, judged.order, {}};
    case Question::Kind::Place:
      if (question.unit == "storey") return {0, {}, question.answer};
      [[fallthrough]];
    case Question::Kind::Number: break;
  }
  return {judged.truth.number, {}, {}};
}

/// "05-coalescing/per_load": no name of a lesson's own question has a stroke.
std::string returningName(const Progress::Guess& guess) {
  return guess.lesson + "/" + guess.question;
}

/// The question as it stands in its lesson, answered by what came out then; none: it cannot be asked again.
std::optional<Question> asked(const Progress::Guess& guess, const Lesson& lesson) {
  const Question* found = lesson.question(guess.question);
  if (!found || found->kind == Question::Kind::Place) return std::nullopt;  // its view would be of another run
  const bool order = found->kind == Question::Kind::Order;
  if (order && guess.came.order.size() != found->choices.size()) return std::nullopt;
  Question again = *found;
  again.lesson = guess.lesson;
  again.name = returningName(guess);
  again.answer = fmt::format("{:.17g}", guess.came.number);
  for (std::size_t i = 0; i < again.choices.size(); ++i)
    again.choices[i].when = order ? fmt::format("{}", std::ranges::find(guess.came.order, i) - guess.came.order.begin())
                                  : fmt::format("{}", static_cast<double>(i) == guess.came.number ? 1 : 0);
  return again;
}

/// As it is before anything has run.
LessonPlayer playerAt(const Lesson& lesson, std::size_t page) {
  LessonPlayer player(std::make_shared<const Lesson>(lesson));
  while (player.index() < page) player.skip();
  return player;
}

/// The step of the run ahead that the kernel view of a page shows which names none; of a run that is behind it showed
/// what ran, which is not there, and the stack stands in its place.
void nameStep(const LessonPlayer& player, PageSight& sight) {
  const Page* run = player.runInSight();
  const bool ahead = run && run->kind == Page::Kind::Run && run > &player.page();
  if (!ahead)
    sight.view = kStack;
  else if (!run->run.variants.empty())
    sight.variant = run->run.variants.front();
}

/// What stood beside the page that asked, as far as it needs no run that only its own lesson makes.
PageSight sightWithoutRun(const Lesson& lesson, std::size_t asking) {
  std::size_t shown = asking;
  while (shown > 0 && lesson.pages[shown].sight.view.empty()) --shown;
  PageSight sight = lesson.pages[shown].sight;
  sight.select.clear();
  sight.zoom = sight.slow = false;
  const bool ran = std::any_of(lesson.pages.begin(), lesson.pages.begin() + static_cast<std::ptrdiff_t>(asking),
                               [](const Page& page) { return page.runs(); });
  const bool needsRun = ran && std::ranges::find(kViewsWithoutRun, sight.view) == kViewsWithoutRun.end();
  if (needsRun || sight.view.empty()) sight.view = kStack;
  if (sight.view == "kernel" && sight.variant.empty()) nameStep(playerAt(lesson, shown), sight);
  return sight;
}

/// Nearly right is enough not to be asked again: measured numbers scatter.
bool isKnown(const Judged& judged, const Question& question) {
  return judged.right || (question.kind == Question::Kind::Number && judged.factor <= kNearly);
}

/// The prediction stays what it was; only what is known changes.
void noteAgain(Progress& progress, const Question& question, const Judged& judged) {
  const std::string name = question.name.substr(question.lesson.size() + 1);
  for (Progress::Guess& before : progress.guesses)
    if (before.lesson == question.lesson && before.question == name) {
      ++before.returned;
      before.known = isKnown(judged, question);
    }
}

void noteGuess(Progress& progress, const LessonPlayer& player, const Question& question) {
  const auto judged = player.judged(question);
  if (!judged) return;
  if (!question.lesson.empty()) return noteAgain(progress, question, *judged);
  Progress::Guess guess;
  guess.lesson = player.lesson().name;
  guess.question = question.name;
  guess.right = judged->right;
  guess.factor = question.kind == Question::Kind::Number ? std::min(judged->factor, kFarthest) : 0;
  guess.said = judged->bet;
  guess.came = rightBet(question, *judged);
  guess.words = inWords(question, judged->bet, player.lesson().language);
  guess.outcome = inWords(question, *judged, player.lesson().language);
  guess.known = isKnown(*judged, question);
  progress.note(std::move(guess));
}

/// In the language of the lesson that asks it again; else as it was written, or in what language there is.
const Lesson* inLanguageOf(const Lesson& asking, std::span<const LessonFile> files, const std::string& name) {
  const Lesson* best = nullptr;
  for (const LessonFile& file : files) {
    if (!file.lesson.ok() || file.lesson.value().name != name) continue;
    const Lesson& one = file.lesson.value();
    if (one.language == asking.language) return &one;
    if (!best || one.language.empty()) best = &one;
  }
  return best;
}

/// The page that asks it; as many as there are pages: none.
std::size_t pageAsking(const Lesson& lesson, const std::string& question) {
  return static_cast<std::size_t>(
      std::ranges::find(lesson.pages, question, [](const Page& one) { return one.question.name; }) -
      lesson.pages.begin());
}

/// A question that returns, and where it stood.
struct Returning {
  const Lesson* of = nullptr;
  std::size_t asking = 0;
  Question question;
};

Page pageOf(Returning again, const std::string& language) {
  Page page;
  page.kind = Page::Kind::Ask;
  page.title = again.of->pages[again.asking].title;
  page.text = fillText(Msg::LessonReturns, {again.of->title}, language);
  page.question = std::move(again.question);
  page.sight = sightWithoutRun(*again.of, again.asking);
  page.experiment = playerAt(*again.of, again.asking).experimentInSight();
  return page;
}

std::string wordOf(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

/// With all that was asked for, as a learner chose it.
RunLine lineOf(const LessonRun& run) {
  RunLine line{run.experiment, {}, {}};
  if (run.parameters->is_object())
    for (const auto& [name, value] : run.parameters->items()) line.set.push_back(name + "=" + wordOf(value));
  for (const RunResult& result : run.results)
    if (result.text.empty()) line.variants.push_back(result.variant);  // a kernel of the learner's own has no name
  return line;
}

/// What numbers of a page come from.
void noteSource(const Page& page, const LessonRun& run, Progress::Finding& finding) {
  const bool recorded = page.kind == Page::Kind::Open;
  std::vector<Progress::Source>& all = recorded ? finding.recordings : finding.runs;
  Progress::Source one{recorded                       ? page.recording
                       : page.kind == Page::Kind::Run ? toText(page.run)
                                                      : toText(lineOf(run)),
                       run.hello.device.name};
  if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
}

}  // namespace

void noteOutcomes(Progress& progress, const LessonPlayer& player) {
  const Page& page = player.page();
  if (page.kind != Page::Kind::Explain) return;
  const auto questions = player.questionsTold(player.index());
  for (const Question* question : questions) noteGuess(progress, player, *question);
  const auto text = player.text();
  if (!text.ok() || std::ranges::any_of(questions, [](const Question* one) { return !one->lesson.empty(); })) return;
  Progress::Finding finding{player.lesson().name, page.title, text.value(), {}, {}};
  for (const PageRun& told : player.runsTold()) noteSource(player.lesson().pages[told.page], *told.run, finding);
  progress.note(std::move(finding));
}

Lesson withReturning(Lesson lesson, const Progress& progress, std::span<const LessonFile> files) {
  const auto here = std::ranges::find_if(
      files, [&](const LessonFile& file) { return file.lesson.ok() && file.lesson.value().name == lesson.name; });
  const auto earlier = files.first(static_cast<std::size_t>(here - files.begin()));
  std::vector<const Progress::Guess*> guesses;
  const auto fresh = [&](const Progress::Guess& guess) {  // of the lesson just before: what was read is not yet known
    return std::ranges::find(lesson.after, guess.lesson) != lesson.after.end();
  };
  for (const Progress::Guess& guess : progress.guesses)
    if (!fresh(guess) && progress.done.contains(guess.lesson) && !guess.outcome.empty()) guesses.push_back(&guess);
  std::ranges::stable_sort(guesses, [](const Progress::Guess* a, const Progress::Guess* b) {
    return std::pair(a->known, a->returned) < std::pair(b->known, b->returned);
  });
  std::vector<Returning> returning;
  for (const Progress::Guess* guess : guesses) {
    if (returning.size() == kReturning) break;
    const Lesson* of = inLanguageOf(lesson, earlier, guess->lesson);
    if (auto question = of ? asked(*guess, *of) : std::nullopt)
      returning.push_back({of, pageAsking(*of, guess->question), std::move(*question)});
  }
  if (returning.empty()) return lesson;
  std::ranges::stable_sort(returning, [](const Returning& a, const Returning& b) {  // as they were asked first
    return std::pair(a.of, a.asking) < std::pair(b.of, b.asking);
  });
  std::vector<Page> pages;
  std::string from;
  for (Returning& again : returning) {
    const std::string name = "*" + again.of->title + "*";
    if (from.find(name) == std::string::npos) from += (from.empty() ? "" : ", ") + name;
    pages.push_back(pageOf(std::move(again), lesson.language));
  }
  Page told;
  told.kind = Page::Kind::Explain;
  told.title = text(Msg::LessonReturnedTitle, lesson.language);
  told.outcomes.push_back({{}, fillText(Msg::LessonReturned, {from}, lesson.language), 0});
  pages.push_back(std::move(told));
  lesson.returning = pages.size();
  lesson.pages.insert(lesson.pages.begin(), std::make_move_iterator(pages.begin()),
                      std::make_move_iterator(pages.end()));
  return lesson;
}

const LessonPlace* goesOnAt(const Progress& progress, const Lesson& lesson) {
  const auto place = progress.places.find(lesson.name);
  if (place == progress.places.end() || place->second.atStart()) return nullptr;
  return place->second.plan == planOf(lesson) ? &place->second : nullptr;
}

std::optional<std::size_t> nextLesson(std::span<const LessonFile> files, const Progress& progress) {
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].lesson.ok()) continue;
    const Lesson& lesson = files[i].lesson.value();
    if (progress.done.contains(lesson.name)) continue;
    if (goesOnAt(progress, lesson)) return i;
    if (!open) open = i;
  }
  return open;
}

std::string aboutNow(const Progress& progress, const Lesson& lesson) {
  const LessonPlace* place = goesOnAt(progress, lesson);
  if (!place) return lesson.about;
  return fillText(Msg::LessonGoesOn,
                  {std::to_string(place->page + 1), std::to_string(lesson.pages.size()), lesson.about},
                  lesson.language);
}

Calibration calibrationOf(const Progress& progress) {
  Calibration calibration;
  for (const Progress::Guess& guess : progress.guesses)
    if (guess.factor >= 1)
      calibration.factors.push_back(guess.factor);
    else
      ++calibration.others, calibration.right += guess.right;
  calibration.earlier.assign(calibration.factors.begin(),
                             calibration.factors.begin() + static_cast<std::ptrdiff_t>(calibration.factors.size() / 2));
  std::ranges::sort(calibration.factors);
  std::ranges::sort(calibration.earlier);
  return calibration;
}

double shareWithin(const std::vector<double>& factors, double factor) {
  if (factors.empty()) return 0;
  return static_cast<double>(std::ranges::upper_bound(factors, factor) - factors.begin()) /
         static_cast<double>(factors.size());
}

}  // namespace strata::inline lessons
