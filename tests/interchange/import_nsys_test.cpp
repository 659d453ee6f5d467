#include "engine/interchange/exporter.h"
#include "engine/interchange/import_message.h"
#include "engine/trace/call_levels.h"
#include "engine/trace/device_work.h"
#include "tests/interchange/sqlite_file.h"

// An SQLite export as Nsight Systems makes it (schema of nsys 2023.3), in a few rows.

namespace strata::test {
namespace {

constexpr const char* kSchema = R"(
create table StringIds(id integer primary key, value text);
create table ThreadNames(nameId integer, priority integer, globalTid integer);
create table PROCESSES(globalPid integer, pid integer, name text);
create table TARGET_INFO_GPU(vmId integer, id integer, name text, smCount integer,
  computeMajor integer, computeMinor integer);
create table CUPTI_ACTIVITY_KIND_RUNTIME(start integer, end integer, eventClass integer, globalTid integer,
  correlationId integer, nameId integer, returnValue integer, callchainId integer);
create table CUPTI_ACTIVITY_KIND_KERNEL(start integer, end integer, deviceId integer, contextId integer,
  greenContextId integer, streamId integer, correlationId integer, globalPid integer, demangledName integer,
  shortName integer, gridX integer, blockX integer);
create table CUPTI_ACTIVITY_KIND_MEMCPY(start integer, end integer, deviceId integer, streamId integer,
  correlationId integer, globalPid integer, bytes integer, copyKind integer, srcKind integer, dstKind integer);
create table CUPTI_ACTIVITY_KIND_MEMSET(start integer, end integer, deviceId integer, streamId integer,
  correlationId integer, globalPid integer, value integer, bytes integer);
create table ENUM_CUDA_MEM_KIND(id integer, name text, label text);
create table CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start integer, end integer, deviceId integer, streamId integer,
  correlationId integer, globalPid integer, syncType integer);
create table NVTX_EVENTS(start integer, end integer, eventType integer, text text, globalTid integer, textId integer);
)";

constexpr const char* kRows = R"(
insert into StringIds values (1,'cudaLaunchKernel_v7000'),(2,'void gemm<float>(float*)'),(3,'worker'),(4,'cuLaunchKernel'),(5,'step');
insert into ThreadNames values (3,10,(77<<24)|8);
insert into PROCESSES values (77<<24,77,'train');
insert into TARGET_INFO_GPU values (0,0,'NVIDIA A100-SXM4-80GB',108,8,0);
insert into NVTX_EVENTS values (5,400,59,null,(77<<24)|8,5),(50,null,34,'mark',(77<<24)|8,null),(1,null,75,'domain',(77<<24)|8,null);
insert into CUPTI_ACTIVITY_KIND_RUNTIME values (100,120,0,(77<<24)|8,31,1,0,null),(105,115,0,(77<<24)|8,31,4,0,null),
  (200,390,0,(77<<24)|8,32,1,0,null);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (130,330,0,1,null,7,31,77<<24,2,2,32,256);
insert into CUPTI_ACTIVITY_KIND_MEMCPY values (340,350,0,7,32,77<<24,4096,1,1,2);
insert into CUPTI_ACTIVITY_KIND_MEMSET values (360,365,0,7,36,77<<24,0,64);
insert into ENUM_CUDA_MEM_KIND values (0,'CUDA_MEMKIND_PAGEABLE','Pageable'),(1,'CUDA_MEMKIND_PINNED','Pinned'),(2,'CUDA_MEMKIND_DEVICE','Device');
insert into CUPTI_ACTIVITY_KIND_SYNCHRONIZATION values (210,380,0,4294967295,33,77<<24,4);
)";

using NsysFile = SqliteFile;

