#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "engine/trace/trace_query.h"
#include "tests/interchange/import_fixture.h"

// The corners of the Chrome trace format, each in a few lines.

namespace strata::test {
namespace {

std::string x(const std::string& name, const std::string& ts, const std::string& duration,
              const std::string& more = "") {
  return R"({"ph":"X","pid":1,"tid":2,"name":")" + name + R"(","ts":)" + ts + R"(,"dur":)" + duration + more + "}";
}

TEST(ImportChrome, TimesAreExactWhereADoubleIsNot) {
  // 2⁵³ is 9.0e15: the nanoseconds of such a time do not fit into a double.
  const auto snapshot = importEvents(x("a", "1695835542513910.123", "0.001") + "," + x("b", "1695835542513911", "1e3") +
                                     "," + x("c", "\"1695835542513912.0\"", "2.0006"));
  EXPECT_EQ(eventNamed(*snapshot, "a").begin.ns, 1695835542513910123);
  EXPECT_EQ(eventNamed(*snapshot, "a").payload, 1);
  EXPECT_EQ(eventNamed(*snapshot, "b").begin.ns, 1695835542513911000);
  EXPECT_EQ(eventNamed(*snapshot, "b").payload, 1000000);
  EXPECT_EQ(eventNamed(*snapshot, "c").begin.ns, 1695835542513912000);
  EXPECT_EQ(eventNamed(*snapshot, "c").payload, 2001);
}

TEST(ImportChrome, AnExponentShiftsThePointOfATime) {
  const std::string ts[] = {"1.695835542513910123E15", "1695835542513910123e-3", "1695835542513910.123e+0",
                            "0.001695835542513910123e18", "16958355425139101230000E-7"};
  for (const std::string& text : ts)
    EXPECT_EQ(eventNamed(*importEvents(x("a", text, "1")), "a").begin.ns, 1695835542513910123) << text;
  const auto lengthOf = [](const std::string& text) {
    return eventNamed(*importEvents(x("a", "1", text)), "a").payload;
  };
  EXPECT_EQ(lengthOf("5e-4"), 1) << "half a nanosecond is rounded up";
  EXPECT_EQ(lengthOf("49e-5"), 0);
  EXPECT_EQ(lengthOf("5e-400000000000"), 0);
  EXPECT_EQ(lengthOf("2.E1"), 20'000);
  EXPECT_EQ(lengthOf("0e99"), 0);
  for (const char* text : {"1e16", "1e300", "12345678901234567.5"})
    EXPECT_NE(problemsOf(*importEvents(x("a", "1", text))).find("duration out of range"), std::string::npos) << text;
}

TEST(ImportChrome, AnyOrderInTheFileNestsTheSame) {
  const std::string outer = x("outer", "0", "100"), inner = x("inner", "10", "20"), late = x("late", "50", "10");
  const auto sorted = importEvents(outer + "," + inner + "," + late);
  const auto turned = importEvents(late + "," + inner + "," + outer);
  EXPECT_EQ(slicesOf(*sorted), slicesOf(*turned));
  EXPECT_EQ(turned->rowCount(0), 2u);
  EXPECT_EQ(turned->name(turned->row(0, 1)[1].name), "late");
}

TEST(ImportChrome, OfSlicesThatBeginTogetherTheLongerIsOutside) {
  const auto snapshot = importEvents(x("short", "5", "1") + "," + x("long", "5", "9"));
  EXPECT_EQ(snapshot->name(snapshot->row(0, 0)[0].name), "long");
  EXPECT_EQ(snapshot->name(snapshot->row(0, 1)[0].name), "short");
}

TEST(ImportChrome, OverlapsAreKept) {
  const auto snapshot = importEvents(x("a", "0", "10") + "," + x("b", "5", "10"));
  EXPECT_EQ(snapshot->totals().slices, 2u);
  EXPECT_EQ(eventNamed(*snapshot, "b").payload, 10000);
}

TEST(ImportChrome, BeginsAndEndsMatchOnTheirThread) {
  const auto snapshot = importEvents(
      R"({"ph":"B","pid":1,"tid":1,"ts":1,"name":"a","args":{"x":1}},{"ph":"B","pid":1,"tid":2,"ts":2,"name":"other"},
         {"ph":"B","pid":1,"tid":1,"ts":3,"name":"b"},{"ph":"E","pid":1,"tid":1,"ts":4},
         {"ph":"E","pid":1,"tid":1,"ts":6,"args":{"y":2}},{"ph":"E","pid":1,"tid":1,"ts":7})");
  EXPECT_EQ(eventNamed(*snapshot, "b").payload, 1000);
  const TraceEvent a = eventNamed(*snapshot, "a");
  EXPECT_EQ(a.payload, 5000);
  EXPECT_EQ(snapshot->number(a, "x"), 1.0);
  EXPECT_EQ(snapshot->number(a, "y"), 2.0);
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 1u);
  EXPECT_TRUE(eventNamed(*snapshot, "other").open());
}

TEST(ImportChrome, AsyncSlicesMatchByIdAndMayOverlap) {
  const auto snapshot = importEvents(
      R"({"ph":"b","pid":1,"tid":1,"cat":"net","id":"0x1","ts":0,"name":"get"},
         {"ph":"b","pid":1,"tid":1,"cat":"net","id":"0x2","ts":5,"name":"get"},
         {"ph":"n","pid":1,"tid":1,"cat":"net","id":"0x1","ts":6,"name":"half"},
         {"ph":"e","pid":1,"tid":9,"cat":"net","id":"0x1","ts":10,"name":"get","args":{"bytes":7}},
         {"ph":"e","pid":1,"tid":1,"cat":"net","id":"0x2","ts":20,"name":"get"},
         {"ph":"b","pid":1,"tid":1,"cat":"net","id":"0x3","ts":30,"name":"endless"},
         {"ph":"e","pid":1,"tid":1,"cat":"net","id":"0x9","ts":31,"name":"never begun"}])");
  std::multiset<Said> expected{{0, 10000, "get", Storey::Other, EventKind::Slice},
                               {5000, 15000, "get", Storey::Other, EventKind::Slice},
                               {6000, 0, "half", Storey::Other, EventKind::Instant},
                               {30000, -1, "endless", Storey::Other, EventKind::Slice}};
  EXPECT_EQ(slicesOf(*snapshot), expected);
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "get"), "bytes"), 7.0);
  EXPECT_NE(problemsOf(*snapshot).find("1 event without a begin is skipped, at byte "), std::string::npos);
}

