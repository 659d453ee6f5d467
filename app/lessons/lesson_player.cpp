#include "app/lessons/lesson_player.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/words/messages.h"

namespace strata::inline lessons {
namespace {

constexpr double kClose = 1.1, kShareOfScale = 0.05, kShareOfCount = 0.01, kNearestWhole = 0.5;
constexpr std::string_view kBlank = R"(\_\_\_\_\_\_\_\_)";
constexpr std::size_t kTriesBeforeHelp = 3;  // then one may go on without the goal, or a right answer

/// "tiled → naive": the least first.
std::string inOrder(const Question& question, const std::vector<std::size_t>& order) {
  std::vector<std::string_view> names;
  for (const std::size_t item : order)
    if (item < question.choices.size()) names.push_back(question.choices[item].text);
  return fmt::format("{}", fmt::join(names, " → "));
}

std::string choiceText(const Question& question, std::size_t choice) {
  return choice < question.choices.size() ? question.choices[choice].text : std::string();
}

std::string numberText(const Question& question, double number, std::string_view language) {
  if (question.kind == Question::Kind::Place)
    return fillText(Msg::LessonLine, {fmt::format("{:.0f}", number)}, language);
  return formatted({number, question.unit, std::nullopt}, {}, language);
}

Result<std::vector<std::size_t>> sortedItems(const Question& question, const Telling& telling) {
  std::vector<double> values;
  for (const Choice& item : question.choices) {
    STRATA_ASSIGN(const Value value, computed(item.when, telling));
    values.push_back(value.number);
  }
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t item) { return values[item]; });
  return order;
}

Result<std::size_t> choiceThatHolds(const Question& question, const Telling& telling) {
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    STRATA_ASSIGN(const Value holds, computed(question.choices[i].when, telling));
    if (holds.number != 0) return i;
  }
  return Error{ErrorCode::Unsupported, std::string(text(Msg::LessonNoChoiceHolds, telling.language))};
}

/// Names of the questions whose bets an explanation tells, whatever came out.
std::set<std::string> betsTold(const Page& page) {
  std::set<std::string> names;
  for (const Outcome& outcome : page.outcomes)
    if (const auto braced = bracedIn(outcome.text); braced.ok())
      for (const Braced& one : braced.value())
        if (one.isBet()) names.insert(one.format);
  return names;
}

/// A value, and the run that tells it.
struct FoundValue {
  Result<Value> value;
  PageRun by;
};

/// What the newest of some pages' runs tells; of no run: why none does.
template <class Pages>
FoundValue newest(const Reference& reference, Pages begin, Pages end) {
  while (end != begin) {
    --end;
    for (auto run = end->second.rbegin(); run != end->second.rend(); ++run)
      if (auto value = valueOf(reference, {&*run, 1}); value.ok()) return {std::move(value), {end->first, &*run}};
  }
  return {valueOf(reference, {}), {}};
}

/// Which device this is no run tells more than another.
constexpr std::string_view kOfNoRun = "device";

double factorBetween(double a, double b) {
  if (a == b) return 1;
  if (a <= 0 || b <= 0) return std::numeric_limits<double>::infinity();
  return std::max(a / b, b / a);
}

}  // namespace

Result<Judged> truthOf(const Question& question, const Telling& telling) {
  Judged judged;
  switch (question.kind) {
    case Question::Kind::Choice: {
      STRATA_ASSIGN(judged.choice, choiceThatHolds(question, telling));
      return judged;
    }
    case Question::Kind::Order: {
      STRATA_ASSIGN(judged.order, sortedItems(question, telling));
      return judged;
    }
    case Question::Kind::Place:
      if (question.unit == "storey") return judged;
      [[fallthrough]];
    case Question::Kind::Number: break;
  }
  STRATA_ASSIGN(judged.truth, computed(question.answer, telling));
  if (judged.truth.unit.empty()) judged.truth.unit = question.unit;
  return judged;
}

