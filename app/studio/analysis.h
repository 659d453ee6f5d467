#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>

#include "app/views/event_search.h"
#include "app/views/event_statistics.h"
#include "app/views/storey_shares.h"
#include "app/views/view_state.h"

namespace strata {

/// What is found out by reading every event, kept until the question changes: search and statistics.
class Analysis : public QObject {
  Q_OBJECT
 public:
  explicit Analysis(QObject* parent = nullptr);

  void setSearch(std::string text);  ///< empty: no search
  /// Statistics are made only while somebody looks at them.
  void wantStatistics(bool wanted);
  /// What the questions are asked of. Searches at once; statistics follow when the sight rests.
  void setSight(const ViewState& state);

  const std::shared_ptr<const EventSearch>& search() const { return m_search; }
  const std::shared_ptr<const EventStatistics>& statistics() const { return m_statistics; }
  const std::shared_ptr<const StoreyShares>& shares() const { return m_shares; }

 signals:
  void changed();

 private:
  struct Question {
    std::uint64_t version = 0;
    TimeRange range;
    NameId name = NameId::None;
    bool statistics = false, shares = false;  ///< what is asked for
    friend bool operator==(const Question&, const Question&) = default;
  };
  void searchAnew();
  void count();

  std::shared_ptr<const TraceSnapshot> m_snapshot;
  std::string m_text;
  std::shared_ptr<const EventSearch> m_search;
  std::shared_ptr<const EventStatistics> m_statistics;
  std::shared_ptr<const StoreyShares> m_shares;
  Question m_asked, m_answered;
  bool m_wanted = false;
  QTimer m_rest;
};

}  // namespace strata
