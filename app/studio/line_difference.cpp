#include "app/studio/line_difference.h"

#include <QStringList>
#include <algorithm>

namespace strata::inline studio {
namespace {

constexpr qsizetype kMostCells = 16'000'000;

/// How many lines two ends have in common, for every pair of begins.
class CommonLines {
 public:
  CommonLines(const QStringList& before, const QStringList& now) : m_width(now.size() + 1) {
    m_counts.resize(static_cast<std::size_t>((before.size() + 1) * m_width));
    for (qsizetype i = before.size() - 1; i >= 0; --i)
      for (qsizetype j = now.size() - 1; j >= 0; --j)
        at(i, j) = before[i] == now[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
  }
  int& at(qsizetype i, qsizetype j) { return m_counts[static_cast<std::size_t>(i * m_width + j)]; }

 private:
  qsizetype m_width;
  std::vector<int> m_counts;
};

/// What differs between the equal lines at both ends.
void addMiddle(const QStringList& before, const QStringList& now, int firstNow, LineDifference& all) {
  const bool tooMuch = before.size() * now.size() > kMostCells;
  CommonLines common(tooMuch ? QStringList() : before, tooMuch ? QStringList() : now);
  qsizetype i = 0, j = 0;
  while (i < before.size() || j < now.size()) {
    const bool bothLeft = i < before.size() && j < now.size();
    if (!tooMuch && bothLeft && before[i] == now[j]) {
      all.lines.push_back({u' ', now[j], firstNow + static_cast<int>(j)});
      ++i, ++j;
    } else if (i < before.size() && (j == now.size() || tooMuch || common.at(i + 1, j) >= common.at(i, j + 1))) {
      all.lines.push_back({u'-', before[i++], 0});
    } else {
      all.lines.push_back({u'+', now[j], firstNow + static_cast<int>(j)});
      ++j;
    }
  }
}

}  // namespace

LineDifference lineDifference(const QString& before, const QString& now) {
  const QStringList old = before.split(QLatin1Char('\n')), fresh = now.split(QLatin1Char('\n'));
  const qsizetype most = std::min(old.size(), fresh.size());
  qsizetype front = 0, back = 0;
  while (front < most && old[front] == fresh[front]) ++front;
  while (back < most - front && old[old.size() - 1 - back] == fresh[fresh.size() - 1 - back]) ++back;
  LineDifference all;
  for (qsizetype i = 0; i < front; ++i) all.lines.push_back({u' ', fresh[i], static_cast<int>(i) + 1});
  addMiddle(old.mid(front, old.size() - front - back), fresh.mid(front, fresh.size() - front - back),
            static_cast<int>(front) + 1, all);
  for (qsizetype i = fresh.size() - back; i < fresh.size(); ++i)
    all.lines.push_back({u' ', fresh[i], static_cast<int>(i) + 1});
  return all;
}

bool LineDifference::none() const {
  return std::ranges::all_of(lines, [](const Line& line) { return line.sign == u' '; });
}

std::vector<int> LineDifference::putIn() const {
  std::vector<int> found;
  for (const Line& line : lines)
    if (line.sign == u'+') found.push_back(line.now);
  return found;
}

QString LineDifference::toText(int around) const {
  std::vector<bool> shown(lines.size(), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].sign == u' ') continue;
    const std::size_t first = i - std::min<std::size_t>(i, static_cast<std::size_t>(around));
    const std::size_t end = std::min(lines.size(), i + static_cast<std::size_t>(around) + 1);
    std::fill(shown.begin() + static_cast<std::ptrdiff_t>(first), shown.begin() + static_cast<std::ptrdiff_t>(end),
              true);
  }
  QStringList text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (shown[i])
      text << lines[i].sign + lines[i].text;
    else if (i == 0 || shown[i - 1])
      text << QStringLiteral("…");
  }
  return text.join(QLatin1Char('\n'));
}

}  // namespace strata::inline studio
