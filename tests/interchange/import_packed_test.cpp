#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/interchange/exporter.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/importer.h"
#include "engine/interchange/perfetto_trace.h"
#include "engine/interchange/rank_copy.h"
#include "engine/interchange/trace_files.h"
#include "engine/trace/device_work.h"
#include "tests/interchange/import_fixture.h"

// Traces that are packed, and those of several processes: in a folder or packed together.

namespace strata::test {
namespace {

std::string rankTrace(const std::string& beside, const std::string& name, int ts = 10) {
  return "{" + beside + R"("schemaVersion":1,"traceEvents":[{"ph":"X","cat":"cpu_op","name":")" + name +
         R"(","pid":7,"tid":7,"ts":)" + std::to_string(ts) + R"(,"dur":40},
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":7,"ts":12,"dur":5,"args":{"correlation":3}},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":30,"dur":9,"args":{"correlation":3,"grid":[2,1,1]}}]})";
}

using Files = std::vector<std::pair<std::string, std::string>>;

/// The files as libarchive packs them in that format and filter.
void pack(const std::filesystem::path& path, int format, int filter, const Files& files) {
  archive* a = archive_write_new();
  ASSERT_EQ(archive_write_set_format(a, format), ARCHIVE_OK);
  ASSERT_EQ(archive_write_add_filter(a, filter), ARCHIVE_OK);
  ASSERT_EQ(archive_write_open_filename(a, path.c_str()), ARCHIVE_OK);
  for (const auto& [name, bytes] : files) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    ASSERT_EQ(archive_write_header(a, entry), ARCHIVE_OK);
    ASSERT_EQ(archive_write_data(a, bytes.data(), bytes.size()), static_cast<la_ssize_t>(bytes.size()));
    archive_entry_free(entry);
  }
  archive_write_close(a);
  archive_write_free(a);
}

std::string packedRefusal(const std::string& path) {
  TraceStore store;
  const auto read = readAnyTrace(path, store);
  return read.ok() ? "" : read.error().message;
}

class PackedTrace : public ::testing::Test {
 protected:
  TemporaryFile m_file{".bin"};
};

TEST_F(PackedTrace, IsReadHoweverItIsPacked) {
  const Files one{{"deep/trace.json", rankTrace("", "step")}};
  struct Way {
    int format, filter;
  };
  for (const Way way : {Way{ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD},
                        {ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_XZ},
                        {ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_BZIP2},
                        {ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_LZ4},
                        {ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE},
                        {ARCHIVE_FORMAT_7ZIP, ARCHIVE_FILTER_NONE},
                        {ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE},
                        {ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP},
                        {ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_ZSTD}}) {
    pack(m_file.path(), way.format, way.filter, one);
    const auto snapshot = importFile(m_file.path());
    EXPECT_EQ(snapshot->totals().slices, 3u) << way.format << " " << way.filter;
    EXPECT_EQ(snapshot->totals().flows, 1u);
    EXPECT_EQ(problemsOf(*snapshot), "");
  }
}

TEST_F(PackedTrace, StandsAmongOtherFiles) {
  pack(m_file.path(), ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE,
       {{"README.md", "# hello\nworld\n"},
        {"trace.json.gz", packed(rankTrace("", "step"))},
        {"a.nsys-rep", "NVIDIA Tegra Profiler Report 1."}});
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(snapshot->totals().slices, 3u);
  EXPECT_NE(problemsOf(*snapshot).find("README.md is not a trace"), std::string::npos) << problemsOf(*snapshot);
  EXPECT_NE(problemsOf(*snapshot).find("nsys export"), std::string::npos) << problemsOf(*snapshot);
}

TEST_F(PackedTrace, WhatIsNoneIsRefusedInASentence) {
  pack(m_file.path(), ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, {{"model/data.pkl", "\x80\x02weights"}, {"b", "x"}});
  EXPECT_NE(packedRefusal(m_file.path()).find("none of the 2 files in it is a trace"), std::string::npos);
  pack(m_file.path(), ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD, {{"a", "hello"}});
  EXPECT_NE(packedRefusal(m_file.path()).find("not a trace"), std::string::npos);
}

TEST_F(PackedTrace, DamageIsSaidAndNeverACrash) {
  for (const int format : {ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR_PAX_RESTRICTED}) {
    pack(m_file.path(), format, ARCHIVE_FILTER_NONE, {{"trace.json", rankTrace("", "step")}});
    const std::string whole = bytesOf(m_file.path());
    for (std::size_t at = 0; at < whole.size(); at += 13) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x5A);
      m_file.write(damaged);
      packedRefusal(m_file.path());
      m_file.write(whole.substr(0, at + 1));
      packedRefusal(m_file.path());
    }
  }
}