TEST_F(NsysFile, FillsTheStoreys) {
  fill(std::string(kSchema) + kRows);
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  const std::multiset<Said> expected{{5, 395, "step", Storey::Model, EventKind::Slice},
                                     {50, 0, "mark", Storey::Model, EventKind::Instant},
                                     {100, 20, "cudaLaunchKernel", Storey::Runtime, EventKind::Slice},
                                     {105, 10, "cuLaunchKernel", Storey::Driver, EventKind::Slice},
                                     {200, 190, "cudaLaunchKernel", Storey::Runtime, EventKind::Slice},
                                     {130, 200, "void gemm<float>(float*)", Storey::Hardware, EventKind::Kernel},
                                     {340, 10, "Memcpy HtoD", Storey::Hardware, EventKind::Copy},
                                     {360, 5, "Memset", Storey::Hardware, EventKind::Kernel},
                                     {210, 170, "Context Sync", Storey::Runtime, EventKind::Slice}};
  EXPECT_EQ(slicesOf(*snapshot), expected);
  // Driver and runtime bear the same id; the arrow starts at the outer one.
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{100, "cudaLaunchKernel", 130, "void gemm<float>(float*)"},
                                                       {200, "cudaLaunchKernel", 340, "Memcpy HtoD"}}));
  const TraceEvent kernel = eventNamed(*snapshot, "void gemm<float>(float*)");
  EXPECT_EQ(snapshot->number(kernel, "grid_x"), 32.0);
  EXPECT_EQ(snapshot->number(kernel, arg::kFileCorrelation), 31.0);
  EXPECT_EQ(snapshot->tracks()[kernel.track].name, "stream 7");
  const TraceEvent copy = eventNamed(*snapshot, "Memcpy HtoD");
  EXPECT_EQ(snapshot->number(copy, arg::kBytes), 4096.0);
  EXPECT_EQ(snapshot->text(copy, arg::kDirection), "H→D");
  EXPECT_EQ(snapshot->text(copy, arg::kHostMemory), "pinned") << "by the file's own names of kinds";
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "step").track].thread, "worker");
  EXPECT_EQ(importFactsOf(snapshot->messages()[0]).value().devices,
            (std::vector<ImportedDevice>{{"NVIDIA A100-SXM4-80GB", "sm_80", 108}}));
}

TEST_F(NsysFile, KeepsDeviceAndStreamInAnExport) {
  fill(std::string(kSchema) + kRows + R"(
update CUPTI_ACTIVITY_KIND_KERNEL set deviceId = 3, streamId = 9;
delete from CUPTI_ACTIVITY_KIND_MEMCPY;
delete from CUPTI_ACTIVITY_KIND_MEMSET;
delete from CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
)");
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*importFile(m_file.path()), file.path().string()).ok());
  const std::string said = R"("device":3,"context":1,"stream":9,)";
  EXPECT_NE(bytesOf(file.path()).find(said), std::string::npos) << bytesOf(file.path());
  const TemporaryFile again(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*importFile(file.path()), again.path().string()).ok());
  EXPECT_NE(bytesOf(again.path()).find(said), std::string::npos) << bytesOf(again.path());
}

TEST_F(NsysFile, ADamagedPageLosesOnlyItsTable) {
  std::string many = "insert into OSRT_API values ";
  for (int i = 0; i < 5000; ++i)
    many += (i ? ",(" : "(") + std::to_string(i * 10) + "," + std::to_string(i * 10 + 5) + ",8,5)";
  fill(std::string(kSchema) + kRows +
       "create table OSRT_API(start integer, end integer, globalTid integer, nameId integer);" + many);
  std::string bytes(std::filesystem::file_size(m_file.path()), '\0');
  FILE* file = std::fopen(m_file.path().c_str(), "rb+");
  std::fseek(file, static_cast<long>(bytes.size()) - 3 * 4096, SEEK_SET);
  std::fwrite(bytes.data(), 1, 4096, file);
  std::fclose(file);
  const auto snapshot = importFile(m_file.path());
  EXPECT_GT(snapshot->totals().slices, 8u);
  EXPECT_NE(problemsOf(*snapshot).find("Reading the table OSRT_API stopped after row"), std::string::npos)
      << problemsOf(*snapshot);
}

