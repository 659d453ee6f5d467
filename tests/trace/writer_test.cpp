#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "engine/trace/session_message.h"
#include "tests/trace/recorder_fixture.h"

namespace strata::test {
namespace {

std::uint32_t kindOf(MessageKind kind) {
  return static_cast<std::uint32_t>(kind);
}

SessionMessage hello() {
  return {MessageKind::Hello, R"({"magic":"strata"})", {}};
}

TEST_F(Recording, HelloComesFirstThenTheHead) {
  start().post(hello());
  const Session session = finish();
  using What = Packet::What;
  ASSERT_GE(session.packets.size(), 5u);
  EXPECT_EQ(session.packets[0].kind, kindOf(MessageKind::Hello));
  EXPECT_EQ(session.packets[1].what, What::Head);
  EXPECT_EQ(session.packets[2].what, What::Clock);
  EXPECT_EQ(session.packets[3].what, What::Process);
  EXPECT_EQ(session.packets.back().kind, kindOf(MessageKind::End));
}

TEST_F(Recording, EndTellsWhatTheSessionHolds) {
  start().post(hello());
  const CounterId counter = recorder.addCounter("memory", "bytes", Storey::Runtime);
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  for (int i = 0; i < 10; ++i) {
    TraceScope slice(recorder, Storey::Model, name("slice"));
    recorder.instant(Storey::Model, name("tick"));
    recorder.counter(counter, i);
    recorder.work(queue, EventKind::Kernel, name("k"), CallId::None, CorrelationId::None, hostNow(), Duration{1});
  }
  const Session session = finish();
  const nlohmann::json& end = session.packets.back().json;
  const std::size_t events =
      session.slices.size() + session.instants.size() + session.counters.size() + session.works.size();
  EXPECT_EQ(end["events"], events);
  EXPECT_EQ(end["dropped"], 0);
  EXPECT_GT(end["clock_error_ns"], 0);
  EXPECT_EQ(writer->eventsWritten(), events);
}

TEST_F(Recording, AMessageStandsBehindWhatItsThreadRecordedBefore) {
  start().post(hello());
  for (int i = 0; i < 100; ++i) {
    recorder.begin(Storey::Model, name("before"));
    recorder.end();
    writer->post({MessageKind::Log, nlohmann::json{{"number", i}}.dump(), {}});
  }
  int slices = 0, logs = 0;
  for (const Packet& packet : finish().packets) {
    slices += packet.what == Packet::What::Begin && packet.name == "before";
    if (packet.kind != kindOf(MessageKind::Log)) continue;
    EXPECT_EQ(packet.json["number"], logs++) << "messages keep their order";
    EXPECT_GE(slices, logs);
  }
  EXPECT_EQ(logs, 100);
}

TEST_F(Recording, ATensorTravelsAsItIs) {
  start().post({MessageKind::Tensor, "{}", std::vector<float>(6, 1.5f)});
  EXPECT_EQ(finish().messages(kindOf(MessageKind::Tensor)).at(0).blob, 24u);
}

TEST_F(Recording, AnOpenSliceIsThereWhileItRuns) {
  recorder.begin(Storey::Runtime, name("endless"));
  Session session = now();
  ASSERT_FALSE(session.slices.empty());
  EXPECT_EQ(session.slices[0].name, "endless");
  EXPECT_EQ(session.slices[0].end, 0u);
  recorder.end();
  session = finish();
  EXPECT_GT(session.slices[0].end, 0u);
}

TEST_F(Recording, AnEndlessKernelIsAnnouncedAndTakenBack) {
  const QueueId queue = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  const CorrelationId correlation = recorder.newCorrelation();
  recorder.workBegin(queue, EventKind::Kernel, name("spin"), recorder.newCall(), correlation);
  recorder.arg(name("grid_x"), std::int64_t{8});
  const std::vector<Packet> open = now().messages(kindOf(MessageKind::OpenWork));
  ASSERT_EQ(open.size(), 1u);
  const nlohmann::json& work = open[0].json.at(0);
  EXPECT_EQ(work["name"], "spin");
  EXPECT_EQ(work["kind"], "kernel");
  EXPECT_EQ(work["correlation"], std::to_string(kRun << 32 | 1));
  EXPECT_EQ(now().messages(kindOf(MessageKind::OpenWork)).size(), 1u) << "said once while nothing changes";
  recorder.workEnd(queue);
  const Session session = now();
  EXPECT_EQ(session.messages(kindOf(MessageKind::OpenWork)).back().json, nlohmann::json::array());
  ASSERT_EQ(session.works.size(), 1u);
  EXPECT_EQ(session.works[0].time, work["begin"].get<std::uint64_t>());
  EXPECT_EQ(session.works[0].args.at("grid_x"), "8");
}

TEST_F(Recording, WhatIsDrainedWhileItIsRecordedKeepsItsArguments) {
  constexpr int kCount = 5000, kFitting = 100;
  start();
  const CounterId memory = recorder.addCounter("memory", "bytes", Storey::Runtime);
  std::vector<Arg> many(100, Arg{name("n"), std::int64_t{7}});
  many.push_back({name("last"), name("yes")});
  std::atomic<bool> done{false};
  std::thread worker([&] {
    for (int i = 0; i < kCount; ++i) {
      recorder.instant(Storey::Library, name("chosen"), CallId::None, many);
      recorder.counter(memory, i, many);
      if (i % kFitting == 0) writer->flush(kPatience);
    }
    done = true;
  });
  while (!done) EXPECT_TRUE(writer->flush(kPatience));
  worker.join();
  const Session session = finish();
  int complete = 0;
  for (const auto* events : {&session.instants, &session.counters})
    for (const Packet& event : *events) complete += event.args.contains("last");
  EXPECT_EQ(complete, 2 * kCount);
  EXPECT_EQ(session.droppedTotal(), 0u);
}

TEST_F(Recording, WorkIsTypedAndLinkedToItsLaunchInAnyOrder) {
  const QueueId one = recorder.addQueue("stream 1", TrackKind::Queue, 1);
  const QueueId two = recorder.addQueue("stream 2", TrackKind::Queue, 2);
  const CallId call = recorder.newCall();
  std::array<CorrelationId, 3> launches{};
  for (CorrelationId& launch : launches) {
    launch = recorder.newCorrelation();
    TraceScope slice(recorder, Storey::Runtime, name("launch"), call, launch);
  }
  const HostTime t = hostNow();
  recorder.work(two, EventKind::Kernel, name("third"), call, launches[2], t + Duration{900}, Duration{50});
  const Arg block{name("block_x"), std::int64_t{16}}, bytes{name("bytes"), std::int64_t{1 << 20}};
  recorder.work(one, EventKind::Kernel, name("second"), call, launches[1], t + Duration{500}, Duration{50}, {&block, 1},
                Provenance::Modelled);
  recorder.work(one, EventKind::Copy, name("first"), call, launches[0], t, Duration{100}, {&bytes, 1});
  const Session session = finish();
  ASSERT_EQ(session.works.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(session.works[i].correlation, kRun << 32 | (3 - i));
  for (const Packet& work : session.works) EXPECT_EQ(work.call, kRun << 32 | 1);
  EXPECT_EQ(session.works[0].time, static_cast<std::uint64_t>(t.ns + 900)) << "known times pass unchanged";
  EXPECT_EQ(session.works[0].duration, 50u);
  EXPECT_EQ(session.works[0].queueIid, session.tracks.at(session.trackNamed("stream 2"))["hw_queue_iid"]);
  EXPECT_EQ(session.works[1].args,
            (std::map<std::string, std::string>{
                {"block_x", "16"}, {"block_y", "1"}, {"block_z", "1"}, {"provenance", "modelled"}}));
  EXPECT_EQ(session.works[2].category, "copy");
  EXPECT_EQ(session.works[2].args.at("bytes"), "1048576");
  int linked = 0;
  for (const Packet& packet : session.packets)
    if (packet.what == Packet::What::Begin && packet.correlation != 0) {
      EXPECT_EQ(packet.correlation, kRun << 32 | static_cast<std::uint64_t>(++linked));
    }
  EXPECT_EQ(linked, 3);
}

TEST_F(Recording, CountersSayTheirUnitAndProvenance) {
  const CounterId counter = recorder.addCounter("bytes moved", "bytes", Storey::Hardware, Provenance::Counted);
  recorder.counter(counter, 0.1);
  recorder.counter(counter, -3e300);
  const Session session = finish();
  ASSERT_EQ(session.counters.size(), 2u);
  EXPECT_EQ(session.counters[0].value, 0.1);
  EXPECT_EQ(session.counters[1].value, -3e300);
  const nlohmann::json& track = session.tracks.at(session.counters[0].track);
  EXPECT_EQ(track["unit"], "bytes");
  EXPECT_EQ(track["provenance"], "counted");
  EXPECT_EQ(track["storey"], "hardware");
}

TEST_F(Recording, WithoutTraceOnlyMessagesTravel) {
  start(false).post(hello());
  for (int i = 0; i < 1000; ++i) TraceScope slice(recorder, Storey::Model, name("slice"));
  writer->post({MessageKind::Result, "{}", {}});
  const Session session = finish();
  EXPECT_TRUE(session.slices.empty());
  EXPECT_TRUE(session.tracks.empty());
  EXPECT_EQ(session.messages(kindOf(MessageKind::Result)).size(), 1u);
  EXPECT_EQ(session.packets.back().json["events"], 0);
}

TEST_F(Recording, ItsOwnWorkIsOnATrackOfItsOwn) {
  recorder.instant(Storey::Model, name("tick"));
  const Session session = finish();
  ASSERT_EQ(session.slices.size(), 1u);
  EXPECT_EQ(session.tracks.at(session.slices[0].track)["kind"], "tracing_cost");
}

TEST_F(Recording, AnIdleRecorderWritesNothing) {
  start().post(hello());
  const std::size_t before = now().packets.size();
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(writer->flush(kPatience));
  EXPECT_EQ(now().packets.size(), before);
}

}  // namespace
}  // namespace strata::test