/// Keys and numbers of an event's arguments.
std::multiset<std::pair<std::string, double>> argumentsOf(const TraceSnapshot& snapshot, std::string_view name) {
  std::multiset<std::pair<std::string, double>> all;
  const TraceEvent event = eventNamed(snapshot, name);
  for (const Arg& arg : snapshot.args(event))
    all.emplace(snapshot.name(arg.key), snapshot.number(event, snapshot.name(arg.key)).value_or(0));
  return all;
}

TEST(ImportChrome, AnEndsArgumentsReplaceThoseOfItsBegin) {
  for (const auto& [begin, end] : {std::pair("B", "E"), std::pair("b", "e")}) {
    const auto at = [](const char* phase, int ts, const char* args) {
      return R"({"ph":")" + std::string(phase) + R"(","cat":"net","id":1,"name":"get","pid":1,"tid":1,"ts":)" +
             std::to_string(ts) + R"(,"args":)" + args + "}";
    };
    const auto snapshot = importEvents(at(begin, 1, R"({"code":0,"size":7})") + "," + at(end, 2, R"({"code":200})"));
    EXPECT_EQ(argumentsOf(*snapshot, "get"),
              (std::multiset<std::pair<std::string, double>>{{"category", 0}, {"code", 200}, {"size", 7}}))
        << begin;
  }
}