TEST_F(NsysFile, IsReadNoFurtherWhereNobodyWantsIt) {
  fill(std::string(kSchema) + kRows + R"(
create table OSRT_API(start integer, end integer, globalTid integer, nameId integer);
with recursive n(i) as (select 0 union all select i + 1 from n where i < 59999)
insert into OSRT_API select i * 10, i * 10 + 5, 8, 5 from n;
)");
  const std::uint64_t size = std::filesystem::file_size(m_file.path());
  for (const bool wanted : {true, false}) {
    auto traces = openTraceFiles(m_file.path().string());
    ASSERT_TRUE(traces.ok());
    std::uint64_t told = 0;
    traces.value().files.front().watchWith([&](std::uint64_t bytes) {
      told = std::max(told, bytes);
      return wanted || bytes < size / 4;
    });
    TraceStore store;
    EXPECT_TRUE(readTraces(traces.value(), store).ok());
    EXPECT_EQ(store.snapshot()->totals().slices > 60'000, wanted);
    EXPECT_GE(told, size / 4);
    EXPECT_TRUE(!wanted || told >= size / 2) << told << " of " << size;
  }
}

TEST_F(NsysFile, OneThatIsCutOffIsRefusedWithAWayOut) {
  fill(std::string(kSchema) + kRows);
  std::filesystem::resize_file(m_file.path(), std::filesystem::file_size(m_file.path()) / 2);
  TraceStore store;
  const auto read = readAnyTrace(m_file.path().string(), store);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("It is damaged or cut off"), std::string::npos) << read.error().message;
  EXPECT_NE(read.error().message.find("nsys export --type sqlite"), std::string::npos) << read.error().message;
}

TEST_F(NsysFile, EventsThatEndBeforeTheyBeginAreCounted) {
  fill(std::string(kSchema) + kRows + R"(
insert into CUPTI_ACTIVITY_KIND_MEMSET values (400,395,0,7,37,77<<24,0,64),(410,380,0,7,38,77<<24,0,64);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (420,419,0,1,null,7,39,77<<24,2,2,32,256);
insert into NVTX_EVENTS values (430,0,34,'mark',(77<<24)|8,null);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot),
            "3 events with a negative duration are shown with none, the first in row 2 of the table "
            "CUPTI_ACTIVITY_KIND_MEMSET.\n");
  EXPECT_EQ(slicesOf(*snapshot).count({400, 0, "Memset", Storey::Hardware, EventKind::Kernel}), 1u);
}

TEST_F(NsysFile, TimesAYearFromTheOthersAreLeftOutAndSaid) {
  fill(std::string(kSchema) + kRows + R"(
insert into CUPTI_ACTIVITY_KIND_MEMSET values (500,1000000000000000000,0,7,40,77<<24,0,64);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (1000000000000000000,1000000000000000050,0,1,null,7,41,77<<24,2,2,32,256),
  (-1000000000000000000,-999999999999999000,0,1,null,7,42,77<<24,2,2,32,256);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot),
            "3 events begin or end more than a year from most others and are left out, the first in row 2 of the table "
            "CUPTI_ACTIVITY_KIND_MEMSET.\n");
  EXPECT_EQ(snapshot->bounds().value(), (TimeRange{{5}, {400}}));
  EXPECT_EQ(snapshot->totals().slices, 9u);
}

TEST_F(NsysFile, ANameThatIsMissingIsSaid) {
  fill(std::string(kSchema) + kRows + "update CUPTI_ACTIVITY_KIND_KERNEL set demangledName = 99;");
  EXPECT_EQ(problemsOf(*importFile(m_file.path())),
            "1 event has a name that is not in the table StringIds, in row 1 of the table "
            "CUPTI_ACTIVITY_KIND_KERNEL.\n");
}

TEST_F(NsysFile, AnEmptyNameIsNone) {
  fill(std::string(kSchema) + kRows +
       "insert into StringIds values (9,''); update CUPTI_ACTIVITY_KIND_KERNEL set demangledName = 9;");
  EXPECT_EQ(problemsOf(*importFile(m_file.path())), "");
}

