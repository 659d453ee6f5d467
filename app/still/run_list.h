#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "app/facts/comparison.h"
#include "app/session/session_messages.h"

namespace strata::inline still {

/// A run that ended with its agent before its first result, so that the session holds no record of it.
struct LostRun {
  Request request;
  std::string reason;
  std::size_t after = 0;  ///< runs that the session held then
  TimeRange part = {};    ///< of the session, that it recorded; empty: nothing
  bool removed = false;   ///< from the list
};

/// A line of the list: a run's place in RunList::all(), or in RunList::lost().
struct ListedRun {
  std::size_t place = 0;
  bool lost = false;
  friend bool operator==(const ListedRun&, const ListedRun&) = default;
};

/// The runs of a session as the window lists them: numbered from 1 in the order in which they came, some with a name of
/// the user's own, some taken off the list, and between them, without numbers, those that were lost. One of them is
/// shown; a new one is shown when it comes, and none while it is awaited.
class RunList {
 public:
  /// What the session holds now. `now`: the moment, where results come of a run that goes on; 0: nobody knows theirs.
  void take(std::vector<RunRecord> runs, std::time_t now = 0);

  const std::vector<RunRecord>& all() const { return m_runs; }
  const std::vector<LostRun>& lost() const { return m_lost; }
  /// Texts that came with the run that is shown, where it ended with its agent.
  const std::vector<OwnKernel>& shownSent() const;
  std::vector<std::size_t> listed() const;  ///< places in all(), oldest first
  std::vector<ListedRun> lines() const;     ///< the same with the lost ones between them
  /// Place of the one that is shown; nullopt: there is none, or it is a lost one.
  std::optional<std::size_t> shown() const { return m_shown; }
  std::optional<std::size_t> shownLost() const { return m_shownLost; }
  /// Place of the last that is listed; nullopt: there is none.
  std::optional<std::size_t> newest() const;
  /// "Run 2 · matmul 512×512×512 · 7900xtx", with what it differs in from other runs of the same experiment and is not
  /// the default, at most two things; or its own name.
  std::string title(std::size_t run) const;
  /// The same; with the time of day at which its first result came, where that is known and others of the list are
  /// called alike but for their numbers.
  std::string titleAmongAlike(std::size_t run) const;
  /// Of all but the one that is shown, oldest first, each by its number and shape or its own name; runs that timed
  /// nothing are left out.
  std::vector<RunCalls> otherCalls() const;
  /// Why its agent ended before it was complete; empty: it did not.
  const std::string& cutOff(std::size_t run) const { return m_marks[run].cutOff; }
  std::string lostTitle(std::size_t lost) const;  ///< "Lost run · 512×512×512"

  void show(std::size_t run);
  void showLost(std::size_t lost);
  void await();  ///< a run has begun: nothing is shown until its first result
  /// Shows the newest if it brought none; where there is none, the listed one that was lost last.
  void stopAwaiting();
  /// The run that is awaited brought none, and its agent is gone. `part`: LostRun::part.
  void lose(Request request, std::string reason, TimeRange part = {});
  /// The agent of the run that came last, with these texts, is gone before that was complete.
  void cutOffNewest(std::string reason, std::vector<OwnKernel> sent = {});
  void cutOffAwaited(const std::string& reason);   ///< all agents are gone: runs that none was done with ended so
  void rename(std::size_t run, std::string name);  ///< an empty name is none
  void remove(std::size_t run);                    ///< from the list; if it was shown, the newest that is left is
  void restore(std::size_t run);                   ///< and shows it
  void removeLost(std::size_t lost);
  void restoreLost(std::size_t lost);

 private:
  std::string briefTitle(std::size_t run) const;
  std::string wordsOf(std::size_t run) const;  ///< of its title, without its number

  struct Mark {
    std::string name, cutOff;
    std::vector<OwnKernel> sent = {};
    bool removed = false;
    std::time_t came = 0;  ///< its first result; 0: nobody knows
  };
  std::vector<RunRecord> m_runs;
  std::vector<std::string> m_titles;  ///< runTitle of each
  std::vector<Mark> m_marks;          ///< of each
  std::vector<LostRun> m_lost;
  std::optional<std::size_t> m_shown, m_shownLost;  ///< one of the two at most
};

/// What a side of a comparison is called: the run, then its session.
std::string sideTitle(const ViewState& state, const RunList& runs, std::optional<std::size_t> run);
/// A run of a session's list as a side of a comparison: what it measured alone, and of one that timed nothing all that
/// it did. Without a run all of the session, which is not empty.
ComparedSession sideOf(const ViewState& state, const RunList& runs, std::optional<std::size_t> run);

}  // namespace strata::inline still
