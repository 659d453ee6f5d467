#include <gtest/gtest.h>

#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"
#include "engine/trace/holds_trace.h"
#include "tests/interchange/import_fixture.h"

// Files that are damaged or cut off: the readable part is kept, what was skipped is said.

namespace strata::test {
namespace {

std::string numberedSlice(int number) {
  return R"({"ph":"X","pid":1,"tid":2,"cat":"cpu_op","name":"op \"quoted\" é","ts":)" + std::to_string(number * 10) +
         R"(,"dur":5,"args":{"shape":[[1,2],[3]],"text":"a,b}]{"}})";
}

std::string trace(int slices) {
  std::string text = R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU"}],"traceEvents":[)";
  for (int i = 0; i < slices; ++i) text += (i ? ",\n" : "\n") + numberedSlice(i);
  return text + "\n],\"traceName\":\"t\"}";
}

TEST(BrokenTrace, CutAnywhereKeepsEveryWholeEvent) {
  const std::string whole = trace(8);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string_view cut = std::string_view(whole).substr(0, size);
    std::uint64_t expected = 0;
    for (std::size_t at = cut.find("}}"); at != cut.npos; at = cut.find("}}", at + 2)) ++expected;
    bool isTrace = false;
    const auto snapshot = importText(cut, &isTrace);
    EXPECT_EQ(snapshot->totals().slices, expected) << size;
    EXPECT_EQ(isTrace, size > 0);
    EXPECT_EQ(problemsOf(*snapshot) != "", isTrace) << size;
    EXPECT_EQ(isCutOff(*snapshot), isTrace) << size;
  }
  EXPECT_FALSE(isCutOff(*importText(whole)));
}

TEST(BrokenTrace, WhatFollowsADamagedStretchIsRead) {
  const std::string good = numberedSlice(0), last = numberedSlice(2);
  for (const std::string damage :
       {R"({"ph":"X","ts":})", R"({"ph":"X" "ts":1})", "garbage", R"({"ph":"X","name":"open)", "}}]]",
        R"({"ph":"X","args":{"a":[1,2},"ts":1})", "{\"ph\":\xff\xfe\x00}", "\"text\"", "17"}) {
    const auto snapshot = importText("{\"traceEvents\":[" + good + "," + damage + "," + last + "]}");
    const auto slices = slicesOf(*snapshot);
    EXPECT_GE(slices.size(), 1u) << damage;
    EXPECT_NE(problemsOf(*snapshot), "") << damage;
    EXPECT_TRUE(damage == "}}]]" || std::get<0>(*slices.rbegin()) == 20000) << damage;
  }
}

TEST(BrokenTrace, AnElementThatIsNoObjectIsNamedAndWhatFollowsIsRead) {
  const std::string first = numberedSlice(0), last = numberedSlice(2), head = "{\"traceEvents\":[";
  for (const std::string other : {"17", "\"text\"", "null", "[1,[{}]]", "-2.5e3"}) {
    const std::string place = std::to_string(head.size() + first.size() + 1);
    const std::string said = "traceEvents[1], at byte " + place + ", is not an object: left out.";
    for (const std::string& rest : {"," + last + "]}", std::string("]}")}) {
      const auto snapshot = importText(head + first + "," + other + rest);
      EXPECT_EQ(snapshot->totals().slices, rest == "]}" ? 1u : 2u) << other;
      ASSERT_EQ(snapshot->problems().size(), 1u) << other << problemsOf(*snapshot);
      EXPECT_EQ(snapshot->problems()[0], said);
      EXPECT_FALSE(isCutOff(*snapshot)) << other;
    }
  }
}

TEST(BrokenTrace, ATimeThatIsNotTheFilesIsSaid) {
  const auto said = [](const std::string& duration) {
    return problemsOf(*importEvents(R"({"ph":"X","pid":1,"tid":2,"name":"a","ts":10)" + duration + "}"));
  };
  EXPECT_EQ(said(R"(,"dur":0)"), "");
  EXPECT_NE(said(R"(,"dur":-30)").find("1 event with a negative duration is shown with none, at byte "),
            std::string::npos)
      << said(R"(,"dur":-30)");
  for (const std::string none : {"", R"(,"dur":"abc")"})
    EXPECT_NE(said(none).find("1 event without a duration is shown without an end, at byte "), std::string::npos)
        << said(none);
}

TEST(BrokenTrace, ATimeThatIsTooGreatIsSaid) {
  const auto said = [](const std::string& times) {
    return problemsOf(*importEvents(R"({"ph":"X","pid":1,"tid":2,"name":"a",)" + times + "}"));
  };
  for (const std::string times : {R"("ts":1e18,"dur":1)", R"("ts":1000000000000000000,"dur":1)",
                                  R"("ts":-9000000000000000,"dur":1)", R"("ts":4700000000000000,"dur":1)"})
    EXPECT_NE(said(times).find("1 event with a time out of range is skipped, at byte "), std::string::npos)
        << said(times);
  EXPECT_NE(said(R"("ts":5,"dur":1e18)").find("1 event with a duration out of range is shown without an end"),
            std::string::npos)
      << said(R"("ts":5,"dur":1e18)");
  EXPECT_NE(said(R"("ts":NaN,"dur":1)").find("1 event without a time is skipped"), std::string::npos);
}

TEST(BrokenTrace, WhatIsLeftOutIsNamedWithItsCount) {
  EXPECT_EQ(leftOutText({{"arrow ends' arguments", 1}, {"events of phase 'N'", 1}, {"samples without a time", 2}}),
            "arrow ends' arguments: 1; events of phase 'N': 1; samples without a time: 2");
}

