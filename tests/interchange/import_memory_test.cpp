#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/interchange/export_file.h"
#include "tests/interchange/import_fixture.h"

// What PyTorch's allocators say in "[memory]" events, as counters.

namespace strata::test {
namespace {

struct Counted {
  std::uint64_t values = 0;
  double sum = 0, most = 0, last = 0;
};

void add(Counted& all, double value) {
  ++all.values;
  all.sum += value;
  all.most = std::max(all.most, value);
  all.last = value;
}

bool operator==(const Counted& a, const Counted& b) {
  return a.values == b.values && a.sum == b.sum && a.most == b.most && a.last == b.last;
}

std::ostream& operator<<(std::ostream& out, const Counted& all) {
  return out << all.values << " values, sum " << all.sum << ", most " << all.most << ", last " << all.last;
}

std::map<std::string, Counted> countersOf(const TraceSnapshot& snapshot) {
  std::map<std::string, Counted> counters;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (snapshot.tracks()[track].kind != TrackKind::Counter) continue;
    EXPECT_EQ(snapshot.tracks()[track].unit, "bytes");
    const RowView& row = snapshot.row(track, 0);
    for (std::size_t i = 0; i < row.size(); ++i) add(counters[snapshot.tracks()[track].name], row[i].value());
  }
  return counters;
}

std::string change(int ts, std::int64_t bytes, std::int64_t allocated, int type, int device) {
  return nlohmann::json{{"ph", "i"},
                        {"cat", "cpu_instant_event"},
                        {"s", "t"},
                        {"name", "[memory]"},
                        {"pid", 1},
                        {"tid", 1},
                        {"ts", ts},
                        {"args",
                         {{"Total Allocated", allocated},
                          {"Total Reserved", type == 0 ? 0 : 1 << 20},
                          {"Bytes", bytes},
                          {"Addr", 4096},
                          {"Device Id", device},
                          {"Device Type", type}}}}
      .dump();
}

class ImportedMemory : public ExportFile {};

TEST_F(ImportedMemory, IsACounterForEachAllocator) {
  const auto snapshot = importEvents(change(30, -512, 1000, 1, 0) + "," + change(10, 512, 1512, 1, 0) + "," +
                                     change(20, 64, 64, 0, -1) + "," + change(25, 8, 8, 1, 1));
  const auto counters = countersOf(*snapshot);
  EXPECT_EQ(counters.at("device memory allocated (PyTorch, GPU 0)"), (Counted{2, 2512, 1512, 1000}));
  EXPECT_EQ(counters.at("device memory allocated (PyTorch, GPU 1)"), (Counted{1, 8, 8, 8}));
  EXPECT_EQ(counters.at("device memory reserved (PyTorch, GPU 0)").last, 1 << 20);
  EXPECT_EQ(counters.at("CPU memory allocated (PyTorch)"), (Counted{1, 64, 64, 64}));
  EXPECT_EQ(counters.size(), 5u) << "the CPU's reserves nothing";
  EXPECT_EQ(snapshot->totals().instants, 4u) << "they stay in their thread as well";
  for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track)
    if (snapshot->tracks()[track].name == "device memory allocated (PyTorch, GPU 0)") {
      const TraceEvent first = snapshot->row(track, 0)[0];
      EXPECT_EQ(first.provenance, Provenance::Counted);
      EXPECT_EQ(snapshot->number(first, arg::kAddress), 4096.0);
      EXPECT_EQ(snapshot->number(first, arg::kBytes), 512.0);
    }
}

TEST_F(ImportedMemory, IsNotCountedAgainWhenAnExportIsRead) {
  const auto snapshot = importEvents(change(10, 512, 1512, 1, 0));
  EXPECT_EQ(countersOf(*importText(exported(*snapshot, "chrome"))), countersOf(*snapshot));
}

TEST_F(ImportedMemory, OfARealTraceIsWhatItsTextSays) {
  if (!std::filesystem::exists(traceFile("nv_h100_qwen1.5-0.5b.json.gz"))) GTEST_SKIP() << "the test data is not here";
  // Of the events of "Device Type" 1, by a script over the JSON.
  const auto counters = countersOf(*importFile(traceFile("nv_h100_qwen1.5-0.5b.json.gz")));
  const Counted& allocated = counters.at("device memory allocated (PyTorch, GPU 0)");
  EXPECT_EQ(allocated, (Counted{2250, 3'451'940'928'000, 2'088'508'416, 984'742'400}));
  EXPECT_EQ(counters.at("device memory reserved (PyTorch, GPU 0)").last, 2'629'828'608.0);
}

}  // namespace
}  // namespace strata::test