TEST_F(NsysFile, DevicesAreNumberedAsCudaDoesAndHaveTheirMemory) {
  const auto devicesOf = [&](const std::string& more) {
    std::filesystem::remove(m_file.path());
    fill(std::string(kSchema) + kRows + R"(
alter table TARGET_INFO_GPU add totalMemory integer;
alter table TARGET_INFO_GPU add cuDevice integer;
delete from TARGET_INFO_GPU;
insert into TARGET_INFO_GPU values (0,0,'NVIDIA T400',6,7,5,4000,1),(0,1,'NVIDIA H100',132,9,0,85000,0);
)" + more);
    return importFactsOf(importFile(m_file.path())->messages()[0]).value().devices;
  };
  const ImportedDevice t400{"NVIDIA T400", "sm_75", 6, 4000, 0}, h100{"NVIDIA H100", "sm_90", 132, 85000, 1};
  const auto numbered = [](ImportedDevice device, std::int64_t number) {
    device.number = number;
    return device;
  };
  using Devices = std::vector<ImportedDevice>;
  EXPECT_EQ(devicesOf(""), (Devices{numbered(h100, 0), numbered(t400, 1)}));
  EXPECT_EQ(devicesOf("update TARGET_INFO_GPU set cuDevice = null;"), (Devices{t400, h100}));
  const std::string processes = R"(
create table TARGET_INFO_CUDA_DEVICE(gpuId integer, cudaId integer, pid integer, uuid text, numMultiprocessors integer);
insert into TARGET_INFO_CUDA_DEVICE values (1,0,77,'',132))";
  EXPECT_EQ(devicesOf(processes + ",(0,1,77,'',6);"), (Devices{numbered(h100, 0), numbered(t400, 1)}));
  EXPECT_EQ(devicesOf(processes + ",(0,0,78,'',6);"), (Devices{t400, h100})) << "both call theirs 0";
}

TEST_F(NsysFile, WhereEachProcessCallsItsGpu0TheyAreTwo) {
  fill(std::string(kSchema) + R"(
insert into StringIds values (2,'a');
insert into TARGET_INFO_GPU values (0,0,'NVIDIA A100',108,8,0),(0,1,'NVIDIA H100',132,9,0);
create table TARGET_INFO_CUDA_DEVICE(gpuId integer, cudaId integer, pid integer, uuid text, numMultiprocessors integer);
insert into TARGET_INFO_CUDA_DEVICE values (1,0,77,'',132),(0,0,78,'',108);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (140,150,0,1,null,7,31,77<<24,2,2,32,256),
  (240,250,0,1,null,7,31,78<<24,2,2,32,256);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(deviceCount(*snapshot), 2u);
  std::multiset<std::string> names;
  for (const TrackInfo& track : snapshot->tracks()) names.insert(track.name);
  EXPECT_EQ(names, (std::multiset<std::string>{"GPU 0 stream 7", "GPU 1 stream 7"}));
}

TEST_F(NsysFile, WaitsForAWholeDeviceLeaveItItsNumberInAnExport) {
  fill(std::string(kSchema) + kRows + R"(
insert into TARGET_INFO_GPU values (0,1,'NVIDIA H100',132,9,0);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (500,510,1,1,null,7,41,77<<24,2,2,32,256);
insert into CUPTI_ACTIVITY_KIND_SYNCHRONIZATION values (490,520,1,4294967295,43,77<<24,4);
)");
  const TemporaryFile file(".chrome");
  ASSERT_TRUE(findExporter("chrome")->write(*importFile(m_file.path()), file.path().string()).ok());
  const std::string text = bytesOf(file.path());
  for (const std::string said : {R"({"id":0,"name":"NVIDIA A100-SXM4-80GB")", R"({"id":1,"name":"NVIDIA H100")",
                                 R"("device":1,"context":1,"stream":7,)"})
    EXPECT_NE(text.find(said), std::string::npos) << said << "\n" << text;
  std::multiset<std::string> places;
  for (std::size_t at = 0; (at = text.find(R"("name":"Context Sync")", at)) != std::string::npos; ++at) {
    const std::size_t pid = text.find(R"("pid":)", text.rfind('\n', at));
    places.insert(text.substr(pid, text.find(',', pid) - pid));
  }
  EXPECT_EQ(places, (std::multiset<std::string>{R"("pid":0)", R"("pid":1)"}));
}

TEST_F(NsysFile, RanksAreJoinedByTheStartsOfTheirSessions) {
  const TemporaryFile folder(".ranks");
  std::filesystem::create_directory(folder.path());
  for (const std::string rank : {"0", "1"}) {
    std::filesystem::remove(m_file.path());
    fill(std::string(kSchema) + kRows + R"(
create table TARGET_INFO_SESSION_START_TIME(utcEpochNs integer, utcTime text, localTime text);
insert into TARGET_INFO_SESSION_START_TIME values (1720000000000000000 + 3000000 * )" +
         rank + ",'','');");
    std::filesystem::copy_file(m_file.path(), folder.path() / ("rank" + rank + ".sqlite"));
  }
  const auto session = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ(problemsOf(*session), "");
  std::multiset<std::int64_t> begins;
  for (const Said& said : slicesOf(*session))
    if (std::get<2>(said) == "step") begins.insert(std::get<0>(said));
  EXPECT_EQ(begins, (std::multiset<std::int64_t>{5, 3'000'005}));
}

TEST_F(NsysFile, TheStartOfTheSessionIsItsWallClock) {
  constexpr std::int64_t kStart = 1'720'000'000'000'000'000;
  const std::string start = R"(
create table TARGET_INFO_SESSION_START_TIME(utcEpochNs integer, utcTime text, localTime text);
insert into TARGET_INFO_SESSION_START_TIME values (1720000000000000000,'2024-07-03T09:46:40','');
)";
  fill(std::string(kSchema) + kRows + start);
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(importFactsOf(snapshot->messages()[0]).value().baseNs, kStart);
  EXPECT_EQ(snapshot->recordedAt(), kStart + 5);
  fill("update NVTX_EVENTS set start = -95 where start = 5;");
  const auto moved = importFile(m_file.path());
  EXPECT_EQ(importFactsOf(moved->messages()[0]).value().baseNs, kStart - 95) << "0 is 95 ns before the start";
  EXPECT_EQ(moved->recordedAt(), kStart - 95);
}

