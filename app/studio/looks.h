#pragma once

#include <QObject>
#include <QTimer>
#include <vector>

#include "app/facts/view_state.h"

namespace strata::inline studio {

/// What was looked at, one after the other, as a browser keeps its pages: a part of time and what was selected there.
class Looks : public QObject {
  Q_OBJECT
 public:
  struct Look {
    TimeRange range;
    Selection selection;
    friend bool operator==(const Look&, const Look&) = default;
  };

  explicit Looks(QObject* parent = nullptr);
  /// What is looked at now; kept once it rests. What was gone back from is forgotten then.
  void watch(const Look& look);
  void forget();
  /// The one before (-1) or after (1); nothing at the ends.
  std::optional<Look> go(int by);
  bool any(int by) const;

 signals:
  void changed();

 private:
  void remember();

  std::vector<Look> m_looks;
  std::size_t m_at = 0;
  Look m_now;
  QTimer m_rest;
};

}  // namespace strata::inline studio
