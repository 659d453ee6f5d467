#pragma once

#include <string>
#include <string_view>

#include "engine/protocol/workload.h"
#include "layers/workloads/common/life_signs.h"

namespace strata::inline workloads {

/// The error is the whole run's, not that of one variant: nothing more can be run or nobody wants it.
inline bool endsTheRun(const Error& error) {
  return error.code == ErrorCode::Stopped || error.code == ErrorCode::AgentDied;
}

/// Counts the steps of a run and tells how far it is. One thread; while it waits, another may tell for it.
class RunProgress {
 public:
  RunProgress(WorkContext& context, int steps) : m_context(context), m_steps(steps) {}

  /// There are more steps than was thought, or fewer.
  void add(int steps) { m_steps += steps; }
  int begun() const { return m_begun; }  ///< how many steps

  /// The next step begins. An Error Stopped if somebody asked for it.
  Result<void> next(std::string text) {
    m_text = std::move(text);
    ++m_begun;
    within(0);
    if (!m_context.stop.stop_requested()) return {};
    return Error{ErrorCode::Stopped, "Stopped before: " + m_text, Storey::Model};
  }

  /// The step is called so from now on.
  void rename(std::string text) { m_text = std::move(text); }

  /// The step goes on; `part` of it (0 … 1) is done. Also a sign of life for who watches.
  void within(double part) const { within(part, {}); }
  /// The same, with words behind the step's.
  void within(double part, std::string_view detail) const {
    m_context.progress(m_text + std::string(detail), (m_begun - 1 + part) / m_steps);
  }

  /// Tells within() from a thread of its own, for SignsOfLife.
  LifeSigns& signs() const { return m_signs; }

  bool stopRequested() const { return m_context.stop.stop_requested(); }

 private:
  WorkContext& m_context;
  int m_steps;
  int m_begun = 0;
  std::string m_text;
  mutable LifeSigns m_signs{[this](double part) { within(part); }};
};

}  // namespace strata::inline workloads