TEST_F(PackedTrace, ACancelEndsTheUnpacking) {
  const std::string spaces(std::size_t{1} << 20, ' ');
  pack(m_file.path(), ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_ZSTD,
       {{"a.json", rankTrace("", "step") + spaces}, {"b.txt", spaces}});
  int asked = 0;
  const auto stopped = openTraceFiles(m_file.path().string(), [&] { return ++asked < 3; });
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
  EXPECT_EQ(asked, 3);
  const auto whole = openTraceFiles(m_file.path().string(), [&] { return ++asked > 0; });
  EXPECT_TRUE(whole.ok());
  EXPECT_GT(asked, 20) << "every so often";
}

TEST_F(PackedTrace, ABombIsNotUnpacked) {
  std::string zeros(std::size_t{300} << 20, '\0');
  zeros.replace(0, 2, "[{");
  pack(m_file.path(), ARCHIVE_FORMAT_RAW, ARCHIVE_FILTER_ZSTD, {{"a", zeros}});
  ASSERT_LT(std::filesystem::file_size(m_file.path()), 1u << 20);
  EXPECT_NE(packedRefusal(m_file.path()).find("unpacks to more than 1032 times its size"), std::string::npos);
}

// Call stacks that repeat, as xz and zstd pack them.
TEST_F(PackedTrace, TextThatRepeatsMayShrinkAsFarAsZlibGoes) {
  const std::string spaces(std::size_t{280} << 20, ' ');
  pack(m_file.path(), ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP,
       {{"a.json", rankTrace("", "step")}, {"b.txt", spaces}});
  ASSERT_LT(std::filesystem::file_size(m_file.path()), spaces.size() / 900);
  EXPECT_EQ(packedRefusal(m_file.path()), "");
}

class Ranks : public ::testing::Test {
 protected:
  Ranks() { std::filesystem::create_directories(m_folder.path()); }
  ~Ranks() override { std::filesystem::remove_all(m_folder.path()); }
  void file(const std::string& name, const std::string& bytes) {
    std::ofstream(m_folder.path() / name, std::ios::binary) << bytes;
  }

  TemporaryFile m_folder{".ranks"};
};

std::set<std::string> threadsOf(const TraceSnapshot& snapshot) {
  std::set<std::string> names;
  for (const TrackInfo& track : snapshot.tracks())
    names.insert(track.kind == TrackKind::Host ? track.thread : track.name);
  return names;
}

/// Two ranks with one pid and one correlation each.
void expectBoth(const TraceSnapshot& snapshot, const std::string& first, const std::string& second) {
  EXPECT_EQ(snapshot.totals().slices, 6u);
  EXPECT_EQ(snapshot.totals().flows, 2u);
  EXPECT_EQ(snapshot.callCount(), 2u);
  EXPECT_EQ(threadsOf(snapshot), (std::set<std::string>{first + " · thread 7", first + " · stream 7",
                                                        second + " · thread 7", second + " · stream 7"}));
  const TraceEvent a = eventNamed(snapshot, "zero"), b = eventNamed(snapshot, "one");
  EXPECT_NE(snapshot.tracks()[a.track].pid, snapshot.tracks()[b.track].pid);
  EXPECT_NE(a.call, b.call);
  const auto devices = devicesOfTracks(snapshot);
  EXPECT_EQ(std::set(devices.begin(), devices.end()).size(), 3u) << "one for each rank, and none for threads";
  for (std::uint32_t i = 1; i <= snapshot.correlationCount(); ++i) {
    const auto from = snapshot.launchOf(CorrelationId{i}), to = snapshot.workOf(CorrelationId{i});
    if (!from || !to) continue;
    EXPECT_EQ(snapshot.event(*from).call, snapshot.event(*to).call);
  }
  EXPECT_EQ(snapshot.number(eventNamed(snapshot, "gemm"), "grid_x"), 2.0);
}

