#include "app/studio/analysis.h"

#include "app/facts/event_text.h"

namespace strata::inline studio {
namespace {

constexpr int kRestMs = 120;

}  // namespace

Analysis::Analysis(QObject* parent) : QObject(parent) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kRestMs);
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
  if (wanted && !(m_asked == m_answered)) m_rest.start();
}

void Analysis::compareWith(ComparedSession other) {
  m_other = std::move(other);
  m_asked.other = ++m_compared;
  m_rest.start();
}

void Analysis::stopComparing() {
  m_other.reset();
  m_comparison.reset();
  m_asked.other = 0;
  emit changed();
}

void Analysis::forget() {
  m_snapshot.reset();
  m_search.reset();
  m_statistics.reset();
  m_shares.reset();
  m_comparison.reset();
  m_answered = {};
}

void Analysis::setSight(const ViewState& state, ComparedSession own) {
  m_snapshot = state.session.snapshot;
  if (!m_snapshot) return;
  if (m_search ? m_search->snapshotVersion() != m_snapshot->version() : !m_text.empty()) searchAnew();
  const auto& event = state.sight.selection.event;
  const bool any = event && findEvent(*m_snapshot, *event);
  m_asked.version = m_snapshot->version();
  m_asked.range = state.sight.measured.value_or(state.sight.range);
  m_asked.name = any ? m_snapshot->event(*event).name : NameId::None;
  m_asked.event = any && m_other ? event : std::nullopt;
  m_asked.statistics = m_wanted;
  m_asked.shares = state.sight.choices.allCalls;
  m_asked.level = state.sight.choices.level;
  m_own = std::move(own);
  m_asked.own = m_own.range;
  const bool wanted = m_asked.statistics || m_asked.shares || m_asked.other != 0;
  if (wanted && !(m_asked == m_answered) && !m_rest.isActive()) m_rest.start();
}

void Analysis::count() {
  if (!m_snapshot || !m_snapshot->bounds()) return;
  const bool other = m_asked.other != m_answered.other || m_asked.event != m_answered.event ||
                     m_asked.version != m_answered.version || m_asked.own != m_answered.own;
  if (m_asked.statistics)
    m_statistics = std::make_shared<const EventStatistics>(statisticsOf(*m_snapshot, m_asked.range, m_asked.name));
  if (m_asked.shares)
    m_shares = std::make_shared<const StoreyShares>(storeySharesOf(*m_snapshot, m_asked.range, m_asked.level));
  if (m_other && other)
    m_comparison = std::make_shared<const Comparison>(compareSessions(m_own, *m_other, m_asked.event));
  m_answered = m_asked;
  emit changed();
}

}  // namespace strata::inline studio