Judged judge(const Question& question, Bet bet, Judged outcome) {
  outcome.bet = std::move(bet);
  const Bet& made = outcome.bet;
  switch (question.kind) {
    case Question::Kind::Choice: outcome.right = static_cast<double>(outcome.choice) == made.number; break;
    case Question::Kind::Order: outcome.right = outcome.order == made.order; break;
    case Question::Kind::Place:
      outcome.right = question.unit == "storey" ? made.word == question.answer : made.number == outcome.truth.number;
      break;
    case Question::Kind::Number:
      outcome.factor = factorBetween(outcome.truth.number, made.number);
      outcome.right = isByDifference(question)
                          ? std::abs(outcome.truth.number - made.number) <= closeDifference(question)
                          : outcome.factor <= closeFactor(question);
  }
  return outcome;
}

double closeFactor(const Question& question) {
  if (question.low <= 0) return kClose;
  const double share = std::pow(question.high / question.low, kShareOfScale);
  return std::max(kClose, std::round(share * 10) / 10);  // as it is written on the screen
}

bool isByDifference(const Question& question) {
  return question.low <= 0;
}

double closeDifference(const Question& question) {
  const double scale = question.high - question.low;
  return asksWhole(question) ? std::max(kNearestWhole, std::floor(scale * kShareOfCount)) : scale * kShareOfScale;
}

bool asksWhole(const Question& question) {
  constexpr double kFew = 20;
  constexpr std::size_t kLongestSymbol = 3;  // "MiB"
  if (question.low <= 0 && question.high - question.low <= kFew) return true;
  const auto whole = [](double limit) { return limit == std::round(limit); };
  const bool things = question.unit.size() > kLongestSymbol && question.unit.find('/') == std::string::npos;
  return things && whole(question.low) && whole(question.high);
}

std::string inWords(const Question& question, const Bet& bet, std::string_view language) {
  if (!bet.word.empty()) return bet.word;
  if (question.kind == Question::Kind::Choice) return choiceText(question, static_cast<std::size_t>(bet.number));
  if (question.kind == Question::Kind::Order) return inOrder(question, bet.order);
  return numberText(question, bet.number, language);
}

std::string inWords(const Question& question, const Judged& outcome, std::string_view language) {
  if (question.kind == Question::Kind::Choice) return choiceText(question, outcome.choice);
  if (question.kind == Question::Kind::Order) return inOrder(question, outcome.order);
  const bool storey = question.kind == Question::Kind::Place && question.unit == "storey";
  return storey ? question.answer : numberText(question, outcome.truth.number, language);
}

LessonPlayer::LessonPlayer(std::shared_ptr<const Lesson> lesson) : m_lesson(std::move(lesson)) {}

std::string_view missingOf(Page::Kind kind, const std::string& language) {
  switch (kind) {
    case Page::Kind::Ask: return words::text(Msg::LessonYourPrediction, language);
    case Page::Kind::Run: return words::text(Msg::LessonTheRun, language);
    case Page::Kind::Open: return words::text(Msg::LessonTheRecording, language);
    case Page::Kind::Explore: return words::text(Msg::LessonTheGoal, language);
    case Page::Kind::Puzzle: return words::text(Msg::LessonRightAnswer, language);
    default: return {};
  }
}

bool LessonPlayer::waits() const {
  const Page& here = page();
  if (here.kind == Page::Kind::Ask) return !betOn(here.question.name);
  if (here.kind == Page::Kind::Run || here.kind == Page::Kind::Open) return !hasRun(m_index);
  if (here.kind == Page::Kind::Explore) return tries() < kTriesBeforeHelp && !goalReached();
  const bool mayAnswer = !verdict() || verdict()->reason != kNotRun;
  return here.kind == Page::Kind::Puzzle && !solved() && answers() < kTriesBeforeHelp && mayAnswer;
}

std::string_view LessonPlayer::waitsFor() const {
  return waits() ? missingOf(page().kind, m_lesson->language) : std::string_view();
}

