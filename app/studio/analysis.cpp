#include "app/studio/analysis.h"

#include <tuple>
#include <utility>

#include "app/facts/event_text.h"
#include "app/facts/range_said.h"

namespace strata::inline studio {
namespace {

constexpr int kRestMs = 120;

}  // namespace

bool Analysis::Question::sameSession(const Question& before) const {
  const auto key = [](const Question& of) { return std::tuple(of.session, of.state); };
  return before.statistics && key(*this) == key(before);
}

bool Analysis::Question::sameCount(const Question& before) const {
  return sameSession(before) && range == before.range && line.name == before.line.name;
}

bool Analysis::Question::sameDevice(const Question& before) const {
  const auto key = [](const Question& of) { return std::tuple(of.run, of.timed, of.measured, of.walked); };
  return sameSession(before) && key(*this) == key(before);
}

bool Analysis::Question::sameComparison(const Question& before) const {
  const auto key = [](const Question& of) { return std::tuple(of.session, of.state, of.own, of.event, of.other); };
  return key(*this) == key(before);
}

Analysis::Analysis(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  connect(&m_rest, &QTimer::timeout, this, &Analysis::count);
}

void Analysis::setSearch(std::string text) {
  m_text = std::move(text);
  searchAnew();
  emit changed();
}

void Analysis::searchAnew() {
  m_search = m_text.empty() || !m_snapshot ? nullptr : std::make_shared<const EventSearch>(*m_snapshot, m_text);
}

void Analysis::wantStatistics(bool wanted) {
  m_wanted = m_asked.statistics = wanted;
  if (wanted && !(m_asked == m_answered)) askSoon();
}

void Analysis::compareWith(ComparedSession other) {
  m_other = std::move(other);
  m_asked.other = ++m_compared;
  emit changed();  // the next sight brings what stands beside it
  askSoon();
}

void Analysis::nameOther(std::string title, std::string file) {
  if (!m_other || (m_other->title == title && m_other->file == file)) return;
  m_other->title = std::move(title);
  m_other->file = std::move(file);
  nameSides();
  emit changed();
}

// Names are no part of the question: what was compared stays.
void Analysis::nameSides() {
  const auto& shown = m_answers.comparison;
  if (!shown || !m_other || !m_own.snapshot || !m_asked.sameComparison(m_answered)) return;
  const auto said = [](auto& side) { return std::tie(side.title, side.file, side.modelledOn, side.told); };
  const ComparedSession& other = *m_other;
  if (said(shown->sides[0]) == said(std::as_const(m_own)) && said(shown->sides[1]) == said(other)) return;
  auto named = std::make_shared<Comparison>(*shown);
  said(named->sides[0]) = said(std::as_const(m_own));
  said(named->sides[1]) = said(other);
  m_answers.comparison = std::move(named);
}

void Analysis::stopComparing() {
  m_other.reset();
  m_answers.comparison.reset();
  m_asked.other = 0;
  emit changed();
}

void Analysis::forget() {
  m_snapshot.reset();
  m_search.reset();
  m_answers = {};
  m_answered = {};
  ++m_asked.session;
}

void Analysis::setSight(const ViewState& state, ComparedSession own) {
  m_snapshot = state.session.snapshot;
  if (!m_snapshot) return;
  const auto& event = state.sight.selection.event;
  const bool any = event && findEvent(*m_snapshot, *event);
  const bool another = std::exchange(m_asked.state, m_snapshot->state()) != m_snapshot->state();
  if (another || !m_search) searchAnew();
  m_asked.range = rangeWanted(state);
  m_asked.run = state.session.part.value_or(m_snapshot->bounds().value_or(TimeRange{}));
  m_asked.timed = state.session.timed;
  m_asked.measured = state.sight.measured;
  m_asked.walked = state.sight.choices.device.walked;
  m_asked.line = any ? nameAndShape(*m_snapshot, m_snapshot->event(*event), state.sight.choices.table.rowsOfShapes())
                     : NameAndShape();
  m_asked.event = any && m_other ? event : std::nullopt;
  m_asked.table = state.sight.choices.table;
  m_asked.table.first = 0;
  m_asked.table.firstOf.reset();
  m_asked.statistics = m_wanted;
  m_asked.shares = state.sight.choices.allCalls;
  m_asked.level = state.sight.choices.level;
  m_own = std::move(own);
  m_asked.own = m_own.range;
  nameSides();
  const bool wanted = m_asked.statistics || m_asked.shares || m_asked.other != 0;
  if (wanted && !(m_asked == m_answered) && !m_rest.isActive() && !m_counting) askSoon();
}

void Analysis::askSoon() {
  Question sameSight = m_answered;
  sameSight.table = m_asked.table;
  m_rest.start(m_asked == sameSight ? 0 : kRestMs);
}

void Analysis::count() {
  if (m_counting || !m_snapshot || !m_snapshot->bounds()) return;
  m_counting = true;
  m_thread = std::jthread([this, asked = Case{m_asked, m_answered, m_snapshot, m_own, m_other, m_answers}] {
    QMetaObject::invokeMethod(
        this, [this, question = asked.asked, answers = answer(asked)] { take(question, answers); },
        Qt::QueuedConnection);
  });
}

Analysis::Answers Analysis::answer(const Case& asked) {
  const Question& question = asked.asked;
  const TraceSnapshot& snapshot = *asked.snapshot;
  Answers answers = asked.before;
  if (question.statistics) {
    if (!answers.statistics || !question.sameCount(asked.answered))
      answers.statistics =
          std::make_shared<const EventStatistics>(statisticsOf(snapshot, question.range, question.line.name));
    answers.table = std::make_shared<const EventTable>(snapshot, answers.statistics, question.line, question.table,
                                                       asked.before.table.get());
    if (!answers.device || !question.sameDevice(asked.answered))
      answers.device = std::make_shared<const DeviceUse>(
          deviceUseOf(snapshot, question.run, question.timed, question.measured, question.walked));
  }
  if (question.shares)
    answers.shares =
        std::make_shared<const StoreyShares>(storeySharesOf(snapshot, question.range, question.level, question.timed));
  const bool sides = asked.other && asked.own.snapshot;  // of a hidden session nothing stands beside the other one
  if (sides && !(answers.comparison && question.sameComparison(asked.answered)))
    answers.comparison = std::make_shared<const Comparison>(compareSessions(asked.own, *asked.other, question.event));
  return answers;
}

void Analysis::take(const Question& asked, Answers answers) {
  m_counting = false;
  if (asked.session != m_asked.session) {
    if (m_snapshot) askSoon();
    return;
  }
  if (m_asked.other == 0 || asked.other != m_asked.other) answers.comparison = m_answers.comparison;
  m_answers = std::move(answers);
  m_answered = asked;
  nameSides();
  if (!(m_asked == m_answered)) askSoon();
  emit changed();
}

}  // namespace strata::inline studio
