#include "app/studio/analysis.h"

#include "app/studio/event_steps.h"

namespace strata {
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

void Analysis::setSight(const ViewState& state) {
  m_snapshot = state.snapshot;
  if (!m_snapshot) return;
  if (m_search && m_search->snapshotVersion() != m_snapshot->version()) searchAnew();
  const auto& event = state.selection.event;
  m_asked = {m_snapshot->version(), state.measured.value_or(state.range),
             event && valid(*m_snapshot, *event) ? m_snapshot->event(*event).name : NameId::None, m_wanted,
             state.choices.allCalls};
  const bool any = m_asked.statistics || m_asked.shares;
  if (any && !(m_asked == m_answered) && !m_rest.isActive()) m_rest.start();
}

void Analysis::count() {
  m_answered = m_asked;
  if (!m_snapshot) return;
  if (m_asked.statistics)
    m_statistics = std::make_shared<const EventStatistics>(statisticsOf(*m_snapshot, m_asked.range, m_asked.name));
  if (m_asked.shares) m_shares = std::make_shared<const StoreyShares>(storeySharesOf(*m_snapshot, m_asked.range));
  emit changed();
}

}  // namespace strata