/// Begin, length and name of each.
using AsyncSlices = std::multiset<std::tuple<std::int64_t, std::int64_t, std::string>>;

AsyncSlices asyncSlices(const TraceSnapshot& snapshot) {
  AsyncSlices all;
  for (const Said& said : slicesOf(snapshot)) all.insert({std::get<0>(said), std::get<1>(said), std::get<2>(said)});
  return all;
}

std::string asyncAt(const char* phase, int ts, const std::string& name, const std::string& more = R"("id":1,"pid":1)") {
  const std::string named = name.empty() ? "" : R"("name":")" + name + R"(",)";
  return R"({"ph":")" + std::string(phase) + R"(","cat":"c",)" + named + R"("tid":1,"ts":)" + std::to_string(ts) + "," +
         more + "}";
}

TEST(ImportChrome, AnAsyncEndMayStandBeforeItsBegin) {
  const auto snapshot = importEvents(asyncAt("e", 5, "A") + "," + asyncAt("b", 1, "A"));
  EXPECT_EQ(asyncSlices(*snapshot), (AsyncSlices{{1000, 4000, "A"}}));
  EXPECT_EQ(problemsOf(*snapshot), "");
}

TEST(ImportChrome, AsyncSlicesOfOneIdMatchByTheirNames) {
  for (const auto& [begin, end] : {std::pair("b", "e"), std::pair("S", "F")}) {
    const auto snapshot = importEvents(asyncAt(begin, 1, "A") + "," + asyncAt(begin, 2, "B") + "," +
                                       asyncAt(end, 3, "A") + "," + asyncAt(end, 5, "B"));
    EXPECT_EQ(asyncSlices(*snapshot), (AsyncSlices{{1000, 2000, "A"}, {2000, 3000, "B"}})) << begin;
  }
}

TEST(ImportChrome, AnAsyncEndWithoutANameEndsTheLastBegin) {
  const auto snapshot = importEvents(asyncAt("b", 1, "A") + "," + asyncAt("b", 2, "B") + "," + asyncAt("e", 3, "") +
                                     "," + asyncAt("e", 5, ""));
  EXPECT_EQ(asyncSlices(*snapshot), (AsyncSlices{{1000, 4000, "A"}, {2000, 1000, "B"}}));
}

TEST(ImportChrome, AsyncIdsHoldAcrossProcessesUnlessTheyAreLocal) {
  const auto both = [](const std::string& id) {
    return importEvents(asyncAt("b", 1, "req", id + R"(,"pid":1)") + "," + asyncAt("e", 9, "req", id + R"(,"pid":2)"));
  };
  for (const char* id : {R"("id":"0x7")", R"("id2":{"global":"0x8"})", R"("id2":{ "global" : "0x8" })"}) {
    const auto snapshot = both(id);
    EXPECT_EQ(asyncSlices(*snapshot), (AsyncSlices{{1000, 8000, "req"}})) << id;
    EXPECT_EQ(snapshot->tracks()[0].pid, 1) << id;
  }
  const auto local = both(R"("id2":{"local":"0x8"})");
  EXPECT_EQ(asyncSlices(*local), (AsyncSlices{{1000, -1, "req"}}));
  EXPECT_NE(problemsOf(*local).find("1 event without a begin is skipped"), std::string::npos);
}

TEST(ImportChrome, AnAsyncEndPrefersTheBeginOfItsOwnProcess) {
  const auto in = [](int pid) { return R"("id":1,"pid":)" + std::to_string(pid); };
  const auto snapshot = importEvents(asyncAt("b", 1, "A", in(1)) + "," + asyncAt("b", 2, "A", in(2)) + "," +
                                     asyncAt("e", 4, "A", in(1)) + "," + asyncAt("e", 9, "A", in(2)));
  EXPECT_EQ(asyncSlices(*snapshot), (AsyncSlices{{1000, 3000, "A"}, {2000, 7000, "A"}}));
}

