#include "app/lessons/lesson_sight.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "app/lessons/shell_command.h"
#include "app/words/messages.h"

namespace strata::inline lessons {
QuestionSight sightOf(const LessonPlayer& player, const Question& question) {
  const Bet* bet = player.betOn(question.name);
  QuestionSight sight{
      question, bet ? std::optional(*bet) : std::nullopt, player.judged(question), {}, {}, player.lesson().language,
      {}};
  for (const Page& page : player.lesson().pages)
    if (page.kind == Page::Kind::Ask && page.question.name == question.name) sight.asked = page.title;
  return sight;
}

namespace {

/// What is said of a file, which it names by its path: a row of a list has room for its name.
std::string withoutFolder(std::string said, const std::string& path) {
  const auto at = said.find(path);
  if (path.empty() || at == said.npos) return said;
  return said.replace(at, path.size(), std::filesystem::path(path).filename().string());
}

PuzzleSight puzzleOf(const LessonPlayer& player) {
  const Puzzle& puzzle = player.page().puzzle;
  PuzzleSight sight;
  sight.kernel = puzzle.kernel;
  sight.budgets = puzzle.budgets;
  sight.solved = player.solved();
  sight.moreHints = player.hintsTold() < puzzle.hints.size();
  sight.hints.assign(puzzle.hints.begin(), puzzle.hints.begin() + static_cast<std::ptrdiff_t>(player.hintsTold()));
  if (const Verdict* verdict = player.verdict()) sight.verdict = *verdict;
  for (const PictureRow& row : puzzle.picture) {
    sight.picture.push_back({row, {}});
    for (int thread = 0; thread < puzzle.threads; ++thread)
      if (auto touched = touchedBy(row, thread); touched.ok())
        sight.picture.back().touched.push_back(std::move(touched).value());
  }
  return sight;
}

}  // namespace

std::string otherLanguage(const Lesson& lesson, const std::string& chosen) {
  if (chosen.empty() || lesson.language == chosen) return {};
  return lesson.language.empty() ? std::string(text(Msg::LessonInEnglish, chosen)) : "(" + lesson.language + ")";
}

PuzzleSight PuzzleSight::allShown() const {
  PuzzleSight all = *this;
  all.hints.insert(all.hints.end(), hintsToCome.begin(), hintsToCome.end());
  if (!solutionToCome.empty()) all.solution = solutionToCome;
  return all;
}

std::shared_ptr<const LessonSight> listOf(const std::vector<LessonFile>& files, const Progress& progress,
                                          const std::string& language) {
  auto sight = std::make_shared<LessonSight>();
  sight->language = language;
  const auto next = nextLesson(files, progress);
  for (const LessonFile& file : files) {
    ListedLesson one;
    one.name = std::filesystem::path(file.path).filename().string();
    if (file.lesson.ok()) {
      const Lesson& lesson = file.lesson.value();
      one.name = lesson.name;
      one.title = lesson.title;
      one.about = lesson.about;
      one.minutes = lesson.minutes;
      one.done = progress.done.contains(lesson.name);
      one.next = next == sight->list.size();
      one.language = otherLanguage(lesson, language);
      if (const LessonPlace* place = goesOnAt(progress, lesson))
        one.goesOn = fillText(Msg::LessonAtPage, {std::to_string(place->page + 1), std::to_string(lesson.pages.size())},
                              language);
    } else {
      one.problem = withoutFolder(file.lesson.error().message, file.path);
    }
    sight->list.push_back(std::move(one));
  }
  sight->calibration = calibrationOf(progress);
  return sight;
}

std::shared_ptr<const LessonSight> sightOf(const LessonPlayer& player, bool running, const std::string& problem) {
  auto sight = std::make_shared<LessonSight>();
  const Page& page = player.page();
  sight->open = true;
  sight->lesson = player.lesson().title;
  sight->language = player.lesson().language;
  sight->index = player.index();
  sight->count = player.lesson().pages.size();
  sight->kind = page.kind;
  sight->title = page.title;
  sight->running = running;
  sight->problem = problem;
  sight->waitsFor = player.waitsFor();
  sight->atEnd = player.atEnd();
  sight->mayRestart = !player.place().atStart();
  const auto text = player.text();
  const Page* needed = player.runNeeded();
  if (needed) sight->needed = needed->name();
  if (text.ok()) {
    sight->text = parseMarkdown(text.value());
    sight->pictures = lessonPictures(player.lesson().folder, sight->text);
  }
  if (!text.ok() && !needed) sight->problem = text.error().message;
  if (page.kind == Page::Kind::Ask) sight->question = sightOf(player, page.question);
  if (page.kind == Page::Kind::Puzzle) sight->puzzle = puzzleOf(player);
  sight->mayBet = player.mayBet();
  if (page.kind == Page::Kind::Explain && !needed)
    for (const Question* question : player.questionsBefore(player.index()))
      sight->judged.push_back(sightOf(player, *question));
  const Page& runs = needed ? *needed : page;
  if (runs.kind == Page::Kind::Run) sight->run = shellCommand(runs.run);
  sight->recording = runs.recording;
  if (page.kind == Page::Kind::Run || page.kind == Page::Kind::Open) sight->hasRun = player.hasRun(player.index());
  if (page.kind == Page::Kind::Explore) {
    sight->tries = player.tries();
    sight->goalReached = player.goalReached();
  }
  return sight;
}

Bet betWithRow(const Question& question, const Bet* before, std::size_t row) {
  Bet bet = before ? *before : firstBet(question);
  if (question.kind == Question::Kind::Choice) bet.number = static_cast<double>(row);
  if (question.kind == Question::Kind::Order && row > 0 && row < bet.order.size())
    std::swap(bet.order[row], bet.order[row - 1]);
  return bet;
}

Bet betStepped(const Question& question, const Bet* before, double steps) {
  Bet bet = before ? *before : firstBet(question);
  if (!before) return bet;
  double step = std::pow(10., std::floor(std::log10(std::max(bet.number, 1e-9))) - 1);
  if (asksWhole(question) || (question.low >= 1 && question.high > 20)) step = std::max(step, 1.);
  bet.number = std::clamp(std::round(bet.number / step + steps) * step, question.low, question.high);
  return bet;
}

std::optional<Bet> betTyped(const Question& question, std::string_view signs) {
  double number = 0;
  const char* end = signs.data() + signs.size();
  const auto [rest, error] = std::from_chars(signs.data(), end, number);
  if (error != std::errc() || rest != end) return std::nullopt;
  if (asksWhole(question) && signs.find('.') != std::string_view::npos) return std::nullopt;
  if (number < question.low || number > question.high) return std::nullopt;
  return Bet{number, {}, {}};
}

bool mayGrowToBet(const Question& question, std::string_view signs) {
  const std::size_t point = signs.find('.');
  const bool parts = point != std::string_view::npos;
  if (parts && (asksWhole(question) || signs.find('.', point + 1) != std::string_view::npos)) return false;
  double number = 0;
  std::from_chars(signs.data(), signs.data() + signs.size(), number);
  const auto meets = [&](double low, double width) { return low <= question.high && low + width > question.low; };
  if (parts) return meets(number, std::pow(10., -static_cast<double>(signs.size() - point - 1)));
  for (double shift = 1; shift <= 10 * std::max(1., question.high); shift *= 10)
    if (meets(number * shift, shift)) return true;
  return false;
}

Bet firstBet(const Question& question) {
  Bet bet;
  if (question.kind == Question::Kind::Order) {
    bet.order.resize(question.choices.size());
    std::iota(bet.order.begin(), bet.order.end(), std::size_t{0});
  }
  if (question.kind == Question::Kind::Number)
    bet.number = question.low > 0 ? std::sqrt(question.low * question.high) : (question.low + question.high) / 2;
  if (question.kind == Question::Kind::Number && asksWhole(question)) bet.number = std::round(bet.number);
  return bet;
}

}  // namespace strata::inline lessons
