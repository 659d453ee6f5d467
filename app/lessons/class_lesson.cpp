#include "app/lessons/class_lesson.h"

#include <algorithm>
#include <utility>

namespace strata::inline lessons {
namespace {

constexpr std::size_t kMostSigns = 18;  // as far as scales go, and digits are kept

}  // namespace

ClassLesson::ClassLesson(std::shared_ptr<const Lesson> lesson) : m_player(std::move(lesson)) {}

bool ClassLesson::open() const {
  return m_player.mayBet() && !revealed();
}

const Votes* ClassLesson::votes(std::string_view question) const {
  const auto found = m_votes.find(question);
  return found == m_votes.end() ? nullptr : &found->second;
}

bool ClassLesson::anyVotes() const {
  return std::ranges::any_of(m_votes, [](const auto& asked) { return !asked.second.empty(); });
}

void ClassLesson::forPictures() {
  m_forPictures = true;
  m_player.leaveOutBets();
}

void ClassLesson::change(const std::function<void(Votes&)>& change) {
  m_typed.reset();
  if (!open()) return;
  Votes& votes = m_votes.try_emplace(question().name, question(), m_player.lesson().language).first->second;
  change(votes);
  if (auto bet = votes.bet())
    m_player.bet(std::move(*bet));
  else
    m_player.withdraw();
}

void ClassLesson::raise(std::size_t row) {
  change([&](Votes& votes) {
    if (question().kind == Question::Kind::Order)
      return votes.aim(betWithRow(question(), votes.aimed() ? &*votes.aimed() : nullptr, row));
    const std::vector<Tally> tallies = votes.tallies();
    if (row < tallies.size()) votes.raise(tallies[row].bet);
  });
}

void ClassLesson::lower(std::size_t row) {
  change([&](Votes& votes) {
    const std::vector<Tally> tallies = votes.tallies();
    if (row < tallies.size()) votes.lower(tallies[row].bet);
  });
}

void ClassLesson::lower(const Bet& bet) {
  change([&](Votes& votes) { votes.lower(bet); });
}

void ClassLesson::take(const Bet& bet) {
  const bool hand = question().kind == Question::Kind::Choice || question().kind == Question::Kind::Place;
  change([&](Votes& votes) { hand ? votes.raise(bet) : votes.aim(bet); });
}

void ClassLesson::step(double steps) {
  if (question().kind != Question::Kind::Number) return;
  change([&](Votes& votes) { votes.aim(betStepped(question(), votes.aimed() ? &*votes.aimed() : nullptr, steps)); });
}

bool ClassLesson::typing() const {
  return m_typed && m_typed->question == question().name;
}

bool ClassLesson::type(char sign) {
  const Question& asked = question();
  if (asked.kind != Question::Kind::Number) return false;
  std::string signs = typing() ? m_typed->signs : std::string();
  if (signs.size() == kMostSigns || (sign == '.' && signs.find('.') != std::string::npos)) return true;
  signs += sign;
  change([&](Votes& votes) { votes.aim(betTyped(asked, signs)); });
  m_typed = {asked.name, std::move(signs), false};
  return true;
}

std::string ClassLesson::noGuess(const Question& asked) const {
  const bool typed = open() && m_typed && m_typed->question == asked.name;
  return typed && !betTyped(asked, m_typed->signs) ? m_typed->signs : std::string();
}

void ClassLesson::guess() {
  if (question().kind != Question::Kind::Number) return;
  if (!noGuess(question()).empty()) return void(m_typed->guessed = true);
  change([](Votes& votes) {
    if (votes.aimed()) votes.raise(*votes.aimed());
  });
}

void ClassLesson::takeBack() {
  if (!noGuess(question()).empty()) return m_typed.reset();
  change([](Votes& votes) { votes.takeBack(); });
}

void ClassLesson::clear() {
  if (m_player.mayBet()) m_revealed.erase(question().name);
  change([](Votes& votes) { votes.clear(); });
}

bool ClassLesson::known() const {
  const std::vector<Page>& pages = m_player.lesson().pages;
  if (m_player.page().kind != Page::Kind::Ask) return false;
  for (std::size_t i = m_player.index(); i < pages.size() && pages[i].kind != Page::Kind::Explain; ++i)
    if (pages[i].runs() && !m_player.hasRun(i)) return false;
  return truthOf(question(), m_player.telling()).ok();
}

bool ClassLesson::mayReveal() const {
  return isPuzzle() ? !m_solved.contains(m_player.index()) : known() && !revealed();
}

void ClassLesson::reveal() {
  if (isPuzzle()) return revealOfPuzzle();
  if (mayReveal()) m_revealed.insert(question().name);
}

void ClassLesson::revealOfPuzzle() {
  if (m_player.hintsTold() < m_player.page().puzzle.hints.size())
    m_player.tellHint();
  else
    m_solved.insert(m_player.index());
}

bool ClassLesson::revealed() const {
  return known() && (!m_player.mayBet() || m_revealed.contains(question().name));
}

void ClassLesson::next() {
  isPuzzle() ? m_player.skip() : m_player.next();
}

LessonAct::Kind ClassLesson::goingOn() const {
  if (isPuzzle() || m_player.waitsFor().empty()) return mayReveal() ? LessonAct::Kind::Reveal : LessonAct::Kind::Next;
  return m_player.page().runs() ? LessonAct::Kind::Run : LessonAct::Kind::Next;
}

void ClassLesson::addVotes(QuestionSight& asked, bool outcomeSeen) const {
  VoteSight& sight = asked.votes.emplace();
  asked.judged.reset();
  if (outcomeSeen)
    if (const auto truth = truthOf(asked.question, m_player.telling()); truth.ok())
      asked.judged = judge(asked.question, asked.bet.value_or(Bet{}), truth.value());
  const Votes none(asked.question);
  const Votes* kept = votes(asked.question.name);
  const Votes& votes = kept ? *kept : none;
  sight.tallies = votes.tallies();
  sight.hands = votes.hands().size();
  if (asked.question.kind == Question::Kind::Number) {
    for (const Bet& hand : votes.hands()) sight.guesses.push_back(hand.number);
    if (votes.aimed()) sight.aim = votes.aimed()->number;
    asked.typed = noGuess(asked.question);
    asked.mayGrow = !asked.typed.empty() && !m_typed->guessed && mayGrowToBet(asked.question, asked.typed);
  }
  if (asked.judged) sight.right = votes.right(*asked.judged);
}

/// Beside what came out, on an explanation's page.
std::vector<QuestionSight> ClassLesson::told() const {
  std::vector<QuestionSight> told;
  for (const Question* question : m_player.questionsTold(m_player.index()))
    if (votes(question->name)) addVotes(told.emplace_back(sightOf(m_player, *question)), true);
  return told;
}

/// What is seen of hints and solution, and what is still to be; in a picture nothing is.
void ClassLesson::addToldTo(PuzzleSight& sight) const {
  const Puzzle& puzzle = m_player.page().puzzle;
  const bool solved = m_solved.contains(m_player.index());
  if (solved) sight.solution = puzzle.solution.lines;
  if (m_forPictures) return;
  if (!solved) sight.solutionToCome = puzzle.solution.lines;
  sight.hintsToCome.assign(puzzle.hints.begin() + static_cast<std::ptrdiff_t>(sight.hints.size()), puzzle.hints.end());
}

std::shared_ptr<const LessonSight> ClassLesson::sight(bool running, const std::string& problem) const {
  auto sight = std::make_shared<LessonSight>(*sightOf(m_player, running, problem));
  sight->slide = true;
  sight->picture = m_forPictures;
  if (!std::exchange(sight->needed, {}).empty()) sight->problem = m_player.text().error().message;
  sight->hasRun = m_player.hasRun(sight->index);
  if (sight->puzzle) {
    sight->waitsFor.clear();
    addToldTo(*sight->puzzle);
  }
  sight->mayReveal = mayReveal();
  sight->mayBet = open();
  if (sight->question) addVotes(*sight->question, revealed());
  const bool explained = sight->kind == Page::Kind::Explain && !m_player.runNeeded();
  sight->judged = explained ? told() : std::vector<QuestionSight>();
  return sight;
}

}  // namespace strata::inline lessons