void LessonPlayer::next() {
  if (waitsFor().empty()) skip();
}

void LessonPlayer::skip() {
  if (!atEnd()) turnTo(m_index + 1);
}

void LessonPlayer::back() {
  if (m_index > 0) turnTo(m_index - 1);
}

void LessonPlayer::go(std::size_t index) {
  if (index >= m_lesson->pages.size()) return;
  if (index < m_index) turnTo(index);
  while (m_index < index && waitsFor().empty()) skip();
}

void LessonPlayer::turnTo(std::size_t page) {
  m_index = page;
  if (m_lesson->pages[page].kind == Page::Kind::Explain && !missingRun(page)) m_explained.insert(page);
}

LessonPlace LessonPlayer::place() const {
  const std::size_t first = m_lesson->returning;
  LessonPlace place{m_index < first ? 0 : m_index - first, planOf(*m_lesson), {}, {}};
  for (const auto& [question, bet] : m_bets)
    if (const Question* asked = m_lesson->question(question); asked && asked->lesson.empty())
      place.bets.emplace(question, bet);
  for (const std::size_t page : m_explained)
    if (page >= first) place.explained.insert(page - first);
  for (const std::size_t page : m_solved)
    if (page >= first) place.solved.insert(page - first);
  return place;
}

bool LessonPlayer::resume(const LessonPlace& place) {
  const std::size_t first = m_lesson->returning;
  if (place.plan != planOf(*m_lesson) || first + place.page >= m_lesson->pages.size()) return false;
  for (const auto& [name, bet] : place.bets)
    if (const Question* asked = m_lesson->question(name); asked && fits(*asked, bet))
      m_bets.insert_or_assign(name, bet);
  for (const std::size_t page : place.explained) m_explained.insert(first + page);
  for (const std::size_t page : place.solved) m_solved.insert(first + page);
  turnTo(first + place.page);
  return true;
}

bool LessonPlayer::mayBet() const {
  return page().kind == Page::Kind::Ask && m_explained.lower_bound(m_index) == m_explained.end();
}

void LessonPlayer::bet(Bet bet) {
  if (mayBet()) m_bets.insert_or_assign(page().question.name, std::move(bet));
}

void LessonPlayer::withdraw() {
  if (mayBet()) m_bets.erase(page().question.name);
}

const Bet* LessonPlayer::betOn(std::string_view question) const {
  const auto found = m_bets.find(question);
  return found == m_bets.end() ? nullptr : &found->second;
}

std::string LessonPlayer::betInWords(std::string_view name) const {
  const Bet* bet = betOn(name);
  const Question* question = m_lesson->question(name);
  return bet && question ? inWords(*question, *bet, m_lesson->language) : std::string();
}

std::optional<Judged> LessonPlayer::judged(const Question& question) const {
  const Bet* bet = betOn(question.name);
  if (!bet) return std::nullopt;
  const auto truth = truthOf(question, telling());
  if (!truth.ok()) return std::nullopt;
  return judge(question, *bet, truth.value());
}

std::vector<const Question*> LessonPlayer::questionsBefore(std::size_t page) const {
  std::vector<const Question*> questions;
  for (std::size_t i = page; i-- > 0;) {
    if (m_lesson->pages[i].kind == Page::Kind::Explain) break;
    if (m_lesson->pages[i].kind == Page::Kind::Ask) questions.push_back(&m_lesson->pages[i].question);
  }
  std::ranges::reverse(questions);
  return questions;
}

std::vector<const Question*> LessonPlayer::questionsTold(std::size_t page) const {
  const std::set<std::string> told = betsTold(m_lesson->pages[page]);
  std::set<std::string> anywhere;
  for (const Page& other : m_lesson->pages) anywhere.merge(betsTold(other));
  const std::vector<const Question*> before = questionsBefore(page);
  std::vector<const Question*> questions;
  for (const Page& asking : m_lesson->pages) {
    const Question& asked = asking.question;
    const bool untold = !anywhere.contains(asked.name) && std::ranges::find(before, &asked) != before.end();
    if (asking.kind == Page::Kind::Ask && (told.contains(asked.name) || untold)) questions.push_back(&asked);
  }
  return questions;
}

