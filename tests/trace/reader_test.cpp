#include "engine/trace/perfetto_reader.h"

#include <gtest/gtest.h>

#include "engine/trace/trace_query.h"
#include "tests/trace/reader_stream.h"

namespace strata::test {
namespace {

using protozero::pbf_writer;
using B = StreamBuilder;

const TraceEvent& eventAtPlace(const TraceSnapshot& snapshot, std::uint32_t track, std::uint32_t row,
                               std::size_t index) {
  return snapshot.row(track, row)[index];
}

TEST(PerfettoReader, ReadsWhatTheFormatSays) {
  const auto snapshot = read(smallSession());
  EXPECT_TRUE(snapshot->problems().empty());
  EXPECT_TRUE(snapshot->complete());
  const auto& totals = snapshot->totals();
  EXPECT_EQ(totals.slices, 8u);
  EXPECT_EQ(totals.counters, 2u);
  EXPECT_EQ(totals.flows, 2u);
  EXPECT_EQ(totals.slicesPerStorey[static_cast<std::size_t>(Storey::Hardware)], 2u);
  EXPECT_EQ(snapshot->callCount(), 2u);
  ASSERT_EQ(snapshot->tracks().size(), 4u);
  EXPECT_EQ(snapshot->tracks()[0].storey, Storey::Model);
  EXPECT_EQ(snapshot->tracks()[1].tid, 7);
  EXPECT_EQ(snapshot->tracks()[2].unit, "bytes");
  EXPECT_EQ(snapshot->tracks()[3].stream, 1u);

  const TraceEvent& launch = eventAtPlace(*snapshot, 1, 0, 0);
  EXPECT_EQ(snapshot->name(launch.name), "launch");
  EXPECT_EQ(launch.begin, HostTime{10'100});
  EXPECT_EQ(launch.duration(), Duration{200});
  EXPECT_EQ(launch.call, CallId{1});
  EXPECT_EQ(launch.correlation, CorrelationId{1});
  EXPECT_EQ(snapshot->number(launch, "n"), 10'100.0);

  const TraceEvent& kernel = snapshot->event(*snapshot->workOf(CorrelationId{2}));
  EXPECT_EQ(kernel.kind, EventKind::Kernel);
  EXPECT_EQ(kernel.begin, HostTime{20'200});
  EXPECT_EQ(kernel.duration(), Duration{600});
  EXPECT_EQ(kernel.call, CallId{2});
  EXPECT_EQ(snapshot->number(kernel, arg::kGridX), 8.0);
  EXPECT_EQ(snapshot->number(kernel, arg::kGridY), 4.0);
  EXPECT_EQ(snapshot->number(kernel, arg::kGridZ), 1.0);
  EXPECT_FALSE(snapshot->arg(kernel, "call")) << "the call is a field of the event";

  const TraceEvent& value = eventAtPlace(*snapshot, 2, 0, 1);
  EXPECT_EQ(value.value(), 1.0);
  EXPECT_EQ(value.provenance, Provenance::Counted);
  EXPECT_EQ(snapshot->name(value.name), "memory");
}

TEST(PerfettoReader, AnyPiecesGiveTheSameContent) {
  const std::string bytes = smallSession();
  const std::uint64_t hash = contentHash(*read(bytes));
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 64u, 1000u})
    EXPECT_EQ(contentHash(*read(bytes, piece)), hash) << piece;
}

TEST(PerfettoReader, SkipsABannerBeforeTheFirstPacket) {
  const std::uint64_t hash = contentHash(*read(smallSession()));
  const std::string banners[] = {"Welcome to lab-7.\nLast login: today\n",
                                 "\n\n\x1b[1mMotd\x1b[0m\r\n* caf\xc3\xa9 \n\n", std::string(60'000, '\n'), "\x0a"};
  for (const std::string& banner : banners) {
    for (const std::size_t piece : {0u, 1u, 5u}) {
      const auto snapshot = read(banner + smallSession(), piece);
      EXPECT_EQ(contentHash(*snapshot), hash) << banner.substr(0, 20);
      EXPECT_TRUE(snapshot->problems().empty()) << snapshot->problems()[0];
    }
  }
}

TEST(PerfettoReader, GivesUpOnAStreamThatNeverBecomesATrace) {
  TraceStore store;
  PerfettoReader reader(store);
  const std::string noise = std::string(100'000, 'x') + smallSession();
  reader.feed(std::as_bytes(std::span(noise)));
  reader.finish();
  EXPECT_EQ(reader.packets(), 0u);
  EXPECT_EQ(reader.skippedBytes(), noise.size());
  EXPECT_EQ(store.snapshot()->problems().size(), 1u);
}

TEST(PerfettoReader, KeepsMessagesAndTakesInThoseThatAreState) {
  B stream;
  const float values[] = {1.5f, -2.0f};
  stream.head()
      .message(5, R"({"name":"C"})", {reinterpret_cast<const char*>(values), sizeof(values)})
      .message(6, "{\"" + std::to_string(stream.withRun(B::kRuntime)) + "\": 17}")
      .message(7, R"([{"track":")" + std::to_string(stream.withRun(B::kQueue)) +
                      R"(","kind":"kernel","name":"endless","begin":500,"call":")" + std::to_string(stream.withRun(3)) +
                      "\"}]")
      .message(999, "from the future");
  const auto snapshot = read(stream.bytes());
  ASSERT_EQ(snapshot->messages().size(), 3u);
  EXPECT_EQ(snapshot->messages()[1].kind, MessageKind::Tensor);
  EXPECT_EQ(snapshot->messages()[1].blob, (std::vector<float>{1.5f, -2.0f}));
  EXPECT_EQ(snapshot->messages()[2].json, "from the future");
  EXPECT_EQ(snapshot->totals().dropped, 17u);
  ASSERT_EQ(snapshot->openEvents().size(), 1u);
  const TraceEvent& running = snapshot->openEvents()[0].event;
  EXPECT_EQ(snapshot->name(running.name), "endless");
  EXPECT_EQ(running.call, CallId{3});
  EXPECT_EQ(running.kind, EventKind::Kernel);
}

TEST(PerfettoReader, SaysWhenTheSessionHasNoEnd) {
  B stream;
  const auto snapshot = read(stream.head().begin(B::kModel, 5, "matmul").bytes());
  EXPECT_FALSE(snapshot->complete());
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_NE(snapshot->problems()[0].find("no End message"), std::string::npos);
  EXPECT_EQ(snapshot->openEvents().size(), 1u);
}

TEST(PerfettoReader, OfAnAgentThatDiedBeforeAnotherItSaysWhatIsMissing) {
  B stream;
  const auto snapshot = read(stream.head().begin(B::kModel, 5, "matmul").bytes() + smallSession(0x2B));
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_NE(snapshot->problems()[0].find("what its last run had not told by then is missing"), std::string::npos);
}

TEST(PerfettoReader, OfSeveralAgentsThatDiedItSaysSoOnce) {
  B first;
  const std::string died = first.head().begin(B::kModel, 5, "matmul").bytes(),
                    too = B(0x2C).head().begin(B::kModel, 5, "matmul").bytes();
  const auto snapshot = read(died + too + smallSession(0x2B));
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_TRUE(snapshot->problems()[0].starts_with("2 agents ended without saying they were done, before the bytes " +
                                                  std::to_string(died.size()) + ", "))
      << snapshot->problems()[0];
}

TEST(PerfettoReader, SaysOfAnAgentsTracksWhenItWasGone) {
  B killed, saved, whole;
  killed.head().counter(5, 7);
  const auto follows = read(killed.bytes() + smallSession(0x2B));
  ASSERT_EQ(follows->tracks().size(), 8u);
  EXPECT_EQ(follows->tracks()[2].ended, HostTime{5});
  EXPECT_TRUE(follows->tracks()[2].goneAt({6}) && !follows->tracks()[2].goneAt({5}));
  EXPECT_EQ(follows->tracks()[6].ended, follows->bounds()->end);
  EXPECT_FALSE(read(killed.bytes())->tracks()[2].ended) << "it may still run, or the file may be cut short";
  EXPECT_FALSE(read(saved.head().counter(5, 7).message(13, "{}").bytes())->tracks()[2].ended);
  EXPECT_EQ(read(whole.head().counter(5, 7).end().bytes())->tracks()[2].ended, HostTime{5});
}

TEST(PerfettoReader, SaysWhenTheAgentWasAtWorkAsTheSessionWasSaved) {
  B stream;
  stream.head().begin(B::kModel, 5, "matmul").message(13, "{}");
  const auto snapshot = read(stream.bytes());
  EXPECT_FALSE(snapshot->complete());
  ASSERT_EQ(snapshot->problems().size(), 1u);
  EXPECT_NE(snapshot->problems()[0].find("saved while its agent was at work"), std::string::npos);
  EXPECT_TRUE(snapshot->openEvents()[0].event.cutOff());
  EXPECT_TRUE(read(stream.bytes() + smallSession(0x2B))->problems().empty()) << "it went on with another agent";
}

TEST(PerfettoReader, SessionsJoinWithoutTheirIdsMeeting) {
  const auto joined = read(smallSession(0x2A) + smallSession(0x2B));
  EXPECT_TRUE(joined->problems().empty());
  EXPECT_EQ(joined->totals().slices, 16u);
  EXPECT_EQ(joined->totals().flows, 4u);
  EXPECT_EQ(joined->callCount(), 4u);
  EXPECT_EQ(joined->tracks().size(), 8u);
  EXPECT_EQ(eventsOfCall(*joined, CallId{3}).size(), 4u);
  EXPECT_TRUE(joined->complete());
}

TEST(PerfettoReader, AnAgentThatDiedInAPacketDoesNotHideTheNext) {
  const std::string whole = smallSession(0x2A);
  const auto joined = read(whole.substr(0, whole.size() - 65) + smallSession(0x2B));
  EXPECT_TRUE(joined->complete());
  EXPECT_EQ(joined->totals().slices, 16u);
  ASSERT_EQ(joined->openEvents().size(), 1u) << "the end of the first run's last slice is what was cut";
  const TraceEvent& cut = joined->openEvents()[0].event;
  EXPECT_TRUE(cut.open() && cut.cutOff());
  EXPECT_LT(cut.seenEnd(joined->bounds()->end), joined->bounds()->end) << "what follows is not its time";
  ASSERT_EQ(joined->problems().size(), 2u);
  EXPECT_NE(joined->problems()[0].find("damaged"), std::string::npos);
  EXPECT_NE(joined->problems()[1].find("without saying"), std::string::npos);
}

TEST(PerfettoReader, NamesWhoseDefinitionIsMissingAreSaidToBeLost) {
  B stream;
  stream.head().packet(50, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 3);
    event.add_uint64(11, stream.withRun(B::kRuntime));
    event.add_uint64(10, 12345);
  });
  const auto snapshot = read(stream.end().bytes());
  EXPECT_EQ(snapshot->name(eventAtPlace(*snapshot, 1, 0, 0).name), "(name lost)");
  EXPECT_EQ(snapshot->problems().size(), 1u);
}

TEST(PerfettoReader, AThreadThatIsNamedLateNamesItsTracks) {
  B stream;
  stream.head().begin(B::kRuntime, 10, "a");
  const auto thread = [&](const std::string& name) {
    stream.packet(0, [&](pbf_writer& packet) {
      pbf_writer track(packet, 60);
      track.add_uint64(1, stream.withRun(2));
      pbf_writer descriptor(track, 4);
      descriptor.add_int32(1, 5);
      descriptor.add_int32(2, 7);
      descriptor.add_string(5, name);
    });
  };
  stream.packet(0, [&](pbf_writer& packet) {
    pbf_writer track(packet, 60);
    track.add_uint64(1, stream.withRun(B::kRuntime));
    track.add_uint64(5, stream.withRun(2));
    track.add_string(2, "runtime");
  });
  thread("early");
  EXPECT_EQ(read(stream.bytes())->tracks()[1].thread, "early");
  thread("main");
  const auto snapshot = read(stream.bytes());
  EXPECT_EQ(snapshot->tracks()[1].thread, "main");
  EXPECT_EQ(snapshot->tracks()[1].name, "runtime");
  EXPECT_EQ(snapshot->tracks()[1].storey, Storey::Runtime);
}

TEST(PerfettoReader, ProvenanceTravelsWithTheEvent) {
  B stream;
  stream.head().packet(50, [&](pbf_writer& packet) {
    pbf_writer event(packet, 11);
    event.add_enum(9, 1);
    event.add_uint64(11, stream.withRun(B::kRuntime));
    pbf_writer annotation(event, 4);
    annotation.add_string(10, "provenance");
    annotation.add_string(6, "modelled");
  });
  const auto snapshot = read(stream.finish(B::kRuntime, 60).bytes());
  const TraceEvent& e = eventAtPlace(*snapshot, 1, 0, 0);
  EXPECT_EQ(e.provenance, Provenance::Modelled);
  EXPECT_TRUE(snapshot->args(e).empty());
}

}  // namespace
}  // namespace strata::test