TEST(ImportChrome, AnAsyncSliceWithoutAnEndStaysInItsProcess) {
  const auto snapshot = importEvents(R"({"ph":"X","name":"x","pid":"Browser","tid":1,"ts":0,"dur":9},)"
                                     R"({"ph":"X","name":"y","pid":"GPU","tid":1,"ts":0,"dur":9},)" +
                                     asyncAt("b", 1, "open", R"("id":1,"pid":"GPU")"));
  const auto pidOf = [&](const char* name) { return snapshot->tracks()[eventNamed(*snapshot, name).track].pid; };
  EXPECT_EQ(pidOf("open"), pidOf("y"));
  EXPECT_NE(pidOf("open"), pidOf("x"));
}

// Processes may share category and id; what one calls its outermost slice is no name for another's.
TEST(ImportChrome, LanesOfAsyncSlicesAreCalledByTheirOwnProcess) {
  const auto in = [](int pid) { return R"("id":1,"pid":)" + std::to_string(pid); };
  const auto snapshot = importEvents(asyncAt("b", 1, "load", in(1)) + "," + asyncAt("b", 2, "draw", in(2)) + "," +
                                     asyncAt("n", 3, "mark", in(2)) + "," + asyncAt("e", 4, "draw", in(2)));
  const auto laneOf = [&](const char* name) {
    const auto& lane = snapshot->tracks()[eventNamed(*snapshot, name).track];
    return std::pair(lane.pid, lane.thread);
  };
  using Lane = std::pair<std::int64_t, std::string>;
  EXPECT_EQ(laneOf("load"), Lane(1, "load"));
  for (const char* name : {"draw", "mark"}) EXPECT_EQ(laneOf(name), Lane(2, "draw")) << name;
}

TEST(ImportChrome, ArrowsOfALocalIdStayInTheirProcess) {
  const auto end = [](const char* phase, int pid, int ts) {
    return R"(,{"ph":")" + std::string(phase) +
           R"(","bp":"e","name":"f","cat":"c","id2":{"local":"0x1"},"tid":2,"pid":)" + std::to_string(pid) +
           R"(,"ts":)" + std::to_string(ts) + "}";
  };
  const std::string other = R"({"ph":"X","pid":2,"tid":2,"name":"other","ts":0,"dur":20},)";
  const auto snapshot = importEvents(other + x("from", "1", "1") + "," + x("to", "8", "1") + end("s", 1, 1) +
                                     end("s", 2, 3) + end("f", 1, 8));
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{1000, "from", 8000, "to"}}));
}

TEST(ImportChrome, CountersAreTracksOfTheirSeries) {
  const auto snapshot = importEvents(
      R"({"ph":"C","pid":1,"ts":1,"name":"memory","args":{"bytes":5}},{"ph":"C","pid":1,"ts":2,"name":"memory","args":{"bytes":7.5}},
         {"ph":"C","pid":1,"ts":2,"name":"load","id":"gpu0","args":{"sm":1,"link":2,"text":"no number"}})");
  EXPECT_EQ(snapshot->totals().counters, 4u);
  ASSERT_EQ(snapshot->tracks().size(), 3u);
  EXPECT_EQ(snapshot->tracks()[0].name, "memory");
  EXPECT_EQ(snapshot->tracks()[0].unit, "bytes");
  EXPECT_EQ(snapshot->tracks()[1].name, "load [id: gpu0] sm");
  EXPECT_EQ(snapshot->row(0, 0)[1].value(), 7.5);
}

TEST(ImportChrome, OfSeveralValuesOfOneCounterEachIsCalledByItsKey) {
  const auto snapshot = importEvents(
      R"({"ph":"C","pid":1,"ts":1,"name":"queue depth","args":{"depth":3,"bytes":99}},
         {"ph":"C","pid":1,"ts":2,"name":"queue depth","args":{"bytes":100}},
         {"ph":"C","pid":1,"ts":2,"name":"other","args":{"bytes":1}})");
  ASSERT_EQ(snapshot->tracks().size(), 3u);
  EXPECT_EQ(snapshot->tracks()[0].name, "queue depth depth");
  EXPECT_EQ(snapshot->tracks()[1].name, "queue depth bytes");
  EXPECT_EQ(snapshot->tracks()[1].unit, "bytes");
  EXPECT_EQ(snapshot->row(1, 0).size(), 2u);
  EXPECT_EQ(snapshot->tracks()[2].name, "other");
}

