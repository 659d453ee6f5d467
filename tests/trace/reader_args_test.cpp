#include <gtest/gtest.h>

#include <optional>

#include "engine/trace/trace_query.h"
#include "tests/trace/reader_stream.h"

// Arguments of events that say the same in the same bytes.

namespace strata::test {
namespace {

using protozero::pbf_writer;
using B = StreamBuilder;

constexpr std::uint64_t kKey = 7;

/// An instant with one argument, named by number; with it the number's meaning, if there is news of it.
void instant(B& stream, std::uint64_t time, std::int64_t value, const std::string& meaning = "") {
  stream.packet(time, [&](pbf_writer& packet) {
    if (!meaning.empty()) {
      pbf_writer interned(packet, 12);
      pbf_writer entry(interned, 3);
      entry.add_uint64(1, kKey);
      entry.add_string(2, meaning);
    }
    pbf_writer event(packet, 11);
    event.add_enum(9, 3);
    event.add_uint64(11, stream.withRun(B::kRuntime));
    pbf_writer annotation(event, 4);
    annotation.add_uint64(1, kKey);
    annotation.add_int64(4, value);
  });
}

const TraceEvent& nth(const TraceSnapshot& snapshot, std::size_t i) {
  return snapshot.row(1, 0)[i];
}

TEST(ReaderArgs, TheSameBytesSayTheSame) {
  B stream;
  stream.head();
  instant(stream, 10, 5, "rows");
  instant(stream, 20, 5);
  instant(stream, 30, 6);
  const auto snapshot = read(stream.end().bytes());
  EXPECT_EQ(snapshot->number(nth(*snapshot, 0), "rows"), 5.0);
  EXPECT_EQ(snapshot->number(nth(*snapshot, 1), "rows"), 5.0);
  EXPECT_EQ(snapshot->number(nth(*snapshot, 2), "rows"), 6.0);
  EXPECT_EQ(nth(*snapshot, 0).args, nth(*snapshot, 1).args) << "and are kept once";
}

TEST(ReaderArgs, ANameThatComesLateIsThenKnown) {
  B stream;
  stream.head();
  instant(stream, 10, 5);
  instant(stream, 20, 5, "rows");
  const auto snapshot = read(stream.end().bytes());
  EXPECT_EQ(snapshot->number(nth(*snapshot, 0), "(name lost)"), 5.0);
  EXPECT_EQ(snapshot->number(nth(*snapshot, 1), "rows"), 5.0);
}

TEST(ReaderArgs, ANumberThatIsGivenAnotherMeaningHasItFromThenOn) {
  B stream;
  stream.head();
  instant(stream, 10, 5, "rows");
  instant(stream, 20, 5, "columns");
  instant(stream, 30, 5);
  const auto snapshot = read(stream.end().bytes());
  EXPECT_EQ(snapshot->number(nth(*snapshot, 0), "rows"), 5.0);
  EXPECT_EQ(snapshot->number(nth(*snapshot, 1), "columns"), 5.0);
  EXPECT_EQ(snapshot->number(nth(*snapshot, 2), "columns"), 5.0);
}

TEST(ReaderArgs, EachWriterHasItsOwnMeanings) {
  B first(0x2A), second(0x2B);
  first.head();
  second.head();
  instant(first, 10, 5, "rows");
  instant(second, 20, 5, "columns");
  const std::string names = first.bytes() + second.bytes();
  const std::size_t firstSaid = first.bytes().size(), secondSaid = second.bytes().size();
  instant(first, 30, 5);
  instant(second, 40, 5);
  const auto snapshot = read(names + first.bytes().substr(firstSaid) + second.bytes().substr(secondSaid));
  std::size_t rows = 0, columns = 0;
  for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot->rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot->row(track, row).size(); ++i) {
        rows += snapshot->number(snapshot->row(track, row)[i], "rows") == 5.0;
        columns += snapshot->number(snapshot->row(track, row)[i], "columns") == 5.0;
      }
  EXPECT_EQ(rows, 2u);
  EXPECT_EQ(columns, 2u);
}

/// A kernel's launch with its arguments in the order given; nothing stands for its call.
void kernel(B& stream, std::uint64_t time, std::uint64_t call, std::vector<std::optional<std::int64_t>> args) {
  stream.packet(time, [&](pbf_writer& packet) {
    pbf_writer event(packet, 53);
    event.add_uint64(2, 1);
    event.add_uint64(13, 90);
    event.add_string(17, "gemm");
    pbf_writer launch(event, 21);
    for (const auto& value : args) {
      pbf_writer arg(launch, 3);
      arg.add_string(2, value ? "k" + std::to_string(*value) : "call");
      if (value)
        arg.add_int64(3, *value);
      else
        arg.add_uint64(4, stream.withRun(call));
    }
  });
}

TEST(ReaderArgs, LaunchesThatAreAlikeButForTheirCallKeepTheirCalls) {
  B stream;
  stream.head();
  kernel(stream, 10, 1, {3, std::nullopt});
  kernel(stream, 20, 2, {3, std::nullopt});
  kernel(stream, 30, 3, {std::nullopt, 3});
  kernel(stream, 40, 4, {3, std::nullopt, 4});
  const auto snapshot = read(stream.end().bytes());
  std::vector<TraceEvent> kernels;
  for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot->rowCount(track); ++row)
      for (std::size_t i = 0; i < snapshot->row(track, row).size(); ++i)
        if (snapshot->row(track, row)[i].kind == EventKind::Kernel) kernels.push_back(snapshot->row(track, row)[i]);
  ASSERT_EQ(kernels.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(kernels[i].call, CallId{i + 1});
    EXPECT_EQ(snapshot->number(kernels[i], "k3"), 3.0);
    EXPECT_FALSE(snapshot->arg(kernels[i], "call"));
  }
  EXPECT_EQ(snapshot->number(kernels[3], "k4"), 4.0);
}

}  // namespace
}  // namespace strata::test
