#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>

#include "app/facts/comparison.h"
#include "app/facts/event_search.h"
#include "app/facts/event_statistics.h"
#include "app/facts/storey_shares.h"
#include "app/facts/view_state.h"

namespace strata::inline studio {

/// What is found out by reading every event, kept until the question changes: search and statistics.
class Analysis : public QObject {
  Q_OBJECT
 public:
  explicit Analysis(QObject* parent = nullptr);

  void setSearch(std::string text);  ///< empty: no search
  /// Statistics are made only while somebody looks at them.
  void wantStatistics(bool wanted);
  /// The session to compare with; the comparison is made anew when the selection changes.
  void compareWith(ComparedSession other);
  void stopComparing();
  /// Another session: what was answered of the one before points into that.
  void forget();
  /// What the questions are asked of. Searches at once; the others follow when the sight rests. `own` is what stands
  /// beside the session to compare with.
  void setSight(const ViewState& state, ComparedSession own);

  const std::shared_ptr<const EventSearch>& search() const { return m_search; }
  const std::shared_ptr<const EventStatistics>& statistics() const { return m_statistics; }
  const std::shared_ptr<const StoreyShares>& shares() const { return m_shares; }
  const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }

 signals:
  void changed();

 private:
  struct Question {
    std::uint64_t version = 0;
    TimeRange range, own;
    NameId name = NameId::None;
    std::optional<EventRef> event;
    bool statistics = false, shares = false;  ///< what is asked for
    CallLevel level = CallLevel::Op;          ///< of the shares
    std::uint64_t other = 0;                  ///< which session it is compared with; 0: none
    friend bool operator==(const Question&, const Question&) = default;
  };
  void searchAnew();
  void count();

  std::shared_ptr<const TraceSnapshot> m_snapshot;
  std::string m_text;
  std::shared_ptr<const EventSearch> m_search;
  std::shared_ptr<const EventStatistics> m_statistics;
  std::shared_ptr<const StoreyShares> m_shares;
  std::optional<ComparedSession> m_other;
  std::shared_ptr<const Comparison> m_comparison;
  ComparedSession m_own;
  std::uint64_t m_compared = 0;  ///< how often another session was given
  Question m_asked, m_answered;
  bool m_wanted = false;
  QTimer m_rest;
};

}  // namespace strata::inline studio