TEST_F(Ranks, OfAFolderAreCalledByTheirRank) {
  file("b.json",
       rankTrace(R"("distributedInfo":{"backend":"nccl","rank":0,"world_size":2},"baseTimeNanoseconds":1000000,)",
                 "zero"));
  file("a.json.gz", packed(rankTrace(R"("distributedInfo":{"rank":1},"baseTimeNanoseconds":3000000,)", "one")));
  file("notes.txt", "not a trace\n");
  const auto snapshot = importFile(m_folder.path());
  expectBoth(*snapshot, "rank 0", "rank 1");
  EXPECT_EQ(eventNamed(*snapshot, "one").begin.ns - eventNamed(*snapshot, "zero").begin.ns, 2000000);
  EXPECT_NE(problemsOf(*snapshot).find("notes.txt is not a trace"), std::string::npos);
  EXPECT_NE(snapshot->messages()[0].json.find("Chrome trace of 2 ranks"), std::string::npos);
}

TEST_F(Ranks, KeepTheirDevicesAndAnnotationsApartWhenSaved) {
  const std::string step = R"({"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7"}},)"
                           R"({"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":7,"ts":30,"dur":9},)";
  for (const char* name : {"rank0", "rank1"}) {
    std::string trace = rankTrace("", name);
    file(std::string(name) + ".json", trace.insert(trace.find('[') + 1, step));
  }
  const TemporaryFile saved(".pftrace");
  ASSERT_TRUE(writePerfettoTrace(*importFile(m_folder.path()), saved.path().string()).ok());
  const auto snapshot = importFile(saved.path());
  const auto devices = devicesOfTracks(*snapshot);
  EXPECT_EQ(std::set(devices.begin(), devices.end()).size(), 3u) << "one for each rank, and none for threads";
  for (const char* name : {"rank0 · stream 7", "rank1 · stream 7"})
    EXPECT_EQ(std::ranges::count(
                  snapshot->tracks(), name,
                  [](const TrackInfo& track) { return track.kind == TrackKind::Host ? track.thread : track.name; }),
              2)
        << name;
}

TEST_F(Ranks, OfAnArchiveAreCalledByTheirFile) {
  const TemporaryFile packedFile(".tar.gz");
  pack(packedFile.path(), ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP,
       {{"run/worker0.pt.trace.json", rankTrace("", "zero")},
        {"run/worker1.pt.trace.json.gz", packed(rankTrace("", "one"))}});
  expectBoth(*importFile(packedFile.path()), "worker0", "worker1");
}

TEST_F(Ranks, OfOneFileNameAreCalledByTheirFolders) {
  const TemporaryFile packedFile(".tar.gz");
  pack(packedFile.path(), ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_GZIP,
       {{"a/rank0.json", rankTrace("", "zero")}, {"b/rank0.json", rankTrace("", "one")}});
  expectBoth(*importFile(packedFile.path()), "rank0 (a/rank0.json)", "rank0 (b/rank0.json)");
}

ImportFacts factsOf(const TraceSnapshot& snapshot) {
  EXPECT_EQ(snapshot.messages().size(), 1u);
  return importFactsOf(snapshot.messages()[0]).value_or(ImportFacts{});
}

TEST_F(Ranks, SayWhatOfStratasSessionsIsNotJoined) {
  TraceStore store;
  TrackInfo thread;
  thread.uuid = 5;
  TraceEvent slice;
  slice.track = store.track(thread);
  store.add(slice);
  for (const MessageKind kind : {MessageKind::Result, MessageKind::Result, MessageKind::Token, MessageKind::Log})
    store.addMessage({kind, "{}", {}});
  for (const char* name : {"a.pftrace", "b.pftrace"})
    ASSERT_TRUE(findExporter("perfetto")->write(*store.snapshot(), (m_folder.path() / name).string()).ok());
  const ImportFacts facts = factsOf(*importFile(m_folder.path()));
  EXPECT_EQ(facts.format, "Strata session of 2 ranks");
  EXPECT_EQ(facts.leftOut, (std::map<std::string, std::uint64_t>{
                               {"messages of agents", 2}, {"messages of tokens", 2}, {"results of runs", 4}}));
}

TEST_F(Ranks, SayHowManyEndsHadNoBegin) {
  file("rank0.json", R"({"traceEvents":[{"ph":"X","name":"a","pid":7,"tid":7,"ts":9,"dur":1}]})");
  file("rank1.json", R"({"traceEvents":[{"ph":"X","name":"a","pid":7,"tid":7,"ts":9,"dur":1},
    {"ph":"E","name":"b","pid":7,"tid":7,"ts":20},{"ph":"E","name":"c","pid":7,"tid":7,"ts":30}]})");
  EXPECT_EQ(factsOf(*importFile(m_folder.path())).leftOut,
            (std::map<std::string, std::uint64_t>{{"events that close what is not open", 2}}));
}

