#include "engine/interchange/csv.h"

#include <gtest/gtest.h>

#include "engine/trace/trace_store.h"
#include "tests/interchange/export_file.h"
#include "tests/trace/reader_stream.h"

namespace strata::test {
namespace {

/// Reads RFC 4180, by its own words.
std::vector<std::vector<std::string>> parseCsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1);
  std::string field;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\r')) {
      rows.back().push_back(std::exchange(field, ""));
    } else if (!quoted && c == '\n') {
      rows.emplace_back();
    } else {
      field += c;
    }
  }
  rows.pop_back();
  return rows;
}

class Csv : public ExportFile {};

TEST_F(Csv, HasOneRowPerEvent) {
  const auto snapshot = read(smallSession());
  const auto rows = parseCsv(exported(*snapshot, "csv"));
  const auto& totals = snapshot->totals();
  ASSERT_EQ(rows.size(), 1 + totals.slices + totals.counters);
  EXPECT_EQ(summary, (ExportSummary{totals.slices, totals.flows, totals.counters}));
  for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
  const std::vector<std::string> kernel{"hardware", "kernel", "stream 1", "",
                                        "tiled",    "20200",  "600",      "",
                                        "2",        "2",      "measured", "grid_x=8; grid_y=4; grid_z=1"};
  EXPECT_NE(std::find(rows.begin(), rows.end(), kernel), rows.end());
  const std::vector<std::string> counter{"runtime", "counter", "memory", "",  "memory",  "10300",
                                         "",        "0.5",     "0",      "0", "counted", ""};
  EXPECT_NE(std::find(rows.begin(), rows.end(), counter), rows.end());
}

TEST_F(Csv, OddNamesComeBackAsTheyWere) {
  TraceStore store;
  TrackInfo info;
  info.uuid = 1;
  info.name = "a, \"quoted\"\r\ntrack";
  TraceEvent e;
  e.track = store.track(info);
  e.name = store.intern("gemm<float, 32>\n\"x\"");
  store.add(e);
  const auto rows = parseCsv(exported(*store.snapshot(), "csv"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1][2], info.name);
  EXPECT_EQ(rows[1][4], "gemm<float, 32>\n\"x\"");
}

}  // namespace
}  // namespace strata::test