TEST(ImportChrome, ArrowsBindAsTheFormatSays) {
  const auto snapshot =
      importEvents(x("from", "0", "10") + R"(,{"ph":"s","pid":1,"tid":2,"ts":4,"id":1,"cat":"c","name":"n"},)" +
                   x("around", "20", "10") +
                   R"(,{"ph":"t","pid":1,"tid":2,"ts":22,"id":1,"cat":"c","name":"n"},
          {"ph":"f","pid":1,"tid":2,"ts":25,"id":1,"cat":"c","name":"n"},)" +
                   x("next", "40", "1") +
                   R"(,{"ph":"f","pid":1,"tid":2,"ts":26,"id":1,"cat":"c","name":"n","bp":"e"},
          {"ph":"f","pid":1,"tid":2,"ts":26,"id":1,"cat":"other category","name":"n","bp":"e"},
          {"ph":"f","pid":1,"tid":2,"ts":26,"id":"1","cat":"c","name":"n","bp":"e"})");
  const std::multiset<Arrow> expected{
      {0, "from", 20000, "around"}, {20000, "around", 40000, "next"}, {20000, "around", 20000, "around"}};
  EXPECT_EQ(arrowsOf(*snapshot), expected);
}

TEST(ImportChrome, SlicesMayNameTheirArrowsThemselves) {
  const auto snapshot = importEvents(x("a", "0", "1", R"(,"bind_id":"0xF","flow_out":true)") + "," +
                                     x("b", "5", "1", R"(,"bind_id":"0xF","flow_in":true,"flow_out":true)") + "," +
                                     x("c", "9", "1", R"(,"bind_id":"0xF","flow_in":true)"));
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{0, "a", 5000, "b"}, {5000, "b", 9000, "c"}}));
}

TEST(ImportChrome, AnArrowThatBeginsInNoSliceBeginsAtAnInstant) {
  const auto snapshot =
      importEvents(R"({"ph":"s","pid":1,"tid":2,"ts":4,"id":1,"cat":"c","name":"post"},)" + x("run", "20", "10") +
                   R"(,{"ph":"f","pid":1,"tid":2,"ts":20,"id":1,"cat":"c","name":"post","bp":"e"})");
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{4000, "post", 20000, "run"}}));
  EXPECT_EQ(eventNamed(*snapshot, "post").kind, EventKind::Instant);
}

TEST(ImportChrome, LaunchAndKernelFormOneArrowHoweverOftenItIsSaid) {
  const std::string launch =
      R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":100,"tid":100,"ts":30,"dur":6,"args":{"correlation":218}})";
  const std::string s = R"(,{"ph":"s","id":218,"pid":100,"tid":100,"ts":30,"cat":"ac2g","name":"ac2g"})";
  const std::string kernel =
      R"(,{"ph":"X","cat":"kernel","name":"sgemm","pid":0,"tid":7,"ts":20,"dur":12.25,"args":{"correlation":218,"grid":[8, 4],"block":[16,16,1]}})";
  const std::string f = R"(,{"ph":"f","id":218,"pid":0,"tid":7,"ts":20,"cat":"ac2g","name":"ac2g","bp":"e"})";
  const std::string op = R"(,{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":100,"tid":100,"ts":10,"dur":60})";
  // The kernel begins before its launch: the clocks disagree, the arrow stands.
  for (const std::string& text : {launch + kernel, launch + s + kernel + f, launch + kernel + f + s}) {
    const auto snapshot = importEvents(text + op);
    EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{30000, "cudaLaunchKernel", 20000, "sgemm"}}));
    const TraceEvent work = eventNamed(*snapshot, "sgemm");
    EXPECT_EQ(work.kind, EventKind::Kernel);
    EXPECT_EQ(work.storey, Storey::Hardware);
    EXPECT_EQ(work.call, eventNamed(*snapshot, "aten::mm").call);
    EXPECT_NE(work.call, CallId::None);
    EXPECT_EQ(snapshot->number(work, "grid_x"), 8.0);
    EXPECT_EQ(snapshot->number(work, "grid_z"), 1.0);
    EXPECT_EQ(snapshot->tracks()[work.track].kind, TrackKind::Queue);
    EXPECT_EQ(snapshot->tracks()[work.track].stream, 7u);
  }
}