void LessonPlayer::addRuns(std::size_t page, std::vector<LessonRun> runs) {
  m_runsOf.insert_or_assign(page, std::move(runs));
  turnTo(m_index);  // what it explains may be known now
}

const std::vector<LessonRun>& LessonPlayer::runsOf(std::size_t page) const {
  static const std::vector<LessonRun> kNone;
  const auto found = m_runsOf.find(page);
  return found == m_runsOf.end() ? kNone : found->second;
}

void LessonPlayer::addTry(LessonRun run) {
  if (page().kind == Page::Kind::Explore) m_runsOf[m_index].push_back(std::move(run));
}

void LessonPlayer::addVerdict(std::size_t page, Verdict verdict, std::vector<LessonRun> runs) {
  if (verdict.right()) {
    m_solved.insert(page);
    addRuns(page, std::move(runs));
  }
  Answered& answered = m_answered[page];
  answered.newest = std::move(verdict);
  ++answered.answers;
}

const Verdict* LessonPlayer::verdict() const {
  const auto found = m_answered.find(m_index);
  return found == m_answered.end() || !found->second.newest ? nullptr : &*found->second.newest;
}

std::size_t LessonPlayer::answers() const {
  const auto found = m_answered.find(m_index);
  return found == m_answered.end() ? 0 : found->second.answers;
}

std::size_t LessonPlayer::hintsTold() const {
  const auto found = m_answered.find(m_index);
  return found == m_answered.end() ? 0 : found->second.hints;
}

void LessonPlayer::tellHint() {
  if (hintsTold() < page().puzzle.hints.size()) ++m_answered[m_index].hints;
}

bool LessonPlayer::goalReached() const {
  const auto reached = [this](const LessonRun& run) {
    const auto find = [&run](const Reference& reference) { return valueOf(reference, {&run, 1}); };
    const auto holds = computed(page().goal, {&m_lesson->formulas, find, {}});
    return holds.ok() && holds.value().number != 0;
  };
  return std::ranges::any_of(runsOf(m_index), reached);
}

const Page* LessonPlayer::runInSight() const {
  if (page().kind == Page::Kind::Puzzle) return &page();
  const std::vector<Page>& pages = m_lesson->pages;
  const auto next = std::find_if(pages.begin() + static_cast<std::ptrdiff_t>(m_index), pages.end(),
                                 [](const Page& one) { return one.runs() || one.kind == Page::Kind::Explain; });
  const bool behind = page().kind == Page::Kind::See || (next != pages.end() && next->kind == Page::Kind::Explain);
  const Page* run = nullptr;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (!pages[i].runs()) continue;
    if (run && behind && i > m_index) break;
    run = &pages[i];
    if (!behind && i >= m_index) break;
  }
  return run;
}

const Page* LessonPlayer::runToGoOnFrom() const {
  const Page* inSight = runInSight();
  if (!inSight || inSight->run.experiment != experimentInSight()) return nullptr;
  if (inSight->kind != Page::Kind::Explore) return inSight->kind == Page::Kind::Run ? inSight : nullptr;
  for (const Page* before = inSight; before != m_lesson->pages.data();)
    if (--before; before->kind == Page::Kind::Run && before->run.experiment == inSight->run.experiment) return before;
  return nullptr;
}

std::string LessonPlayer::viewInSight() const {
  for (std::size_t i = m_index + 1; i-- > 0;)
    if (const std::string& view = m_lesson->pages[i].sight.view; !view.empty()) return view;
  return {};
}

