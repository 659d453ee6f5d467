#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/trace/device_work.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_query.h"
#include "engine/trace/wire_ids.h"
#include "tests/trace/reader_stream.h"

// Traces of other tools, files, and ids.

namespace strata::test {
namespace {

using protozero::pbf_writer;

std::filesystem::path dataFile(const std::string& name) {
  const char* folder = std::getenv("STRATA_TEST_DATA");
  const auto beside = std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
  return (folder ? std::filesystem::path(folder) : beside) / "traces" / name;
}

/// Slices, arrows and counter values as Perfetto's trace_processor v55 counts them in a file of Perfetto's own tests.
struct Expected {
  const char* file;
  std::uint64_t slices, flows, counters;
};

class PerfettoOwnTraces : public ::testing::TestWithParam<Expected> {};

TEST_P(PerfettoOwnTraces, AreCountedAsTraceProcessorCounts) {
  const auto path = dataFile(GetParam().file);
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  TraceStore store;
  ASSERT_TRUE(readSession(path.string(), store).ok());
  const auto snapshot = store.snapshot();
  EXPECT_EQ(snapshot->totals().slices, GetParam().slices);
  EXPECT_EQ(snapshot->totals().flows, GetParam().flows);
  EXPECT_EQ(snapshot->totals().counters, GetParam().counters);
  for (const std::string& problem : snapshot->problems()) ADD_FAILURE() << problem;
}

INSTANTIATE_TEST_SUITE_P(Files, PerfettoOwnTraces,
                         ::testing::Values(Expected{"track_event_counters.pftrace", 7, 0, 18},
                                           Expected{"track_event_tracks.pftrace", 15, 0, 0},
                                           Expected{"flow_events_track_event.pftrace", 11, 8, 0}),
                         [](const auto& test) {
                           std::string name = test.param.file;
                           return name.substr(0, name.find('.'));
                         });

/// A packet of a tool that is not Strata.
std::string packet(std::uint32_t sequence, const std::function<void(pbf_writer&)>& write) {
  std::string bytes;
  pbf_writer trace(bytes);
  {
    pbf_writer one(trace, 1);
    one.add_uint32(10, sequence);
    write(one);
  }
  return bytes;
}

std::string instant(std::uint32_t sequence, std::uint64_t time, std::uint32_t clock, std::string_view name) {
  return packet(sequence, [&](pbf_writer& one) {
    one.add_uint64(8, time);
    if (clock != 0) one.add_uint32(58, clock);
    pbf_writer event(one, 11);
    event.add_enum(9, 3);
    event.add_uint64(11, 99);
    event.add_string(23, name.data(), name.size());
  });
}

struct ClockReading {
  std::uint32_t id;
  std::uint64_t ticks;
  bool incremental = false;
  std::uint64_t multiplier = 1;
};

std::string clocks(std::uint32_t sequence, std::initializer_list<ClockReading> readings) {
  return packet(sequence, [&](pbf_writer& one) {
    pbf_writer snapshot(one, 6);
    for (const ClockReading& reading : readings) {
      pbf_writer clock(snapshot, 1);
      clock.add_uint32(1, reading.id);
      clock.add_uint64(2, reading.ticks);
      if (reading.incremental) clock.add_bool(3, true);
      if (reading.multiplier != 1) clock.add_uint64(4, reading.multiplier);
    }
  });
}

std::vector<std::pair<std::string, std::int64_t>> times(const std::string& bytes) {
  const auto snapshot = read(bytes);
  std::vector<std::pair<std::string, std::int64_t>> found;
  for (std::uint32_t r = 0; r < snapshot->rowCount(0); ++r)
    for (std::size_t i = 0; i < snapshot->row(0, r).size(); ++i)
      found.emplace_back(snapshot->name(snapshot->row(0, r)[i].name), snapshot->row(0, r)[i].begin.ns);
  return found;
}

TEST(ForeignTrace, TheWallClockOfItsSnapshotSaysWhenItWasRecorded) {
  EXPECT_EQ(read(clocks(1, {{6, 1000}, {1, 900'000}}) + instant(1, 1500, 0, "first"))->recordedAt(), 900'500);
  EXPECT_EQ(read(clocks(1, {{6, 1000}, {3, 900'000}}) + instant(1, 1500, 0, "first"))->recordedAt(), std::nullopt);
  EXPECT_EQ(read(clocks(1, {{6, 1000}, {1, 900'000}}))->recordedAt(), std::nullopt) << "nothing was";
}

TEST(ForeignTrace, AWallClockJoinedBySeveralSnapshotsSaysWhenItWasRecorded) {
  const std::string wall = clocks(1, {{1, 900'000}, {3, 400}}), primary = clocks(1, {{3, 500}, {6, 1100}});
  const std::string first = instant(1, 1500, 0, "first");
  EXPECT_EQ(read(wall + primary + first)->recordedAt(), 900'500);
  EXPECT_EQ(read(primary + wall + first)->recordedAt(), 900'500);
  EXPECT_EQ(read(wall + clocks(1, {{1, 900'107}, {3, 500}, {6, 1100}}) + first)->recordedAt(), 900'507)
      << "one that was apart is older";
}

TEST(ForeignTrace, TimesOfAllClocksComeOutInThePrimaryOne) {
  // The primary clock is BOOTTIME (6) unless a snapshot says otherwise; 64 counts microseconds from the one before.
  const std::string bytes = clocks(1, {{6, 10'000}, {3, 4'000}, {64, 5, true, 1000}}) + instant(1, 10'500, 6, "boot") +
                            instant(1, 4'600, 3, "monotonic") + instant(1, 10'700, 0, "usual") +
                            instant(1, 2, 64, "delta") + instant(1, 3, 64, "delta again");
  const std::vector<std::pair<std::string, std::int64_t>> expected{
      {"boot", 10'500}, {"monotonic", 10'600}, {"usual", 10'700}, {"delta", 12'000}, {"delta again", 15'000}};
  EXPECT_EQ(times(bytes), expected);
}

TEST(ForeignTrace, ClocksAreJoinedOverSeveralSnapshots) {
  // 64 is read with MONOTONIC (3) alone, MONOTONIC with the primary BOOTTIME (6) in a snapshot before, or behind.
  const std::string primary = clocks(1, {{6, 10'000}, {3, 4'000}}), further = clocks(1, {{64, 0}, {3, 5'000}});
  for (const std::string& snapshots : {primary + further, further + primary}) {
    const auto snapshot = read(snapshots + instant(1, 100, 64, "far") + instant(1, 10'500, 6, "boot"));
    EXPECT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
    EXPECT_EQ(times(snapshots + instant(1, 100, 64, "far") + instant(1, 10'500, 6, "boot")),
              (std::vector<std::pair<std::string, std::int64_t>>{{"boot", 10'500}, {"far", 11'100}}));
  }
  const std::string chain = clocks(1, {{65, 7}, {64, 50}}) + clocks(1, {{64, 0}, {3, 5'000}}) + primary;
  EXPECT_EQ(times(chain + instant(1, 8, 65, "further")),
            (std::vector<std::pair<std::string, std::int64_t>>{{"further", 11'051}}));
}

TEST(ForeignTrace, TimesOfAClockThatNothingJoinsAreSaid) {
  const std::string apart = instant(1, 10'100, 64, "a") + instant(1, 10'200, 64, "b");
  const auto mixed = read(clocks(1, {{6, 10'000}, {3, 4'000}}) + instant(1, 10'500, 6, "boot") + apart);
  ASSERT_EQ(mixed->problems().size(), 1u);
  EXPECT_EQ(mixed->problems()[0],
            "2 times are of clock 64, which no snapshot of clocks before joins with the others. Their events stand at "
            "the numbers that they state.");
  EXPECT_TRUE(read(apart)->problems().empty()) << "times of one clock alone need no other";
}

TEST(ForeignTrace, EventsWhoseTimesAreOutOfRangeAreSkippedAndSaid) {
  const std::string near = instant(1, 1'000'000, 0, "near");
  const auto snapshot = read(near + instant(1, UINT64_MAX - 5000, 0, "before 0") + near +
                             instant(1, std::uint64_t{1} << 63, 6, "too great"));
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{1'000'000}, {1'000'000}}));
  EXPECT_EQ(snapshot->totals().instants, 2u);
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_EQ(snapshot->problems()[0],
            "2 events with a time out of range are skipped, the first at byte " + std::to_string(near.size()) + ".");
  const auto import = nlohmann::json::parse(snapshot->messages()[0].json);
  EXPECT_EQ(import["left_out"]["events with a time out of range"], 2);
  EXPECT_EQ(times(clocks(1, {{6, 1000}, {3, 9000}}) + instant(1, 9500, 3, "kept") + instant(1, 100, 3, "before 0")),
            (std::vector<std::pair<std::string, std::int64_t>>{{"kept", 1500}}));
}

/// GpuRenderStageEvents of one queue's name, a packet each, on these GPUs.
std::string stagesOn(std::initializer_list<std::uint32_t> gpus) {
  std::string bytes = packet(1, [](pbf_writer& one) {
    pbf_writer names(one, 12);
    pbf_writer queue(names, 24);
    queue.add_uint64(1, 1);
    queue.add_string(2, "graphics");
  });
  std::uint64_t time = 1000;
  for (const std::uint32_t gpu : gpus)
    bytes += packet(1, [&](pbf_writer& one) {
      one.add_uint64(8, time += 100);
      pbf_writer stage(one, 53);
      stage.add_uint64(2, 50);
      stage.add_uint32(11, gpu);
      stage.add_uint64(13, 1);
      stage.add_string(17, "draw");
    });
  return bytes;
}

TEST(ForeignTrace, QueuesOfSeveralGpusAreOfSeveralDevices) {
  const auto namesOf = [](const TraceSnapshot& snapshot) {
    std::vector<std::string> names;
    for (const TrackInfo& track : snapshot.tracks()) names.push_back(track.name);
    return names;
  };
  const auto one = read(stagesOn({1, 1}));
  EXPECT_EQ(namesOf(*one), std::vector<std::string>{"graphics"});
  const auto two = read(stagesOn({4, 1, 4}));
  EXPECT_EQ(namesOf(*two), (std::vector<std::string>{"GPU 4 graphics", "GPU 1 graphics"}));
  EXPECT_EQ(deviceCount(*two), 2u);
  const SessionWork work = workOf(*two);
  ASSERT_EQ(work.devices.size(), 2u);
  EXPECT_EQ(work.devices[0].name, "GPU 4");
  EXPECT_EQ(work.devices[0].busy.ns, 100);
  EXPECT_EQ(work.devices[1].name, "GPU 1");
}

/// A packet without a sequence and without a time.
std::string bare(const std::function<void(pbf_writer&)>& write) {
  std::string bytes;
  pbf_writer trace(bytes);
  {
    pbf_writer one(trace, 1);
    write(one);
  }
  return bytes;
}

std::string threadTrack(std::uint64_t uuid, std::string_view name) {
  return bare([&](pbf_writer& one) {
    pbf_writer track(one, 60);
    track.add_uint64(1, uuid);
    pbf_writer thread(track, 4);
    thread.add_int32(1, 5);
    thread.add_int32(2, 7);
    thread.add_string(5, name.data(), name.size());
  });
}

TEST(ForeignTrace, TracksBeforeAnySequenceAndClockKeepTheirNames) {
  for (const std::size_t piece : {0, 1, 7}) {
    const auto snapshot = read(threadTrack(98, "first") + threadTrack(99, "worker") + instant(1, 10, 6, "a"), piece);
    EXPECT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
    ASSERT_EQ(snapshot->tracks().size(), 1u);
    EXPECT_EQ(snapshot->tracks()[0].thread, "worker");
  }
}

std::string processTrack(std::uint64_t uuid, std::string_view name) {
  return bare([&](pbf_writer& one) {
    pbf_writer track(one, 60);
    track.add_uint64(1, uuid);
    pbf_writer process(track, 3);
    process.add_int32(1, 5);
    process.add_string(6, name.data(), name.size());
  });
}

std::string childTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name) {
  return bare([&](pbf_writer& one) {
    pbf_writer track(one, 60);
    track.add_uint64(1, uuid);
    track.add_uint64(5, parent);
    track.add_string(2, name.data(), name.size());
  });
}

TEST(ForeignTrace, TracksHaveTheNameOfTheirProcessWheneverItCame) {
  const std::string process = processTrack(50, "trainer"), thread = threadTrack(99, "worker"),
                    child = childTrack(99, 50, "loss"), event = instant(1, 10, 6, "a");
  for (const std::string& bytes :
       {process + thread + event, thread + event + process, child + event + process, process + child + event}) {
    const auto snapshot = read(bytes);
    ASSERT_EQ(snapshot->tracks().size(), 1u);
    EXPECT_EQ(snapshot->tracks()[0].process, "trainer");
    EXPECT_EQ(snapshot->tracks()[0].pid, 5);
  }
}

TEST(ForeignTrace, ABannerIsStillNoPacket) {
  StreamBuilder session;
  session.raw("\nWelcome to the lab.\nbe nice\n").head().end();
  EXPECT_TRUE(read(session.bytes())->problems().empty());
}

/// A slice of 5 ns at which flows leave and end.
std::string flowing(std::uint64_t time, std::initializer_list<std::uint64_t> out,
                    std::initializer_list<std::uint64_t> ends) {
  std::string bytes;
  for (const bool begins : {true, false})
    bytes += packet(1, [&](pbf_writer& one) {
      one.add_uint64(8, begins ? time : time + 5);
      pbf_writer event(one, 11);
      event.add_enum(9, begins ? 1 : 2);
      event.add_uint64(11, 99);
      for (const std::uint64_t id : out)
        if (begins) event.add_fixed64(47, id);
      for (const std::uint64_t id : ends)
        if (begins) event.add_fixed64(48, id);
    });
  return bytes;
}

TEST(ForeignTrace, AFlowWithSeveralEndsKeepsThemAll) {
  const auto snapshot = read(flowing(10, {7}, {}) + flowing(20, {}, {7}) + flowing(30, {}, {7}) + flowing(40, {7}, {}) +
                             flowing(50, {}, {7}));
  std::vector<std::pair<std::int64_t, std::int64_t>> arrows;
  for (std::uint32_t i = 1; i <= snapshot->correlationCount(); ++i)
    if (const auto from = snapshot->launchOf(CorrelationId{i}), to = snapshot->workOf(CorrelationId{i}); from && to)
      arrows.emplace_back(snapshot->event(*from).begin.ns, snapshot->event(*to).begin.ns);
  std::ranges::sort(arrows);
  EXPECT_EQ(arrows, (std::vector<std::pair<std::int64_t, std::int64_t>>{{10, 20}, {10, 30}, {40, 50}}));
}

TEST(ForeignTrace, PacketsWithoutAPlaceAreCounted) {
  const auto of = [](std::uint32_t field) { return packet(1, [=](pbf_writer& one) { one.add_string(field, "x"); }); };
  const auto snapshot = read(instant(1, 10, 6, "a") + of(1) + of(1) + of(66) + of(240) + of(33));
  ASSERT_EQ(snapshot->messages().size(), 1u);
  const std::string& said = snapshot->messages()[0].json;
  EXPECT_NE(said.find(R"("left_out":{"packets of ftrace_events":2,"packets of perf_sample":1,)"
                      R"("packets of the field 240":1})"),
            std::string::npos)
      << said;
}

TEST(ForeignTrace, PacketsOutOfOrderAreSorted) {
  const std::string bytes = instant(1, 300, 0, "c") + instant(2, 100, 0, "a") + instant(1, 200, 0, "b");
  const std::vector<std::pair<std::string, std::int64_t>> expected{{"a", 100}, {"b", 200}, {"c", 300}};
  EXPECT_EQ(times(bytes), expected);
  EXPECT_EQ(read(bytes)->rowCount(0), 1u);
}

TEST(ForeignTrace, NestedAnnotationsAreFlattened) {
  const auto snapshot = read(packet(1, [&](pbf_writer& one) {
    one.add_uint64(8, 5);
    pbf_writer event(one, 11);
    event.add_enum(9, 3);
    pbf_writer outer(event, 4);
    outer.add_string(10, "shape");
    for (const std::int64_t n : {3, 4}) {
      pbf_writer element(outer, 12);
      element.add_int64(4, n);
    }
    pbf_writer entry(outer, 11);
    entry.add_string(10, "kind");
    entry.add_string(6, "matrix");
  }));
  const TraceEvent& e = snapshot->row(0, 0)[0];
  EXPECT_EQ(snapshot->number(e, "shape[0]"), 3.0);
  EXPECT_EQ(snapshot->number(e, "shape[1]"), 4.0);
  EXPECT_EQ(snapshot->text(e, "shape.kind"), "matrix");
}

TEST(ForeignTrace, AClearedStateForgetsItsNames) {
  const auto named = [](std::uint32_t flags, bool define, std::uint64_t time) {
    return packet(1, [&](pbf_writer& one) {
      one.add_uint64(8, time);
      one.add_uint32(13, flags);
      if (define) {
        pbf_writer interned(one, 12);
        pbf_writer entry(interned, 2);
        entry.add_uint64(1, 1);
        entry.add_string(2, "known");
      }
      pbf_writer event(one, 11);
      event.add_enum(9, 3);
      event.add_uint64(10, 1);
    });
  };
  const auto found = times(named(1, true, 10) + named(2, false, 20) + named(1, false, 30));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[1].first, "known");
  EXPECT_EQ(found[2].first, "(name lost)");
}

TEST(ForeignTrace, TheTableOfStoreysPlacesEventsByTheirCategory) {
  const auto slice = [](std::uint64_t track, std::uint64_t time, std::uint32_t type, std::string_view category,
                        std::string_view name) {
    return packet(1, [&](pbf_writer& one) {
      one.add_uint64(8, time);
      pbf_writer event(one, 11);
      event.add_enum(9, static_cast<std::int32_t>(type));
      event.add_uint64(11, track);
      if (!category.empty()) event.add_string(22, category.data(), category.size());
      if (!name.empty()) event.add_string(23, name.data(), name.size());
    });
  };
  // Categories of rocprofv3.
  const auto snapshot =
      read(slice(1, 10, 1, "hip_api", "hipLaunchKernel") + slice(1, 12, 1, "hsa_api", "hsa_queue") +
           slice(1, 14, 2, "", "") + slice(1, 15, 2, "", "") + slice(2, 20, 1, "kernel_dispatch", "gemm") +
           slice(2, 40, 2, "", "") + slice(1, 50, 1, "unheard of", "x") + slice(1, 51, 2, "", ""));
  const auto& perStorey = snapshot->totals().slicesPerStorey;
  EXPECT_EQ(perStorey[static_cast<std::size_t>(Storey::Runtime)], 1u);
  EXPECT_EQ(perStorey[static_cast<std::size_t>(Storey::Driver)], 1u);
  EXPECT_EQ(perStorey[static_cast<std::size_t>(Storey::Hardware)], 1u);
  EXPECT_EQ(perStorey[static_cast<std::size_t>(Storey::Other)], 1u);
  ASSERT_EQ(snapshot->tracks().size(), 2u);
  EXPECT_EQ(snapshot->tracks()[1].kind, TrackKind::Queue);
  EXPECT_EQ(snapshot->row(1, 0)[0].kind, EventKind::Kernel);
  EXPECT_EQ(snapshot->row(1, 0)[0].payload, 20);
}

class SessionFile : public ::testing::Test {
 protected:
  SessionFile() : m_path(std::filesystem::temp_directory_path() / ("strata-reader-" + std::to_string(getpid()))) {}
  ~SessionFile() override { std::filesystem::remove(m_path); }

  std::filesystem::path m_path;
};

TEST_F(SessionFile, IsReadPlainAndGzipped) {
  const std::string bytes = smallSession();
  std::ofstream(m_path, std::ios::binary) << bytes;
  TraceStore plain, packed;
  ASSERT_TRUE(readSession(m_path.string(), plain).ok());
  gzFile file = gzopen(m_path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  ASSERT_TRUE(readSession(m_path.string(), packed).ok());
  EXPECT_EQ(contentHash(*plain.snapshot()), contentHash(*read(bytes)));
  EXPECT_EQ(contentHash(*packed.snapshot()), contentHash(*read(bytes)));
}

TEST_F(SessionFile, ACutGzipKeepsItsReadablePart) {
  std::string bytes = smallSession();
  for (int i = 0; i < 200; ++i) bytes += smallSession(static_cast<std::uint32_t>(100 + i));
  gzFile file = gzopen(m_path.c_str(), "wb");
  gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
  gzclose(file);
  std::filesystem::resize_file(m_path, std::filesystem::file_size(m_path) / 2);
  TraceStore store;
  ASSERT_TRUE(readSession(m_path.string(), store).ok());
  EXPECT_GT(store.snapshot()->totals().slices, 100u);
  EXPECT_FALSE(store.snapshot()->problems().empty());
}

TEST_F(SessionFile, WhatIsNoSessionIsAnErrorThatSaysSo) {
  TraceStore store;
  const auto missing = readSession(m_path.string(), store);
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().code, ErrorCode::Io);
  EXPECT_NE(missing.error().message.find(m_path.string()), std::string::npos);
  EXPECT_FALSE(readSession(std::filesystem::temp_directory_path().string(), store).ok());
  std::ofstream(m_path) << "";
  EXPECT_FALSE(readSession(m_path.string(), store).ok());
  std::ofstream(m_path) << "{\"traceEvents\": []}\n";
  const auto json = readSession(m_path.string(), store);
  ASSERT_FALSE(json.ok());
  EXPECT_NE(json.error().message.find("no packet"), std::string::npos);
}

TEST(WireIds, TheFirstRunKeepsItsIdsAndOthersFollow) {
  WireIds ids;
  const auto wire = [](std::uint64_t run, std::uint64_t id) { return run << 32 | id; };
  EXPECT_EQ(ids.dense(0), 0u);
  EXPECT_EQ(ids.dense(wire(7, 3)), 3u);
  EXPECT_EQ(ids.dense(wire(7, 1)), 1u);
  EXPECT_EQ(ids.dense(wire(7, 9)), 9u);
  EXPECT_EQ(ids.dense(wire(8, 2)), 11u);
  EXPECT_EQ(ids.dense(wire(8, 1)), 10u);
  EXPECT_EQ(ids.dense(wire(7, 4)), 4u);
  EXPECT_EQ(ids.dense(wire(7, 10)), 12u) << "the first run goes on after the second began";
  EXPECT_EQ(ids.dense(wire(8, 2)), 11u);
  EXPECT_EQ(ids.dense(wire(8, 3)), 13u);
  EXPECT_EQ(ids.fresh(), 14u);
  EXPECT_EQ(ids.dense(wire(7, 10)), 12u);
}

TEST(WireIds, LeapsStayDense) {
  WireIds ids;
  EXPECT_EQ(ids.dense(1), 1u);
  EXPECT_EQ(ids.dense(0xFFFFFFFF), 2u);
  EXPECT_EQ(ids.dense(0xFFFFFFFFFFFFFFFF), 3u);
  EXPECT_EQ(ids.dense(0xF0000000), 4u);
  EXPECT_EQ(ids.dense(2), 5u);
  EXPECT_EQ(ids.dense(0xFFFFFFFF), 2u);
}

}  // namespace
}  // namespace strata::test