TEST(ImportChrome, EveryKernelOfAGraphGetsAnArrowFromItsLaunch) {
  const auto kernel = [](const std::string& ts) {
    return R"(,{"ph":"X","cat":"kernel","name":"k)" + ts + R"(","pid":0,"tid":7,"ts":)" + ts +
           R"(,"dur":1,"args":{"correlation":5}})";
  };
  const auto snapshot = importEvents(
      R"({"ph":"X","cat":"cuda_runtime","name":"cudaGraphLaunch","pid":1,"tid":1,"ts":1,"dur":6,"args":{"correlation":5}})" +
      kernel("10") + kernel("20") + kernel("30"));
  EXPECT_EQ(snapshot->totals().flows, 3u);
  EXPECT_EQ(arrowsOf(*snapshot).count({1000, "cudaGraphLaunch", 30000, "k30"}), 1u);
}

TEST(ImportChrome, TheOutermostOperationOpensTheCall) {
  const auto op = [](const char* name, int ts, int duration) {
    return R"({"ph":"X","cat":"cpu_op","name":")" + std::string(name) + R"(","pid":1,"tid":1,"ts":)" +
           std::to_string(ts) + R"(,"dur":)" + std::to_string(duration) + "}";
  };
  const auto snapshot =
      importEvents(op("linear", 0, 50) + "," + op("addmm", 10, 30) + "," + op("relu", 60, 5) +
                   R"(,{"ph":"X","cat":"user_annotation","name":"step","pid":1,"tid":1,"ts":0,"dur":99})");
  EXPECT_EQ(snapshot->callCount(), 2u);
  EXPECT_EQ(eventNamed(*snapshot, "linear").call, eventNamed(*snapshot, "addmm").call);
  EXPECT_NE(eventNamed(*snapshot, "linear").call, eventNamed(*snapshot, "relu").call);
  EXPECT_EQ(eventNamed(*snapshot, "step").call, CallId::None);
}

TEST(ImportChrome, NamesComeOutAsTheyWereMeant) {
  const auto snapshot = importEvents(
      R"({"ph":"i","pid":1,"tid":1,"ts":1,"name":"q\" b\\ s\/ n\n t\t u\u00e9 p\ud83d\ude80 half\ud83d x\q"},)"
      "{\"ph\":\"i\",\"pid\":1,\"tid\":1,\"ts\":2,\"name\":\"raw\x01\tcontrol \xff\"}");
  eventNamed(*snapshot, "q\" b\\ s/ n\n t\t u\xC3\xA9 p\xF0\x9F\x9A\x80 half\xEF\xBF\xBD x\\q");
  eventNamed(*snapshot, "raw\x01\tcontrol \xff");
}