TEST_F(Ranks, StayApartInASessionWrittenAnew) {
  file("rank2.json", rankTrace("", "zero"));
  file("rank10.json", rankTrace("", "one"));
  const auto once = importFile(m_folder.path());
  EXPECT_EQ(once->tracks()[0].thread, "rank2 · thread 7");
  const TemporaryFile out(".pftrace");
  ASSERT_TRUE(findExporter("perfetto")->write(*once, out.path().string()).ok());
  expectBoth(*importFile(out.path()), "rank2", "rank10");
}

TEST(RankCopy, WorkThatHadNotEndedIsCounted) {
  TraceStore one;
  TrackInfo stream;
  stream.uuid = 5;
  stream.kind = TrackKind::Queue;
  TraceEvent done, running;
  done.track = running.track = one.track(stream);
  done.kind = running.kind = EventKind::Kernel;
  done.begin = {100};
  done.payload = 50;
  running.begin = {200};
  running.correlation = CorrelationId{1};
  one.add(done);
  one.setOpenWork({running});

  TakenIds ids;
  TraceStore all;
  EXPECT_EQ(RankCopy(*one.snapshot(), "rank 0", 0, ids, all).copy(), 1u);
  EXPECT_EQ(all.snapshot()->totals().slices, 1u);
}

/// Also where what was joined is written and read again, as `strata info` does.
TEST(RankCopy, CopiesAreOnTheDeviceOfTheirRank) {
  TraceStore one, all;
  for (const TrackKind kind : {TrackKind::Queue, TrackKind::Copy}) {
    TrackInfo info;
    info.uuid = 5 + static_cast<std::uint64_t>(kind);
    info.kind = kind;
    info.storey = Storey::Hardware;
    info.name = kind == TrackKind::Queue ? "stream 1" : "copy H→D";
    TraceEvent work;
    work.track = one.track(info);
    work.name = one.intern(info.name);
    work.kind = kind == TrackKind::Queue ? EventKind::Kernel : EventKind::Copy;
    work.storey = Storey::Hardware;
    work.payload = 50;
    one.add(work);
  }
  ASSERT_EQ(deviceCount(*one.snapshot()), 1u);
  TakenIds ids;
  for (const char* label : {"rank 0", "rank 1"}) RankCopy(*one.snapshot(), label, 0, ids, all).copy();
  EXPECT_EQ(deviceCount(*all.snapshot()), 2u);
  const TemporaryFile file(".pftrace");
  ASSERT_TRUE(findExporter("perfetto")->write(*all.snapshot(), file.path().string()).ok());
  EXPECT_EQ(deviceCount(*importFile(file.path())), 2u);
}

TEST(RankCopy, ASliceThatWasCutOffEndsWhereItWasSeenAndDropsAreKept) {
  TraceStore one;
  TrackInfo thread;
  thread.uuid = 5;
  thread.thread = "main";
  const std::uint32_t track = one.track(thread);
  TraceEvent hung, done;
  hung.track = done.track = track;
  hung.begin = {100};
  done.begin = {200};
  done.payload = 50;
  one.begin(hung);
  one.add(done);
  one.cutOffOpen();
  one.setDropped(track, 3);

  TakenIds ids;
  TraceStore all;
  RankCopy(*one.snapshot(), "rank 0", 1000, ids, all).copy();
  TrackInfo later;
  later.uuid = 9;
  TraceEvent much;
  much.track = all.track(later);
  much.begin = {9000};
  all.add(much);
  const auto snapshot = all.snapshot();
  const EventRef first{0, 0, 0};
  EXPECT_TRUE(snapshot->event(first).cutOff());
  EXPECT_EQ(snapshot->event(first).seenEnd({99999}).ns, 1250);
  EXPECT_EQ(snapshot->totals().dropped, 3u);
}

std::string statedRank(int rank, int of, std::int64_t baseNs) {
  return R"("distributedInfo":{"rank":)" + std::to_string(rank) + R"(,"world_size":)" + std::to_string(of) + "}," +
         (baseNs == 0 ? "" : R"("baseTimeNanoseconds":)" + std::to_string(baseNs) + ",");
}

class ChosenRanks : public Ranks {
 protected:
  std::string path(const std::string& name) const { return (m_folder.path() / name).string(); }
  /// What is said where they cannot be one session; empty where they can.
  std::string refusal(const std::vector<std::string>& names) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(path(name));
    m_store = std::make_unique<TraceStore>();
    const auto read = readAnyTrace(paths, *m_store);
    return read.ok() ? "" : read.error().message;
  }
  ImportFacts facts() { return factsOf(*m_store->snapshot()); }
  std::int64_t begin(const char* name) { return eventNamed(*m_store->snapshot(), name).begin.ns; }

  std::unique_ptr<TraceStore> m_store;
};