TEST_F(NsysFile, MemsetsSayWhatMemoryAsPyTorchDoes) {
  fill(std::string(kSchema) + kRows + R"(
alter table CUPTI_ACTIVITY_KIND_MEMSET add memKind integer;
insert into CUPTI_ACTIVITY_KIND_MEMSET values (370,375,0,7,37,77<<24,0,64,2),(380,385,0,7,38,77<<24,0,64,9);
)");
  std::multiset<std::string> names;
  for (const Said& said : slicesOf(*importFile(m_file.path())))
    if (std::get<2>(said).starts_with("Memset")) names.insert(std::get<2>(said));
  EXPECT_EQ(names, (std::multiset<std::string>{"Memset", "Memset", "Memset (Device)"}))
      << "of one nothing is said, of another the file has no name";
}

constexpr const char* kTwoProcesses = R"(
insert into StringIds values (1,'cudaLaunchKernel_v7000'),(2,'a'),(3,'b'),(4,'cudaMemcpy_v3020');
insert into PROCESSES values (77<<24,77,'rank 0'),(78<<24,78,'rank 1');
)";

TEST_F(NsysFile, ProcessesHaveIdsOfTheirOwn) {
  // Launches of id 31 overlap; those of id 32 do not, and the work of the first runs when the other has begun.
  fill(std::string(kSchema) + kTwoProcesses + R"(
insert into CUPTI_ACTIVITY_KIND_RUNTIME values (100,120,0,(77<<24)|8,31,1,0,null),(110,130,0,(78<<24)|9,31,4,0,null),
  (200,210,0,(77<<24)|8,32,1,0,null),(220,230,0,(78<<24)|9,32,4,0,null);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (140,150,0,1,null,7,31,77<<24,2,2,32,256),
  (240,250,0,1,null,7,32,77<<24,3,3,32,256);
insert into CUPTI_ACTIVITY_KIND_MEMCPY values (160,170,0,9,31,78<<24,4096,1,1,2),(260,270,0,9,32,78<<24,4096,2,2,1);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{100, "cudaLaunchKernel", 140, "a"},
                                                       {200, "cudaLaunchKernel", 240, "b"},
                                                       {110, "cudaMemcpy", 160, "Memcpy HtoD"},
                                                       {220, "cudaMemcpy", 260, "Memcpy DtoH"}}));
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "Memcpy HtoD"), arg::kFileCorrelation), 31.0);
}

std::multiset<std::string> queuesOf(const TraceSnapshot& snapshot) {
  std::multiset<std::string> names;
  for (const TrackInfo& track : snapshot.tracks())
    if (track.kind == TrackKind::Queue) names.insert(track.name);
  return names;
}