TEST(ImportChrome, ArgumentsOfEveryKindAreKept) {
  const auto snapshot = importEvents(x(
      "a", "0", "1",
      R"(,"cat":"mine","args":{"i":-5,"d":2.5,"t":"text","b":true,"n":null,"nan":NaN,"inf":-Infinity,"o":{"k":[1,{"z":"]"}]},"big":18446744073709551616})"));
  const TraceEvent a = eventNamed(*snapshot, "a");
  EXPECT_EQ(snapshot->number(a, "i"), -5.0);
  EXPECT_EQ(snapshot->number(a, "d"), 2.5);
  EXPECT_EQ(snapshot->text(a, "t"), "text");
  EXPECT_EQ(snapshot->number(a, "b"), 1.0);
  EXPECT_FALSE(snapshot->arg(a, "n"));
  EXPECT_TRUE(snapshot->number(a, "nan").value_or(0) != snapshot->number(a, "nan").value_or(0));
  EXPECT_EQ(snapshot->number(a, "inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(snapshot->text(a, "o"), R"({"k":[1,{"z":"]"}]})");
  EXPECT_EQ(snapshot->number(a, "big"), 18446744073709551616.0);
  EXPECT_EQ(snapshot->text(a, "category"), "mine");
}

TEST(ImportChrome, IdsOfProcessesAndThreadsMayBeTexts) {
  const auto snapshot = importEvents(
      R"({"ph":"X","pid":"Spans","tid":"Profiler","name":"a","ts":1,"dur":1},{"ph":"X","pid":"Spans","tid":"Profiler","name":"b","ts":3,"dur":1},
         {"ph":"X","pid":"12","tid":3.0,"name":"c","ts":3,"dur":1},{"ph":"M","pid":12,"tid":3,"name":"thread_name","args":{"name":"worker "}})");
  ASSERT_EQ(snapshot->tracks().size(), 2u);
  EXPECT_EQ(snapshot->tracks()[0].thread, "Profiler");
  EXPECT_EQ(snapshot->tracks()[1].thread, "worker");
  EXPECT_EQ(snapshot->tracks()[1].pid, 12);
}

TEST(ImportChrome, NullIsNotGiven) {
  const auto snapshot = importEvents(
      R"({"ph":"X","pid":null,"tid":null,"name":null,"cat":null,"ts":1,"dur":1},{"ph":"X","pid":1,"tid":1,"name":"b","ts":null,"dur":1},
         {"ph":"i","pid":null,"tid":null,"s":"g","name":"c","ts":3},{"ph":"X","name":"d","ts":5,"dur":1})");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "").track].thread, "thread 0");
  EXPECT_EQ(eventNamed(*snapshot, "").track, eventNamed(*snapshot, "d").track);
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "c").track].thread, "all processes");
  EXPECT_NE(problemsOf(*snapshot).find("1 event without a time is skipped"), std::string::npos)
      << problemsOf(*snapshot);
}

TEST(ImportChrome, TimesBeforeZeroMoveEverything) {
  const auto snapshot = importEvents(x("early", "-5", "2") + "," + x("late", "5", "2"));
  EXPECT_EQ(eventNamed(*snapshot, "early").begin.ns, 0);
  EXPECT_EQ(eventNamed(*snapshot, "late").begin.ns, 10000);
  EXPECT_NE(problemsOf(*snapshot).find("5000 ns"), std::string::npos);
}

TEST(ImportChrome, WhatHasNoPlaceIsCountedWithItsPlace) {
  const std::string first = x("a", "1", "1");
  const auto snapshot = importEvents(first + R"(,{"ph":"O","pid":1,"ts":1,"name":"object"},{"ph":"O","pid":1,"ts":2},
    {"ph":"X","pid":1,"tid":1,"name":"no time"},{"pid":1,"ts":4,"name":"no phase"})");
  EXPECT_EQ(snapshot->totals().slices, 1u);
  const std::string problems = problemsOf(*snapshot);
  const std::string place = std::to_string(std::string("{\"traceEvents\":[").size() + first.size() + 1);
  EXPECT_NE(problems.find("2 events of phase 'O' are skipped, the first at byte " + place), std::string::npos)
      << problems;
  EXPECT_NE(problems.find("1 event without a time"), std::string::npos) << problems;
  EXPECT_NE(problems.find("1 event without a phase"), std::string::npos) << problems;
}