TEST_F(ChosenRanks, AreOneSessionInAnyOrderWhichSaysWhoIsMissing) {
  file("x.json", rankTrace(statedRank(3, 4, 5000000), "three"));
  file("y.json", rankTrace(statedRank(0, 4, 1000000), "zero"));
  file("z.json", rankTrace(statedRank(1, 4, 3000000), "one"));
  ASSERT_EQ(refusal({"x.json", "y.json", "z.json"}), "");
  EXPECT_EQ(m_store->snapshot()->tracks()[0].thread, "rank 0 · thread 7");
  EXPECT_EQ(facts().format, "Chrome trace of ranks 0, 1, 3 of 4");
  EXPECT_EQ(begin("three") - begin("zero"), 4000000);
  EXPECT_EQ(begin("one") - begin("zero"), 2000000);
  EXPECT_NE(facts().clocks.find("wall clock"), std::string::npos) << facts().clocks;
  EXPECT_EQ(problemsOf(*m_store->snapshot()), "");
}

TEST_F(ChosenRanks, OfTwoJobsAreRefusedWithTheirNames) {
  file("a.json", rankTrace(statedRank(0, 2, 0), "zero"));
  file("b.json", rankTrace(statedRank(0, 2, 0), "one"));
  file("c.json", rankTrace(statedRank(1, 8, 0), "one"));
  file("d.json", rankTrace("", "one"));
  file("other.json", rankTrace("", "one"));
  const std::pair<std::vector<std::string>, const char*> wrong[] = {{{"a.json", "b.json"}, "both are of rank 0"},
                                                                    {{"a.json", "c.json"}, "2 ranks, the other of 8"},
                                                                    {{"a.json", "d.json"}, "only one of them states"},
                                                                    {{"d.json", "other.json"}, "nothing in them says"}};
  for (const auto& [files, why] : wrong) {
    const std::string said = refusal(files);
    EXPECT_NE(said.find(why), std::string::npos) << said;
    for (const std::string& name : files) EXPECT_NE(said.find(path(name)), std::string::npos) << said;
    EXPECT_EQ(m_store->snapshot()->totals().slices, 0u) << "nothing of them is shown";
  }
}

TEST_F(ChosenRanks, WithoutAWallClockSayHowTheirTimesStand) {
  file("rank0.json", rankTrace("", "zero", 10));
  file("rank1.json", rankTrace("", "one", 10));
  ASSERT_EQ(refusal({"rank1.json", "rank0.json"}), "");
  EXPECT_EQ(begin("one"), begin("zero"));
  EXPECT_NE(problemsOf(*m_store->snapshot()).find("As their files have it are the times of rank1."), std::string::npos)
      << problemsOf(*m_store->snapshot());
}

TEST_F(ChosenRanks, WhoseTimesShareNoMomentBeginTogether) {
  const auto alone = [](const std::string& name, int ts) {
    return R"({"traceEvents":[{"ph":"X","name":")" + name + R"(","pid":7,"tid":7,"ts":)" + std::to_string(ts) +
           R"(,"dur":40}]})";
  };
  file("rank0.json", alone("zero", 10));
  file("rank1.json", alone("one", 9000));
  ASSERT_EQ(refusal({"rank0.json", "rank1.json"}), "");
  EXPECT_EQ(begin("one"), begin("zero"));
  EXPECT_NE(facts().clocks.find("Aligned at the first event of rank0: rank1."), std::string::npos) << facts().clocks;
}

TEST_F(ChosenRanks, OfWhichOneIsNoTraceAreRefused) {
  file("rank0.json", rankTrace("", "zero"));
  file("rank1.json", "no trace");
  EXPECT_NE(refusal({"rank0.json", "rank1.json"}).find(path("rank1.json")), std::string::npos);
}

TEST_F(Ranks, OfAFolderWithoutATraceAreRefused) {
  EXPECT_NE(packedRefusal(m_folder.path()).find("there is no file in this folder"), std::string::npos);
  file("config.json.txt", "hello\n");
  EXPECT_NE(packedRefusal(m_folder.path()).find("none of the 1 files in it is a trace"), std::string::npos);
  file("config.json", R"({"layers":12})");
  EXPECT_NE(packedRefusal(m_folder.path()).find("holds no event"), std::string::npos);
}

}  // namespace
}  // namespace strata::test