constexpr const char* kContexts = R"(
alter table CUPTI_ACTIVITY_KIND_MEMCPY add contextId integer;
alter table CUPTI_ACTIVITY_KIND_MEMSET add contextId integer;
alter table CUPTI_ACTIVITY_KIND_SYNCHRONIZATION add contextId integer;
)";

/// Kernels of stream 7 and their processes and contexts, where all tables of devices say both.
std::string kernelsOfOwners(const std::string& rows) {
  return std::string(kSchema) + kTwoProcesses + kContexts + R"(
insert into CUPTI_ACTIVITY_KIND_KERNEL(start,end,deviceId,contextId,streamId,correlationId,globalPid,demangledName)
values )" +
         rows + ";";
}

TEST_F(NsysFile, StreamsOfOneNumberAreTracksOfTheirOwnByProcess) {
  fill(kernelsOfOwners("(100,150,0,1,7,1,77<<24,2),(120,170,0,1,7,1,78<<24,3),(200,210,0,1,9,2,78<<24,3)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(queuesOf(*snapshot), (std::multiset<std::string>{"stream 7 · rank 0 (process 77)",
                                                             "stream 7 · rank 1 (process 78)", "stream 9"}));
  const TrackInfo &first = snapshot->tracks()[eventNamed(*snapshot, "a").track],
                  &second = snapshot->tracks()[eventNamed(*snapshot, "b").track];
  EXPECT_EQ(first.stream, 7u);
  EXPECT_EQ(second.stream, 8u) << "the next free number of the session";
  EXPECT_EQ(snapshot->rowCount(eventNamed(*snapshot, "a").track), 1u);
}

TEST_F(NsysFile, StreamsOfOneNumberAreTracksOfTheirOwnByContext) {
  fill(kernelsOfOwners("(100,150,0,1,7,1,77<<24,2),(120,170,0,2,7,2,77<<24,3)"));
  EXPECT_EQ(queuesOf(*importFile(m_file.path())),
            (std::multiset<std::string>{"stream 7 · context 1", "stream 7 · context 2"}));
}

TEST_F(NsysFile, StreamsOfSeveralDevicesNeedNoOwner) {
  fill(kernelsOfOwners("(100,150,0,1,7,1,77<<24,2),(120,170,1,2,7,1,78<<24,3)"));
  EXPECT_EQ(queuesOf(*importFile(m_file.path())), (std::multiset<std::string>{"GPU 0 stream 7", "GPU 1 stream 7"}));
}

TEST_F(NsysFile, AWaitForAllStreamsSaysOfWhichDeviceWhereThereAreSeveral) {
  fill(std::string(kSchema) + kRows);
  const auto waits = [this] {
    const auto snapshot = importFile(m_file.path());
    std::set<std::string> threads;
    for (const TrackInfo& track : snapshot->tracks())
      if (track.thread.find(kAllStreamsWord) != track.thread.npos) threads.insert(track.thread);
    return threads;
  };
  EXPECT_EQ(waits(), std::set<std::string>{"all streams"});
  fill("insert into CUPTI_ACTIVITY_KIND_SYNCHRONIZATION values (410,420,1,4294967295,34,77<<24,4)");
  EXPECT_EQ(waits(), (std::set<std::string>{"GPU 0 all streams", "GPU 1 all streams"}));
}

TEST_F(NsysFile, IdsStandAloneWhereATableHasNoProcess) {
  fill(std::string(kSchema) + kRows + "alter table CUPTI_ACTIVITY_KIND_KERNEL rename to old;" +
       "create table CUPTI_ACTIVITY_KIND_KERNEL as select start, end, deviceId, streamId, correlationId, "
       "demangledName from old; drop table old;");
  EXPECT_EQ(arrowsOf(*importFile(m_file.path())),
            (std::multiset<Arrow>{{100, "cudaLaunchKernel", 130, "void gemm<float>(float*)"},
                                  {200, "cudaLaunchKernel", 340, "Memcpy HtoD"}}));
}

