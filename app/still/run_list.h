#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/facts/comparison.h"
#include "app/session/session_messages.h"

namespace strata::inline still {

/// The runs of a session as the window lists them: numbered from 1 in the order in which they came, some with a name of
/// the user's own, some taken off the list. One of them is shown; a new one is shown when it comes, and none while it
/// is awaited.
class RunList {
 public:
  void take(std::vector<RunRecord> runs);  ///< what the session holds now

  const std::vector<RunRecord>& all() const { return m_runs; }
  std::vector<std::size_t> listed() const;  ///< places in all(), oldest first
  /// Place of the one that is shown; nullopt: there is none.
  std::optional<std::size_t> shown() const { return m_shown; }
  /// Place of the last that is listed; nullopt: there is none.
  std::optional<std::size_t> newest() const;
  /// "Run 2 · 512×512×512", or its own name.
  std::string title(std::size_t run) const;

  void show(std::size_t run);
  void await();                                    ///< a run has begun: nothing is shown until its first result
  void stopAwaiting();                             ///< shows the newest if it brought none
  void rename(std::size_t run, std::string name);  ///< an empty name is none
  void remove(std::size_t run);                    ///< from the list; if it was shown, the newest that is left is
  void restore(std::size_t run);                   ///< and shows it

 private:
  struct Mark {
    std::string name;
    bool removed = false;
  };
  std::vector<RunRecord> m_runs;
  std::vector<Mark> m_marks;  ///< of each
  std::optional<std::size_t> m_shown;
};

/// A run of a session's list as a side of a comparison; without one all of the session, which is not empty.
ComparedSession sideOf(const ViewState& state, const RunList& runs, std::optional<std::size_t> run);

}  // namespace strata::inline still