TEST(BrokenTrace, AnAsynchronousEndBeforeItsBeginEndsNothingAndIsSaid) {
  const auto endingAt = [](int end) {
    return importEvents(R"({"ph":"b","pid":1,"cat":"net","id":"1","ts":30,"name":"get"},
                                       {"ph":"e","pid":1,"cat":"net","id":"1","name":"get","ts":)" +
                        std::to_string(end) + "}");
  };
  EXPECT_EQ(problemsOf(*endingAt(30)), "");
  const auto early = endingAt(10);
  EXPECT_TRUE(eventNamed(*early, "get").open());
  EXPECT_NE(problemsOf(*early).find("1 event without a begin is skipped"), std::string::npos) << problemsOf(*early);
}

TEST(BrokenTrace, TheSkippedBytesAreNamed) {
  const std::string good = numberedSlice(0), damage = R"({"ph":"X","ts":oops!})";
  const std::string head = "{\"traceEvents\":[";
  const auto snapshot = importText(head + good + "," + damage + "," + numberedSlice(2) + "]}");
  EXPECT_EQ(snapshot->totals().slices, 2u);
  const std::size_t from = head.size() + good.size() + 1;
  const std::string expected =
      "Bytes " + std::to_string(from) + " to " + std::to_string(from + damage.size()) + " of the trace's text";
  EXPECT_NE(problemsOf(*snapshot).find(expected), std::string::npos) << problemsOf(*snapshot);
}

TEST(BrokenTrace, ManyDamagedStretchesAreSaidBriefly) {
  std::string events = numberedSlice(0);
  for (int i = 1; i < 1000; ++i) events += ",{\"ph\":oops}," + numberedSlice(i);
  const auto snapshot = importText("[" + events + "]");
  EXPECT_EQ(snapshot->totals().slices, 1000u);
  EXPECT_LE(snapshot->problems().size(), 32u);
}

TEST(BrokenTrace, NestingWithoutEndIsNoTrouble) {
  std::string deep = "[{\"ph\":\"X\",\"args\":{\"a\":";
  deep.append(2'000'000, '[');
  const auto snapshot = importText(deep);
  EXPECT_EQ(snapshot->totals().slices, 0u);
  std::string manyOpen = "[";
  for (int i = 0; i < 20000; ++i) manyOpen += "{\"a\":[";
  EXPECT_EQ(importText(manyOpen)->totals().slices, 0u);
}

TEST(BrokenFile, APackedTraceThatIsCutOffGivesItsReadablePart) {
  const TemporaryFile file(".json.gz");
  const std::string whole = packed(trace(20000));
  file.write(std::string_view(whole).substr(0, whole.size() / 2));
  const auto snapshot = importFile(file.path());
  EXPECT_GT(snapshot->totals().slices, 1000u);
  EXPECT_LT(snapshot->totals().slices, 20000u);
  EXPECT_NE(problemsOf(*snapshot).find("ends too early"), std::string::npos) << problemsOf(*snapshot);
}

TEST(BrokenFile, WhatIsNoTraceIsRefusedInASentence) {
  const TemporaryFile file(".json");
  TraceStore store;
  for (const char* text : {"", "{}", "[]", "{\"a\":1}", "hello", "<html>\n<body>", "SQLite format 3", "[1,2,3]"}) {
    file.write(text);
    const auto read = readAnyTrace(file.path().string(), store);
    EXPECT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find(file.path().string()), std::string::npos);
  }
  EXPECT_FALSE(readAnyTrace(file.path().string() + ".absent", store).ok());
}

TEST(BrokenFile, DamagedJsonSaysSoAndWhere) {
  const TemporaryFile file(".json"), unnamed(".txt");
  const auto said = [](const TemporaryFile& in, const char* text) {
    in.write(text);
    TraceStore store;
    const auto read = readAnyTrace(in.path().string(), store);
    return read.ok() ? std::string() : read.error().message;
  };
  for (const char* text : {"{broken: 1,\n \"b\": 2}\n", "hello\nworld\n", "[1,2,\n]\n"}) {
    EXPECT_NE(said(file, text).find("its JSON is damaged or cut off at line "), std::string::npos) << said(file, text);
    EXPECT_EQ(said(file, text).find("Perfetto"), std::string::npos) << said(file, text);
  }
  EXPECT_NE(said(unnamed, "{broken: 1,\n \"b\": 2}\n").find("line 1, column 2"), std::string::npos);
  EXPECT_NE(said(file, "{\"traceEvents\": [\n {\"ph\": oops").find("line 2, column 9, before any event"),
            std::string::npos)
      << said(file, "{\"traceEvents\": [\n {\"ph\": oops");
  EXPECT_EQ(said(unnamed, "hello\nworld\n").find("JSON is"), std::string::npos);
}

// What DevTools of Chrome 141 keeps of a profile: samples and metadata.
TEST(BrokenFile, ATraceOfNothingThatIsDrawnSaysWhatItHolds) {
  const TemporaryFile file(".json");
  file.write(
      R"({"traceEvents":[{"ph":"M","pid":1,"name":"process_name","args":{"name":"Renderer"}},)"
      R"({"ph":"P","pid":1,"tid":1,"ts":3,"name":"Profile"},{"ph":"P","pid":1,"tid":1,"ts":4,"name":"Profile"}]})");
  TraceStore store;
  const auto read = readAnyTrace(file.path().string(), store);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(
      read.error().message.find("it holds no event of a Chrome trace that Strata draws, only events of phase 'P': 2."),
      std::string::npos)
      << read.error().message;
}

}  // namespace
}  // namespace strata::test