TEST_F(NsysFile, TablesThatAreNotReadAreNamedAndCounted) {
  fill(std::string(kSchema) + kRows + R"(
create table CUPTI_ACTIVITY_KIND_CUDA_EVENT(start integer, deviceId integer);
create table SCHED_EVENTS(start integer, cpu integer);
create table COMPOSITE_EVENTS(id integer, start integer);
create table "quo""ted"(id integer);
create table META_DATA_EXPORT(name text, value text);
insert into CUPTI_ACTIVITY_KIND_CUDA_EVENT values (1,0),(2,0),(3,0);
insert into SCHED_EVENTS values (1,0),(2,1);
insert into "quo""ted" values (1);
insert into META_DATA_EXPORT values ('a','b');
insert into NVTX_EVENTS values (7,null,59,'open range',(77<<24)|8,null);
)");
  const std::string facts = importFile(m_file.path())->messages()[0].json;
  EXPECT_NE(facts.find(R"("left_out":{"rows of the table CUPTI_ACTIVITY_KIND_CUDA_EVENT":3,)"
                       R"("rows of the table NVTX_EVENTS without begin or end":1,"rows of the table SCHED_EVENTS":2,)"
                       R"("rows of the table quo\"ted":1})"),
            std::string::npos)
      << facts;
  EXPECT_NE(facts.find(R"("skipped":7)"), std::string::npos) << facts;
}

constexpr const char* kGraphRows = R"(
create table CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start integer, end integer, deviceId integer, graphId integer,
  contextId integer, greenContextId integer, streamId integer, correlationId integer, globalPid integer,
  graphExecId integer);
insert into StringIds values (20,'cudaGraphLaunch_v10000');
insert into CUPTI_ACTIVITY_KIND_RUNTIME values (500,510,0,(77<<24)|8,51,20,0,null),(520,530,0,(77<<24)|8,52,20,0,null);
)";

TEST_F(NsysFile, AGraphRecordedAsAWholeIsAKernel) {
  fill(std::string(kSchema) + kRows + kGraphRows + R"(
insert into CUPTI_ACTIVITY_KIND_GRAPH_TRACE values (540,4540,0,3,1,null,7,51,77<<24,9),(4540,8540,0,3,1,null,7,52,77<<24,9);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(slicesOf(*snapshot).count({540, 4000, "CUDA graph 3", Storey::Hardware, EventKind::Kernel}), 1u);
  EXPECT_EQ(arrowsOf(*snapshot).count({520, "cudaGraphLaunch", 4540, "CUDA graph 3"}), 1u);
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "CUDA graph 3").track].name, "stream 7");
  EXPECT_EQ(workOf(*snapshot).all.busy, Duration{215 + 8000});
}

TEST_F(NsysFile, AGraphThatBeginsOnTheHostIsOfTheDeviceOfItsStream) {
  fill(kernelsOfOwners("(100,150,1,4,7,1,77<<24,2),(100,150,0,5,7,1,78<<24,3)") + kGraphRows + R"(
insert into CUPTI_ACTIVITY_KIND_GRAPH_TRACE values
  (540,600,2147483647,3,2147483647,null,7,51,77<<24,9),(700,800,2147483647,4,2147483647,null,8,52,77<<24,9);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "CUDA graph 3").track].name, "GPU 1 stream 7");
  EXPECT_EQ(queuesOf(*snapshot), (std::multiset<std::string>{"GPU 0 stream 7", "GPU 1 stream 7"}));
  EXPECT_EQ(problemsOf(*snapshot),
            "1 CUDA graph begins on the host and names no device: it is left out, in row 2 of the table "
            "CUPTI_ACTIVITY_KIND_GRAPH_TRACE.\n");
  EXPECT_NE(snapshot->messages()[0].json.find("rows of the table CUPTI_ACTIVITY_KIND_GRAPH_TRACE without a device\":1"),
            std::string::npos);
}

