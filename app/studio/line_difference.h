#pragma once

#include <QString>
#include <vector>

namespace strata::inline studio {

/// What was taken out of a text and put in, line by line.
struct LineDifference {
  struct Line {
    QChar sign;  ///< '-' taken out, '+' put in, ' ' kept
    QString text;
    int now = 0;  ///< in the new text, from 1; 0: it is not there
  };
  std::vector<Line> lines;  ///< of both, in order

  bool none() const;
  std::vector<int> putIn() const;  ///< lines of the new text, from 1
  /// With `around` kept lines before and after each change, and "…" between changes that are further apart.
  QString toText(int around) const;
};

/// The least change; of texts with so many changed lines that it would take long, all of what differs.
LineDifference lineDifference(const QString& before, const QString& now);

}  // namespace strata::inline studio
