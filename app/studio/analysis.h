#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <string>
#include <thread>

#include "app/facts/comparison.h"
#include "app/facts/device_use.h"
#include "app/facts/event_search.h"
#include "app/facts/event_table.h"
#include "app/facts/storey_shares.h"
#include "app/facts/view_state.h"

namespace strata::inline studio {

/// What is found out by reading every event, kept until the question changes: search and statistics. All but the
/// search is counted on a thread of its own, one question after the other, the newest next.
class Analysis : public QObject {
  Q_OBJECT
 public:
  explicit Analysis(QObject* parent = nullptr);

  void setSearch(std::string text);  ///< empty: no search
  /// Statistics, their table and the device's use are made only while somebody looks at them.
  void wantStatistics(bool wanted);
  /// The session to compare with; the comparison is made anew when the selection changes.
  void compareWith(ComparedSession other);
  /// That session, or its run, is called otherwise now, or is in another file.
  void nameOther(std::string title, std::string file);
  void stopComparing();
  bool comparing() const { return m_other.has_value(); }
  /// Another session: what was answered of the one before points into that.
  void forget();
  /// What the questions are asked of. Searches at once; another table follows at once, the others when the sight
  /// rests. `own` is what stands beside the session to compare with; empty where nothing is compared.
  void setSight(const ViewState& state, ComparedSession own);

  const std::shared_ptr<const EventSearch>& search() const { return m_search; }
  const std::shared_ptr<const EventStatistics>& statistics() const { return m_answers.statistics; }
  const std::shared_ptr<const EventTable>& table() const { return m_answers.table; }
  const std::shared_ptr<const StoreyShares>& shares() const { return m_answers.shares; }
  const std::shared_ptr<const DeviceUse>& device() const { return m_answers.device; }
  const std::shared_ptr<const Comparison>& comparison() const { return m_answers.comparison; }

 signals:
  void changed();

 private:
  struct Question {
    std::uint64_t session = 0;     ///< how often another session came
    SnapshotState state;           ///< slow motion shows one version at many moments
    TimeRange range, run, own;     ///< `run`: whose device use is wanted; `own`: what is compared
    std::vector<TimedPart> timed;  ///< of `run`, what counts; empty: all
    std::optional<TimeRange> measured, walked;
    NameAndShape line;  ///< of the event that is selected
    std::optional<EventRef> event;
    TableChoices table;                       ///< without what row is on top
    bool statistics = false, shares = false;  ///< what is asked for
    CallLevel level = CallLevel::Op;          ///< of the shares
    std::uint64_t other = 0;                  ///< which session it is compared with; 0: none
    friend bool operator==(const Question&, const Question&) = default;

    bool sameSession(const Question& before) const;  ///< where statistics were asked for
    bool sameCount(const Question& before) const;
    bool sameDevice(const Question& before) const;
    bool sameComparison(const Question& before) const;
  };
  struct Answers {
    std::shared_ptr<const EventStatistics> statistics;
    std::shared_ptr<const EventTable> table;
    std::shared_ptr<const StoreyShares> shares;
    std::shared_ptr<const DeviceUse> device;
    std::shared_ptr<const Comparison> comparison;
  };
  /// All that an answer is made from.
  struct Case {
    Question asked, answered;
    std::shared_ptr<const TraceSnapshot> snapshot;
    ComparedSession own;
    std::optional<ComparedSession> other;
    Answers before;
  };
  static Answers answer(const Case& asked);  ///< on any thread
  void searchAnew();
  void nameSides();  ///< of the comparison, which stays what it is
  void askSoon();    ///< another table at once, all else when the sight rests
  void count();
  void take(const Question& asked, Answers answers);

  std::shared_ptr<const TraceSnapshot> m_snapshot;
  std::string m_text;
  std::shared_ptr<const EventSearch> m_search;
  Answers m_answers;
  std::optional<ComparedSession> m_other;
  ComparedSession m_own;
  std::uint64_t m_compared = 0;  ///< how often another session was given
  Question m_asked, m_answered;
  bool m_wanted = false, m_counting = false;
  QTimer m_rest;
  std::jthread m_thread;  ///< last: it ends before all else goes
};

}  // namespace strata::inline studio