std::string LessonPlayer::experimentInSight() const {
  if (!page().experiment.empty()) return page().experiment;
  const Page* run = runInSight();
  if (!run || !run->run.experiment.empty()) return run ? run->run.experiment : std::string();
  const auto& opened = runsOf(static_cast<std::size_t>(run - m_lesson->pages.data()));
  return opened.empty() ? std::string() : opened.front().experiment;
}

const Page* LessonPlayer::missingRun(std::size_t explanation) const {
  bool found = false;
  for (std::size_t i = explanation; i-- > 0;) {
    const Page& before = m_lesson->pages[i];
    if (before.kind == Page::Kind::Explain && found) break;
    if (!before.runs()) continue;
    if (!hasRun(i)) return &before;
    found = true;
  }
  return nullptr;
}

// What answers is the newest run that can, so the newest that has not run may be it.
const Page* LessonPlayer::runNeeded() const {
  const bool explains = page().kind == Page::Kind::Explain;
  if (const Page* run = explains ? missingRun(m_index) : nullptr) return run;
  const auto open = [this](const Question* question) { return betOn(question->name) && !judged(*question); };
  if (toldNow().ok() && !(explains && std::ranges::any_of(questionsTold(m_index), open))) return nullptr;
  for (std::size_t i = m_index; i-- > 0;)
    if (m_lesson->pages[i].runs() && !hasRun(i)) return &m_lesson->pages[i];
  return nullptr;
}

Telling LessonPlayer::telling() const {
  const auto find = [this](const Reference& reference) {
    return newest(reference, m_runsOf.begin(), m_runsOf.end()).value;
  };
  return {&m_lesson->formulas,
          find,
          [this](std::string_view question) { return betInWords(question); },
          m_lesson->language,
          m_blanks ? kBlank : std::string_view(),
          m_withoutBets,
          m_withoutValues};
}

Result<std::string> LessonPlayer::text() const {
  if (const Page* run = runNeeded())
    return Error{ErrorCode::Usage, fillText(Msg::LessonNotRunYet, {run->name()}, m_lesson->language)};
  return toldNow();
}

std::vector<PageRun> LessonPlayer::runsTold() const {
  std::vector<PageRun> told;
  if (!toldNow(&told).ok()) return {};
  std::ranges::sort(told, {}, [](const PageRun& one) { return std::pair(one.page, one.run); });
  told.erase(std::unique(told.begin(), told.end()), told.end());
  return told;
}

Result<std::string> LessonPlayer::toldNow(std::vector<PageRun>* runs) const {
  const Page& here = page();
  std::string_view text = here.text;
  Telling telling = this->telling();
  if (here.kind == Page::Kind::Explain) {
    telling.find = [this, runs](const Reference& reference) {  // a later page's run, of another device even, is not its
      FoundValue found = newest(reference, m_runsOf.begin(), m_runsOf.upper_bound(m_index));
      if (runs && found.by.run && reference.function != kOfNoRun) runs->push_back(found.by);
      return std::move(found.value);
    };
    STRATA_ASSIGN(const Outcome* outcome, outcomeOf(here, telling));
    if (!outcome)
      return Error{ErrorCode::Unsupported,
                   fillText(Msg::LessonNoOutcome, {m_lesson->name, std::to_string(here.line)}, m_lesson->language)};
    text = outcome->text;
  }
  return told(text, telling);
}

Result<void> runPage(LessonPlayer& player, const LessonHost& host) {
  const Page& page = player.page();
  std::vector<LessonRun> runs;
  if (page.kind == Page::Kind::Open) {
    STRATA_ASSIGN(LessonRun recorded, host.open(player.lesson().recordingOf(page)));
    runs.push_back(std::move(recorded));
  } else if (page.kind == Page::Kind::Run || page.kind == Page::Kind::Explore) {
    for (const RunLine& line : singleRuns(page.run)) {
      STRATA_ASSIGN(LessonRun run, host.run(line));
      runs.push_back(std::move(run));
    }
  } else {
    return {};
  }
  player.addRuns(player.index(), std::move(runs));
  return {};
}

}  // namespace strata::inline lessons