TEST_F(NsysFile, AGraphThatBeginsOnTheHostIsOfTheOnlyDevice) {
  // The first one stands before the one that says which context has the stream.
  fill(std::string(kSchema) + kContexts + kGraphRows + R"(
insert into TARGET_INFO_GPU values (0,0,'NVIDIA A100',108,8,0);
insert into CUPTI_ACTIVITY_KIND_GRAPH_TRACE values (540,600,2147483647,3,2147483647,null,7,51,77<<24,9),
  (600,700,0,3,1,null,7,52,77<<24,9),(700,800,2147483647,4,2147483647,null,8,53,77<<24,9);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(queuesOf(*snapshot), (std::multiset<std::string>{"stream 7", "stream 8"}));
  EXPECT_EQ(workOf(*snapshot).all.busy, Duration{260});
}

TEST_F(NsysFile, DeviceWorkThatIsNotReadIsSaid) {
  fill(std::string(kSchema) + kRows + R"(
create table CUPTI_ACTIVITY_KIND_MEMORY_DECOMPRESS(start integer, end integer, deviceId integer);
create table CUDA_UM_GPU_PAGE_FAULT_EVENTS(start integer, end integer, deviceId integer);
insert into CUPTI_ACTIVITY_KIND_MEMORY_DECOMPRESS values (1,2,0),(3,4,0);
insert into CUDA_UM_GPU_PAGE_FAULT_EVENTS values (1,2,0);
)");
  EXPECT_EQ(problemsOf(*importFile(m_file.path())),
            "The table CUPTI_ACTIVITY_KIND_MEMORY_DECOMPRESS is not read: times and shares of the devices are without "
            "its 2 rows.\n");
}

TEST_F(NsysFile, RangesOfALibrarysDomainAreTheLibrarys) {
  fill(std::string(kSchema) + kRows + R"(
alter table NVTX_EVENTS add domainId integer;
insert into StringIds values (20,'ncclAllReduce'),(21,'NCCL');
insert into NVTX_EVENTS values (410,420,59,null,(77<<24)|8,20,1),(430,440,59,'mine',(77<<24)|8,null,2),
  (450,460,59,'aten::mm',(77<<24)|8,null,0),(470,480,59,'of another process',(78<<24)|9,null,1),
  (490,500,59,'cub::DeviceReduce',(78<<24)|9,null,3),
  (2,null,75,null,(77<<24)|8,21,1),(2,null,75,'trainer',(77<<24)|8,null,2),(2,null,75,'trainer',(78<<24)|9,null,1),
  (2,null,75,'CCCL',(78<<24)|9,null,3);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(eventNamed(*snapshot, "ncclAllReduce").storey, Storey::Library);
  EXPECT_EQ(snapshot->text(eventNamed(*snapshot, "ncclAllReduce"), kCallLevelArg), "") << "it is no annotation";
  EXPECT_EQ(eventNamed(*snapshot, "cub::DeviceReduce").storey, Storey::Library);
  EXPECT_EQ(eventNamed(*snapshot, "aten::mm").storey, Storey::Framework);
  for (const char* own : {"step", "mine", "of another process"})
    EXPECT_EQ(eventNamed(*snapshot, own).storey, Storey::Model) << own;
}

TEST_F(NsysFile, IsReadGzipped) {
  fill(std::string(kSchema) + kRows);
  const TemporaryFile gzipped(".sqlite.gz");
  gzipped.write(packed(bytesOf(m_file.path())));
  EXPECT_EQ(slicesOf(*importFile(gzipped.path())), slicesOf(*importFile(m_file.path())));
}

TEST_F(NsysFile, AnotherDatabaseIsRefused) {
  fill("create table notes(text text); insert into notes values ('x');");
  EXPECT_NE(refusal().find("no export of Nsight Systems"), std::string::npos) << refusal();
}

TEST_F(NsysFile, AStreamIsNoThreadOfAProcessThatHasItsDevicesNumber) {
  fill(std::string(kSchema) + R"(
insert into StringIds values (1,'cudaLaunchKernel_v7000'),(2,'a');
insert into PROCESSES values (1<<24,1,'train');
insert into CUPTI_ACTIVITY_KIND_RUNTIME values (100,120,0,(1<<24)|7,31,1,0,null);
insert into CUPTI_ACTIVITY_KIND_KERNEL values (130,140,1,1,null,7,31,1<<24,2,2,32,256);
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(slicesOf(*snapshot), (std::multiset<Said>{{100, 20, "cudaLaunchKernel", Storey::Runtime, EventKind::Slice},
                                                      {130, 10, "a", Storey::Hardware, EventKind::Kernel}}));
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "cudaLaunchKernel").track].thread, "thread 7");
}

}  // namespace
}  // namespace strata::test
