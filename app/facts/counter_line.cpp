#include "app/facts/counter_line.h"

#include <algorithm>
#include <cmath>

namespace strata::inline facts {
namespace {

// How many events begin at or before `time`; the row is in order of time.
std::size_t countUntil(const RowView& row, HostTime time, std::size_t from) {
  return row.firstNot([&](const TraceEvent& e) { return e.begin <= time; }, from, row.size());
}

// Values of a column that holds very many are sampled, the last one always among them.
void widen(CounterColumn& column, const RowView& row, std::size_t from, std::size_t to) {
  constexpr std::size_t kMostSamples = 48;
  const std::size_t stride = std::max<std::size_t>(1, (to - from) / kMostSamples);
  for (std::size_t i = from; i < to; i += stride) {
    column.low = std::min(column.low, row[i].value());
    column.high = std::max(column.high, row[i].value());
  }
}

void append(CounterLine& line, const CounterColumn& column) {
  if (line.columns.empty()) {
    line.low = column.low;
    line.high = column.high;
  }
  line.low = std::min(line.low, column.low);
  line.high = std::max(line.high, column.high);
  CounterColumn* before = line.columns.empty() ? nullptr : &line.columns.back();
  const bool flat = column.low == column.high;
  if (before && flat && before->low == before->high && before->last == column.last)
    before->w = column.x + column.w - before->x;
  else
    line.columns.push_back(column);
}

}  // namespace

CounterLine counterLine(const RowView& row, TimeRange range, HostTime until, float x, float width) {
  CounterLine line;
  const double perPixel = static_cast<double>(range.length().ns) / std::max(1.0, static_cast<double>(width));
  const auto timeAt = [&](float px) {
    return range.begin + Duration{std::llround(static_cast<double>(px) * perPixel)};
  };
  std::size_t seen = countUntil(row, range.begin, 0);
  for (float px = 0; px < width && timeAt(px) < until; px += 1) {
    const float w = std::min(1.f, width - px);
    const std::size_t next = countUntil(row, timeAt(px + w), seen);
    if (next > 0) {
      const double before = row[seen > 0 ? seen - 1 : 0].value(), last = row[next - 1].value();
      CounterColumn column{x + px, w, std::min(before, last), std::max(before, last), last};
      widen(column, row, seen, next);
      append(line, column);
    }
    seen = next;
  }
  return line;
}

std::optional<std::uint32_t> counterAt(const RowView& row, HostTime time) {
  const std::size_t count = countUntil(row, time, 0);
  return count == 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(count - 1));
}

}  // namespace strata::inline facts
