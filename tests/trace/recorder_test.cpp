#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/trace/recorder_bench.h"
#include "engine/trace/session_message.h"
#include "tests/trace/recorder_fixture.h"

namespace strata::test {
namespace {

TEST_F(Recording, SlicesNestAsTheyWereBegun) {
  recorder.nameThread("main");
  {
    TraceScope model(recorder, Storey::Model, name("outer"));
    TraceScope inner(recorder, Storey::Model, name("inner"));
    TraceScope runtime(recorder, Storey::Runtime, name("launch"));
  }
  const Session session = finish();
  ASSERT_EQ(session.slices.size(), 4u) << "three slices and the writer's own drain";
  EXPECT_EQ(session.slices[0].name, "outer");
  EXPECT_EQ(session.slices[1].depth, 1u);
  EXPECT_EQ(session.slices[0].track, session.trackNamed("model"));
  EXPECT_EQ(session.slices[2].track, session.trackNamed("runtime"));
  EXPECT_LE(session.slices[0].begin, session.slices[1].begin);
  EXPECT_GE(session.slices[0].end, session.slices[1].end);
}

TEST_F(Recording, SameTextSameName) {
  EXPECT_EQ(name("matmul"), name(std::string("mat") + "mul"));
  EXPECT_NE(name("matmul"), name("softmax"));
  EXPECT_EQ(name(""), NameId::None);
  EXPECT_EQ(recorder.name(name("matmul")), "matmul");
}

TEST_F(Recording, CallsAndCorrelationsCountFromOne) {
  EXPECT_EQ(recorder.newCall(), CallId{1});
  EXPECT_EQ(recorder.newCall(), CallId{2});
  EXPECT_EQ(recorder.newCorrelation(), CorrelationId{1});
}

TEST_F(Recording, ArgumentsStayWithWhatTheyBelongTo) {
  recorder.begin(Storey::Library, name("gemm"));
  recorder.arg(name("n"), std::int64_t{-512});
  recorder.arg(name("alpha"), 1.5);
  recorder.arg(name("variant"), name("tiled"));
  const Arg why{name("why"), name("shape")};
  recorder.instant(Storey::Library, name("chosen"), CallId::None, {&why, 1});
  recorder.end();
  const Session session = finish();
  const std::map<std::string, std::string> gemm{{"n", "-512"}, {"alpha", "1.500000"}, {"variant", "tiled"}};
  EXPECT_EQ(session.slices[0].args, gemm);
  ASSERT_EQ(session.instants.size(), 1u);
  EXPECT_EQ(session.instants[0].args.at("why"), "shape");
}

TEST_F(Recording, AListOfArgumentsStandsBeforeThoseGivenOneByOne) {
  const std::vector<Arg> args{{name("n"), std::int64_t{288}}, {name("flop"), 1.5}, {name("variant"), name("lanes")}};
  const std::vector<Arg> shape{{name("grid_x"), std::int64_t{8}}, {name("block_x"), std::int64_t{32}}};
  const ArgsId list = recorder.internArgs(args), launch = recorder.internArgs(shape);
  EXPECT_EQ(recorder.internArgs(args), list);
  EXPECT_NE(launch, list);
  EXPECT_EQ(recorder.internArgs({}), ArgsId::None);
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  start();
  for (int i = 0; i < 3; ++i) {
    const TraceScope slice(recorder, Storey::Framework, name("linear"), CallId::None, CorrelationId::None, list);
    recorder.arg(name("i"), std::int64_t{i});
    recorder.workBegin(queue, EventKind::Kernel, name("kernel"), CallId::None, CorrelationId::None, launch);
    recorder.arg(name("timed_by"), name("nobody"));
    recorder.workEnd(queue);
    if (i == 0) now();  // what is known from before is right behind it too
  }
  const Session session = finish();
  int slices = 0;
  for (const auto& slice : session.slices) {
    if (slice.name != "linear") continue;
    const std::map<std::string, std::string> expected{
        {"n", "288"}, {"flop", "1.500000"}, {"variant", "lanes"}, {"i", std::to_string(slices++)}};
    EXPECT_EQ(slice.args, expected);
  }
  EXPECT_EQ(slices, 3);
  ASSERT_EQ(session.works.size(), 3u);
  for (const Packet& work : session.works) {
    EXPECT_EQ(work.args.at("grid_x"), "8");
    EXPECT_EQ(work.args.at("grid_y"), "1");
    EXPECT_EQ(work.args.at("block_x"), "32");
    EXPECT_EQ(work.args.at("timed_by"), "nobody");
  }
}

TEST_F(Recording, AnArgumentAfterItsBeginWasWrittenStandsOnTheEnd) {
  start();
  recorder.begin(Storey::Compiler, name("compile"));
  EXPECT_TRUE(now().slices[0].args.empty());
  recorder.arg(name("bytes"), std::int64_t{4096});
  recorder.end();
  EXPECT_EQ(finish().slices[0].args.at("bytes"), "4096");
}

TEST_F(Recording, AnArgumentOfWhatIsCompleteIsDroppedAndCounted) {
  recorder.nameThread("main");
  TraceScope outer(recorder, Storey::Framework, name("matmul"));
  { TraceScope inner(recorder, Storey::Library, name("gemm")); }
  recorder.arg(name("n"), std::int64_t{1});
  recorder.instant(Storey::Compiler, name("chosen"));
  recorder.arg(name("n"), std::int64_t{2});
  recorder.arg(name("n"), std::int64_t{3});
  const Session session = now();
  EXPECT_EQ(session.drops.at(session.trackNamed("library")), 1u);
  EXPECT_EQ(session.drops.at(session.trackNamed("compiler")), 2u);
}

TEST_F(Recording, AnEndWithoutABeginIsNothing) {
  recorder.end();
  recorder.arg(name("n"), std::int64_t{1});
  TraceScope slice(recorder, Storey::Model, name("one"));
  EXPECT_EQ(now().slices[0].name, "one");
}

TEST_F(SmallRecording, NestingSurvivesOverflow) {
  std::mt19937 random(7);
  std::uint64_t offered = 0, depth = 0;
  start();
  for (int round = 0; round < 200; ++round) {
    for (int step = 0; step < 60; ++step) {
      const bool deeper = depth == 0 || (depth < 40 && random() % 2 == 0);
      if (deeper) {
        recorder.begin(static_cast<Storey>(random() % 7), name("slice"));
        recorder.arg(name("depth"), static_cast<std::int64_t>(depth));
        ++offered;
        ++depth;
      } else {
        recorder.end();
        --depth;
      }
    }
    if (round % 3 == 0) {
      EXPECT_TRUE(writer->flush(kPatience));
    }
  }
  while (depth-- > 0) recorder.end();
  const Session session = finish();  // throws if ends and begins do not match
  std::uint64_t kept = 0;
  for (const Session::Slice& slice : session.slices) {
    if (slice.name != "slice") continue;
    ++kept;
    EXPECT_NE(slice.end, 0u) << "a slice that was ended is open";
  }
  EXPECT_GT(kept, 1000u);
  EXPECT_LT(kept, offered);
  EXPECT_GE(kept + session.droppedTotal(), offered);
}

TEST_F(SmallRecording, DropsAreCountedOnTheirOwnTrack) {
  recorder.nameThread("main");
  const CounterId counter = recorder.addCounter("memory", "bytes", Storey::Runtime);
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  for (int i = 0; i < 32; ++i) TraceScope slice(recorder, Storey::Model, name("kept"));
  for (int i = 0; i < 5; ++i) TraceScope slice(recorder, Storey::Runtime, name("dropped"));
  for (int i = 0; i < 3; ++i) recorder.counter(counter, 1.0);
  const Arg ofNothing{name("of nothing"), std::int64_t{1}};
  recorder.work(queue, EventKind::Kernel, name("kernel"), CallId::None, CorrelationId::None, hostNow(), {5},
                {&ofNothing, 1});
  const Session session = finish();
  EXPECT_EQ(session.drops.at(session.trackNamed("runtime")), 5u);
  EXPECT_EQ(session.drops.at(session.trackNamed("memory")), 3u);
  EXPECT_EQ(session.drops.at(session.trackNamed("stream 1")), 1u);
  EXPECT_EQ(session.droppedTotal(), 9u);
  EXPECT_EQ(writer->dropped(), 9u);
}

TEST_F(SmallRecording, ADroppedArgumentOfAKeptSliceIsCounted) {
  recorder.nameThread("main");
  recorder.begin(Storey::Library, name("gemm"));
  for (int i = 0; i < 100; ++i) recorder.arg(name("n"), std::int64_t{i});
  recorder.end();
  const Session session = finish();
  EXPECT_NE(session.slices[0].end, 0u);
  EXPECT_EQ(session.drops.at(session.trackNamed("library")), 100u - 62u);
}

TEST_F(SmallRecording, DroppedWorkTakesItsEndAlong) {
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  for (int i = 0; i < 50; ++i) {
    recorder.workBegin(queue, EventKind::Kernel, name("kernel"), CallId::None, CorrelationId::None);
    recorder.arg(name("n"), std::int64_t{i});
    recorder.workEnd(queue);
  }
  const Session session = finish();
  EXPECT_EQ(session.works.size(), 21u) << "three records each in a buffer of 64";
  EXPECT_EQ(session.drops.at(session.trackNamed("stream 1")), 29u);
}

TEST_F(SmallRecording, QueuesBeyondAThousandAreOneThatCountsWhatItDrops) {
  std::set<QueueId> queues;
  for (int i = 0; i < 1100; ++i) queues.insert(recorder.addQueue("stream", TrackKind::Queue, 1));
  EXPECT_EQ(queues.size(), 1024u);
  EXPECT_EQ(queues.count(QueueId::None), 0u);
  const QueueId late = recorder.addQueue("late", TrackKind::Queue, 2);
  for (int i = 0; i < 3; ++i) {
    recorder.workBegin(late, EventKind::Kernel, name("kernel"), CallId::None, CorrelationId::None);
    recorder.workEnd(late);
  }
  recorder.work(late, EventKind::Kernel, name("kernel"), CallId::None, CorrelationId::None, hostNow(), {5});
  const Session session = finish();
  EXPECT_TRUE(session.works.empty());
  EXPECT_EQ(session.drops.at(session.trackNamed("further queues")), 4u);
}

TEST_F(Recording, EveryThreadHasItsOwnTracksAlsoWhenItHasEnded) {
  constexpr int kThreads = 8, kSlices = 2000;
  start();
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([this, t] {
      recorder.nameThread("worker " + std::to_string(t));
      for (int i = 0; i < kSlices; ++i) {
        TraceScope outer(recorder, Storey::Framework, name("op"));
        TraceScope inner(recorder, Storey::Framework, name("part"));
      }
    });
  for (std::thread& thread : threads) thread.join();
  const Session session = finish();
  EXPECT_TRUE(session.drops.empty());
  std::map<std::uint64_t, int> perTrack;
  for (const Session::Slice& slice : session.slices) {
    if (slice.name != "op" && slice.name != "part") continue;
    ++perTrack[slice.track];
    EXPECT_EQ(slice.depth, slice.name == "op" ? 0u : 1u);
  }
  ASSERT_EQ(perTrack.size(), std::size_t{kThreads});
  for (int t = 0; t < kThreads; ++t)
    EXPECT_EQ(perTrack.at(session.trackNamed("framework · worker " + std::to_string(t))), 2 * kSlices);
}

TEST_F(Recording, ThreadsThatComeAndGoAreAllRead) {
  for (int i = 0; i < 50; ++i)
    std::thread([this] { TraceScope slice(recorder, Storey::Driver, name("short")); }).join();
  const Session session = finish();
  std::set<std::uint64_t> tracks;
  for (const Session::Slice& slice : session.slices)
    if (slice.name == "short") tracks.insert(slice.track);
  EXPECT_EQ(tracks.size(), 50u);
}

TEST_F(Recording, ALateNameReachesTheTracks) {
  start();
  recorder.instant(Storey::Model, name("tick"));
  now();
  recorder.nameThread("main");
  recorder.instant(Storey::Model, name("tick"));
  const Session session = finish();
  EXPECT_EQ(session.instants[0].track, session.instants[1].track);
  EXPECT_EQ(session.tracks.at(session.instants[0].track)["name"], "model");
}

/// A GPU's temperature is read, and CUPTI flushed, also while a kernel never ends.
TEST_F(Recording, CountersAndWhatTracingCostsAreNoSignsOfLife) {
  const QueueId cost = recorder.addThreadTrack(TrackKind::TracingCost, Storey::Other, 0);
  const QueueId kernels = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  const CounterId heat = recorder.addCounter("temperature", "°C", Storey::Hardware);
  const Arg where{name("where"), name("GPU")};
  recorder.counter(heat, 40);
  const std::uint64_t before = recorder.activity();
  recorder.counter(heat, 41, std::span(&where, 1));
  recorder.work(cost, EventKind::TracingCost, name("flush"), CallId::None, CorrelationId::None, hostNow(), {10});
  EXPECT_EQ(recorder.activity(), before);
  recorder.work(kernels, EventKind::Kernel, name("k"), CallId::None, CorrelationId::None, hostNow(), {10});
  EXPECT_NE(recorder.activity(), before);
}

/// What is made anew with each run goes on where the one before ended.
TEST_F(Recording, ACounterOrThreadTrackThatIsMadeAgainIsTheSame) {
  const CounterId bytes = recorder.addCounter("cache", "bytes", Storey::Model);
  EXPECT_EQ(recorder.addCounter("cache", "bytes", Storey::Model), bytes);
  EXPECT_NE(recorder.addCounter("cache", "tokens", Storey::Model), bytes);
  EXPECT_NE(recorder.addCounter("cache", "bytes", Storey::Model, Provenance::Counted), bytes);
  const QueueId window = recorder.addThreadTrack(TrackKind::Host, Storey::Runtime, 7, "window");
  EXPECT_EQ(recorder.addThreadTrack(TrackKind::Host, Storey::Runtime, 7, "window"), window);
  EXPECT_NE(recorder.addThreadTrack(TrackKind::Host, Storey::Driver, 7, "window"), window);
  EXPECT_NE(recorder.addThreadTrack(TrackKind::Host, Storey::Runtime, 8, "window"), window);
  EXPECT_NE(recorder.addQueue("stream 1", TrackKind::Queue, 1), recorder.addQueue("stream 1", TrackKind::Queue, 1))
      << "two streams are two, whatever they are called";
}

TEST_F(Recording, WhatSeveralHaveTogetherIsCountedByTheirShares) {
  const CounterId bytes = recorder.addCounter("cache", "bytes", Storey::Model);
  for (const double share : {100.0, 20.0, -100.0, -20.0}) recorder.countBy(bytes, share);
  std::vector<double> values;
  for (const Packet& count : finish().counters) values.push_back(count.value);
  EXPECT_EQ(values, (std::vector<double>{100, 120, 20, 0}));
}

TEST_F(Recording, RecordersInOneProcessDoNotMix) {
  for (int i = 0; i < 20; ++i) {
    TraceRecorder other({.recordsPerThread = 64});
    TraceScope there(other, Storey::Model, other.intern("theirs"));
    TraceScope here(recorder, Storey::Model, name("ours"));
  }
  int ours = 0;
  for (const Session::Slice& slice : finish().slices) {
    EXPECT_NE(slice.name, "theirs");
    ours += slice.name == "ours";
  }
  EXPECT_EQ(ours, 20);
}

TEST(RecorderBench, CountsEverySliceOffered) {
  const RecorderBench bench = measureRecorder(20, 100);
  EXPECT_GT(bench.medianNs, 0.0);
  EXPECT_LE(bench.medianNs, bench.p99Ns);
  EXPECT_GT(bench.dropped, 0u);
  EXPECT_EQ(bench.kept + bench.dropped, bench.offered);
}

}  // namespace
}  // namespace strata::test