TEST(ImportChrome, TheContainerTakesManyForms) {
  const std::string event = x("a", "1", "1");
  const char* byteOrderMark = "\xEF\xBB\xBF";
  for (const std::string& text :
       {"[" + event + "]", "[" + event, "[\n" + event + ",\n", "[" + event + ",]", byteOrderMark + ("[" + event + "]"),
        "  \n{\"traceEvents\":[" + event + "]}",
        "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"a\":[]},\"traceEvents\":[" + event + "],\"stackFrames\":{}}",
        "[" + event + "][]", "{\"traceEvents\" : [ " + event + " ] , \"x\" : null }"}) {
    bool isTrace = false;
    const auto snapshot = importText(text, &isTrace);
    EXPECT_TRUE(isTrace) << text;
    EXPECT_EQ(snapshot->totals().slices, 1u) << text;
    EXPECT_EQ(problemsOf(*snapshot), "") << text;
  }
}

TEST(ImportChrome, ToolsWithoutCategoriesAreKnownByTheirThreads) {
  const auto snapshot = importEvents(
      R"json({"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}},
         {"ph":"M","pid":1,"tid":13,"name":"thread_name","args":{"name":"Stream #13(Compute)"
}
},
         {"ph":"M","pid":1,"tid":14,"name":"thread_name","args":{"name":"XLA Ops"}},
         {"ph":"M","pid":701,"name":"process_name","args":{"name":"/host:CPU"}},
         {"ph":"X","pid":1,"tid":13,"ts":10,"dur":5,"name":"loop_fusion","args":{"correlation_id":"33"}},
         {"ph":"X","pid":1,"tid":14,"ts":10,"dur":5,"name":"fusion"},
         {"ph":"X","pid":701,"tid":2,"ts":1,"dur":2,"name":"cuLaunchKernel","args":{"correlation_id":"33"}},
         {"ph":"X","pid":701,"tid":2,"ts":0,"dur":9,"name":"$train.py:10 step"})json");
  EXPECT_EQ(eventNamed(*snapshot, "loop_fusion").kind, EventKind::Kernel);
  EXPECT_EQ(eventNamed(*snapshot, "fusion").storey, Storey::Framework);
  EXPECT_EQ(eventNamed(*snapshot, "cuLaunchKernel").storey, Storey::Driver);
  EXPECT_EQ(eventNamed(*snapshot, "$train.py:10 step").storey, Storey::Model);
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{1000, "cuLaunchKernel", 10000, "loop_fusion"}}));
}

TEST(ImportChrome, ManyThousandEventsInAnyOrderComeOutSorted) {
  std::string events;
  for (int i = 0; i < 20000; ++i) {
    const int at = i * 7919 % 20000;
    events += (i ? "," : "") + x("e", std::to_string(at * 10), "5");
  }
  const auto snapshot = importEvents(events);
  ASSERT_EQ(snapshot->rowCount(0), 1u);
  const RowView& row = snapshot->row(0, 0);
  ASSERT_EQ(row.size(), 20000u);
  for (std::size_t i = 0; i < row.size(); ++i) ASSERT_EQ(row[i].begin.ns, static_cast<std::int64_t>(i) * 10000);
}

TEST(ImportChrome, PartsOfEventsWithoutAPlaceAreCounted) {
  const auto snapshot = importEvents(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":9},
    {"ph":"s","id":1,"name":"f","pid":1,"tid":1,"ts":2,"args":{"x":1}},
    {"ph":"C","name":"c","pid":1,"ts":3,"args":{"v":"many","w":2}},
    {"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":2}},
    {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"t"}})");
  EXPECT_NE(snapshot->messages()[0].json.find(
                R"("left_out":{"arrow ends' arguments":1,"counter values that are no number":1,)"
                R"("metadata events other than names of processes and threads":1})"),
            std::string::npos)
      << snapshot->messages()[0].json;
  EXPECT_EQ(problemsOf(*snapshot), "");
}

}  // namespace
}  // namespace strata::test
