#include <algorithm>
#include <map>
#include <set>

#include "engine/interchange/import_message.h"
#include "tests/interchange/sqlite_file.h"

// Databases as rocprofv3 makes them (schema 3.0 of rocprofiler-sdk, with what 3.0.2 and 3.0.3 added), in a few rows.
// Where statements say _X, the names of a process's tables end in its own way.

namespace strata::test {
namespace {

using RocpdFile = SqliteFile;

constexpr const char* kRocpdSchema = R"(
create table rocpd_metadata_X(id integer primary key, tag text not null, value text not null);
create table rocpd_string_X(id integer primary key, guid text default 'g', string text not null);
create table rocpd_info_node_X(id integer primary key, hash bigint, machine_id text, hostname text);
create table rocpd_info_process_X(id integer primary key, nid integer, ppid integer, pid integer, command text,
  environment text default '{}');
create table rocpd_info_thread_X(id integer primary key, nid integer, pid integer, tid integer, name text);
create table rocpd_info_agent_X(id integer primary key, nid integer, pid integer, type text, absolute_index integer,
  logical_index integer, type_index integer, name text, model_name text, vendor_name text, product_name text,
  extdata text default '{}');
create table rocpd_info_queue_X(id integer primary key, nid integer, pid integer, name text);
create table rocpd_info_stream_X(id integer primary key, nid integer, pid integer, name text);
create table rocpd_info_pmc_X(id integer primary key, nid integer, pid integer, agent_id integer, name text,
  symbol text, units text default '');
create table rocpd_info_code_object_X(id integer primary key, uri text);
create table rocpd_info_kernel_symbol_X(id integer primary key, code_object_id integer, kernel_name text,
  display_name text, group_segment_size integer, private_segment_size integer, sgpr_count integer,
  arch_vgpr_count integer, accum_vgpr_count integer);
create table rocpd_track_X(id integer primary key, nid integer, pid integer, tid integer, name_id integer);
create table rocpd_event_X(id integer primary key, category_id integer, stack_id integer, parent_stack_id integer,
  correlation_id integer, call_stack text default '{}', line_info text default '{}', extdata text default '{}');
create table rocpd_arg_X(id integer primary key, event_id integer, position integer, type text, name text, value text);
create table rocpd_pmc_event_X(id integer primary key, event_id integer, sample_id integer, pmc_id integer, value real);
create table rocpd_region_X(id integer primary key, nid integer, pid integer, tid integer, start bigint, "end" bigint,
  name_id integer, event_id integer, extdata text default '{}');
create table rocpd_sample_X(id integer primary key, track_id integer, timestamp bigint, event_id integer);
create table rocpd_kernel_dispatch_X(id integer primary key, nid integer, pid integer, tid integer, agent_id integer,
  kernel_id integer, dispatch_id integer, queue_id integer, stream_id integer, start bigint, "end" bigint,
  private_segment_size integer, group_segment_size integer, workgroup_size_x integer, workgroup_size_y integer,
  workgroup_size_z integer, grid_size_x integer, grid_size_y integer, grid_size_z integer,
  graph_exec_id integer default 0, graph_node_id integer default 0, region_name_id integer, event_id integer);
create table rocpd_memory_copy_X(id integer primary key, nid integer, pid integer, tid integer, start bigint,
  "end" bigint, name_id integer, dst_agent_id integer, dst_address integer, src_agent_id integer,
  src_address integer, size integer, queue_id integer, stream_id integer, region_name_id integer, event_id integer);
create table rocpd_memory_allocate_X(id integer primary key, nid integer, pid integer, tid integer, agent_id integer,
  type text, level text, start bigint, "end" bigint, address integer, size integer, queue_id integer,
  stream_id integer, event_id integer);
create view rocpd_string as select * from rocpd_string_X;
create view kernels as select no_such_function(id) from rocpd_kernel_dispatch_X;
)";

/// One process of pid 77 on node 5, a processor and two MI300X.
constexpr const char* kWhoTookPart = R"(
insert into rocpd_metadata_X(tag, value) values ('schema_version','3'),('uuid','_X'),('guid','g');
insert into rocpd_string_X(id, string) values (1,''),(2,'HIP_RUNTIME_API_EXT'),(3,'HSA_CORE_API'),
  (4,'MARKER_CORE_RANGE_API'),(5,'KERNEL_DISPATCH'),(6,'MEMORY_COPY'),(7,'hipLaunchKernel'),(8,'hsa_signal_store'),
  (9,'roctxRangePushA'),(10,'hipMemcpyAsync'),(11,'MEMORY_COPY_HOST_TO_DEVICE'),(12,'MEMORY_ALLOCATION'),
  (13,'roctxMarkA'),(14,'RCCL_API'),(15,'ncclAllReduce'),(16,'KFD_PAGE_FAULT'),(17,'fault'),(18,'hipMalloc');
insert into rocpd_info_node_X values (5,55,'0123','box');
insert into rocpd_info_process_X(id,nid,ppid,pid,command) values (77,5,1,77,'/home/a/train --steps 3');
insert into rocpd_info_thread_X values (77,5,77,77,null),(78,5,77,78,'loader');
insert into rocpd_info_agent_X values
  (0,5,77,'CPU',0,0,0,'EPYC','','AMD','AMD EPYC 9654','{}'),
  (1,5,77,'GPU',1,1,0,'gfx942','aqua','AMD','AMD Instinct MI300X',
   '{"cu_count":304,"mem_banks":[{"heap_type":1,"size_in_bytes":1000},{"heap_type":0,"size_in_bytes":7}]}'),
  (2,5,77,'GPU',2,2,1,'gfx942','aqua','AMD','Instinct MI300X','{}');
insert into rocpd_info_kernel_symbol_X values
  (9,1,'_Z4gemmPf.kd','gemm(float*) [clone .kd]',1024,0,48,96,32),(10,1,'fill.kd','',0,0,16,8,0);
)";

/// What train did: a range, a launch with the call of HSA within it, its kernel, a copy, memory.
constexpr const char* kWhatHappened = R"(
insert into rocpd_event_X(id,category_id,stack_id,parent_stack_id,correlation_id,extdata) values
  (1,4,1,0,0,'{"message":"step 1"}'),(2,2,2,0,0,'{}'),(3,3,3,2,0,'{}'),(4,5,3,3,0,'{}'),(5,2,4,0,0,'{}'),
  (6,6,4,4,0,'{}'),(7,12,5,0,0,'{}'),(8,12,6,0,0,'{}'),(9,4,7,0,0,'{"message":"here"}');
insert into rocpd_arg_X(event_id,position,type,name,value) values (2,0,'dim3','numBlocks','{4,2,1}'),
  (2,1,'unsigned','sharedMemBytes','512'),(5,0,'void*','dst','0x7f00');
insert into rocpd_region_X(id,nid,pid,tid,start,"end",name_id,event_id) values (1,5,77,77,5,900,9,1),
  (2,5,77,77,100,150,7,2),(3,5,77,77,110,120,8,3),(4,5,77,78,200,260,10,5);
insert into rocpd_track_X values (1,5,77,77,4);
insert into rocpd_sample_X values (7,1,50,9);
insert into rocpd_kernel_dispatch_X values (1,5,77,77,1,9,1,0,3,130,330,16,1536,256,2,1,1000,4,1,0,0,1,4);
insert into rocpd_memory_copy_X values (1,5,77,78,300,340,11,1,4096,0,8192,65536,null,3,null,6);
insert into rocpd_memory_allocate_X values (1,5,77,77,1,'ALLOC','REAL',20,25,4096,1048576,0,0,7),
  (2,5,77,77,1,'FREE','REAL',800,805,4096,0,0,0,8);
)";

std::string ofProcess(std::string sql, const std::string& ending = "_0a1") {
  for (std::size_t at = sql.find("_X"); at != sql.npos; at = sql.find("_X", at)) sql.replace(at, 2, ending);
  return sql;
}

std::string wholeTrain() {
  return ofProcess(std::string(kRocpdSchema) + kWhoTookPart + kWhatHappened);
}

ImportFacts rocpdFacts(const TraceSnapshot& snapshot) {
  return importFactsOf(snapshot.messages().back()).value();
}

/// The values of a counter.
std::vector<double> valuesOf(const TraceSnapshot& snapshot, std::string_view counter) {
  std::vector<double> values;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    if (snapshot.tracks()[track].name == counter)
      for (std::size_t i = 0; i < snapshot.row(track, 0).size(); ++i)
        values.push_back(snapshot.row(track, 0)[i].value());
  return values;
}

TEST_F(RocpdFile, FillsTheStoreys) {
  fill(wholeTrain());
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(slicesOf(*snapshot),
            (std::multiset<Said>{{5, 895, "step 1", Storey::Model, EventKind::Slice},
                                 {50, 0, "here", Storey::Model, EventKind::Instant},
                                 {100, 50, "hipLaunchKernel", Storey::Runtime, EventKind::Slice},
                                 {110, 10, "hsa_signal_store", Storey::Driver, EventKind::Slice},
                                 {130, 200, "gemm(float*)", Storey::Hardware, EventKind::Kernel},
                                 {200, 60, "hipMemcpyAsync", Storey::Runtime, EventKind::Slice},
                                 {300, 40, "MEMORY_COPY_HOST_TO_DEVICE", Storey::Hardware, EventKind::Copy},
                                 {20, 5, "MEMORY_ALLOCATION_ALLOCATE", Storey::Runtime, EventKind::Slice},
                                 {800, 5, "MEMORY_ALLOCATION_FREE", Storey::Runtime, EventKind::Slice}}));
  EXPECT_EQ(rocpdFacts(*snapshot).leftOut, (std::map<std::string, std::uint64_t>{}));
  EXPECT_EQ(rocpdFacts(*snapshot).tool, "rocprofv3");
}

// The kernel bears the id of the HSA call; a person made the HIP call around it.
TEST_F(RocpdFile, ArrowsLeaveFromTheOutermostCall) {
  fill(wholeTrain());
  EXPECT_EQ(arrowsOf(*importFile(m_file.path())),
            (std::multiset<Arrow>{{100, "hipLaunchKernel", 130, "gemm(float*)"},
                                  {200, "hipMemcpyAsync", 300, "MEMORY_COPY_HOST_TO_DEVICE"}}));
}

TEST_F(RocpdFile, ACallOfHsaLaunchesWhereHipWasNotTraced) {
  fill(wholeTrain() + ofProcess("delete from rocpd_region_X where id = 2; delete from rocpd_event_X where id = 2;"));
  EXPECT_EQ(arrowsOf(*importFile(m_file.path())).count({110, "hsa_signal_store", 130, "gemm(float*)"}), 1u);
}

TEST_F(RocpdFile, EachKernelOfAGraphHasAnArrow) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_event_X(id,category_id,stack_id,parent_stack_id) values (20,5,2,2);
insert into rocpd_kernel_dispatch_X values (2,5,77,77,1,10,2,0,3,400,410,0,0,64,1,1,64,1,1,7,8,1,20);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(arrowsOf(*snapshot).count({100, "hipLaunchKernel", 130, "gemm(float*)"}), 1u);
  EXPECT_EQ(arrowsOf(*snapshot).count({100, "hipLaunchKernel", 400, "fill"}), 1u);
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "fill"), "graph"), 7.0);
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "fill"), "graph_node"), 8.0);
}

TEST_F(RocpdFile, AKernelHasItsLaunchInBlocksAndItsResources) {
  fill(wholeTrain());
  const auto snapshot = importFile(m_file.path());
  const TraceEvent kernel = eventNamed(*snapshot, "gemm(float*)");
  const auto number = [&](std::string_view key) { return snapshot->number(kernel, key); };
  EXPECT_EQ(number(arg::kGridX), 4.0) << "1000 work-items in groups of 256";
  EXPECT_EQ(number(arg::kGridY), 2.0);
  EXPECT_EQ(number(arg::kGridZ), 1.0);
  EXPECT_EQ(number(arg::kBlockX), 256.0);
  EXPECT_EQ(number(arg::kBlockY), 2.0);
  EXPECT_EQ(number(arg::kStaticShared), 1024.0);
  EXPECT_EQ(number(arg::kSharedBytes), 512.0);
  EXPECT_EQ(number(arg::kRegisters), 128.0) << "of vectors and of accumulation, which are of one file";
  EXPECT_EQ(number("accumulation_registers"), 32.0);
  EXPECT_EQ(number("scalar_registers"), 48.0);
  EXPECT_EQ(number("scratch_bytes_per_thread"), 16.0);
  EXPECT_EQ(number(arg::kFileCorrelation), 3.0);
  EXPECT_EQ(number(arg::kDevice), 0.0);
  EXPECT_EQ(snapshot->tracks()[kernel.track].name, "stream 3");
  EXPECT_EQ(number("graph"), std::nullopt);
}

TEST_F(RocpdFile, RegistersOfTheMi100AreOfTwoFiles) {
  fill(wholeTrain() + ofProcess("update rocpd_info_agent_X set name = 'gfx908' where id = 1;"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "gemm(float*)"), arg::kRegisters), 96.0);
}

TEST_F(RocpdFile, CopiesHaveBytesAndDirection) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_string_X(id,string) values (30,'D2D'),(31,'peer'),(32,'back'),(33,'host');
insert into rocpd_memory_copy_X values (2,5,77,78,400,410,30,1,1,1,2,64,null,3,null,null),
  (3,5,77,78,420,430,31,2,1,1,2,64,null,3,null,null),(4,5,77,78,440,450,32,0,1,2,2,64,null,4,null,null),
  (5,5,77,78,460,470,33,0,1,0,2,64,null,4,null,null);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  const TraceEvent down = eventNamed(*snapshot, "MEMORY_COPY_HOST_TO_DEVICE");
  EXPECT_EQ(snapshot->number(down, arg::kBytes), 65536.0);
  const auto direction = [&](std::string_view name) {
    return snapshot->text(eventNamed(*snapshot, name), arg::kDirection);
  };
  EXPECT_EQ(direction("MEMORY_COPY_HOST_TO_DEVICE"), "H→D");
  EXPECT_EQ(direction("D2D"), "D→D");
  EXPECT_EQ(direction("peer"), "P→P");
  EXPECT_EQ(direction("back"), "D→H");
  EXPECT_EQ(direction("host"), "H→H");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "peer").track].name, "GPU 1 stream 3") << "where it arrives";
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "back").track].name, "GPU 1 stream 4");
}

TEST_F(RocpdFile, MemoryInUseIsCountedForEachGpu) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_memory_allocate_X values (3,5,77,77,1,'ALLOC','REAL',30,35,9000,100,0,0,null),
  (4,5,77,77,2,'ALLOC','VIRTUAL',30,36,9100,7,0,0,null),(5,5,77,77,0,'ALLOC','REAL',30,35,9200,50,0,0,null),
  (6,5,77,77,null,'FREE','REAL',900,905,9200,0,0,0,null),(7,5,77,77,null,'FREE','REAL',900,905,0,0,0,0,null),
  (8,5,77,77,1,'ALLOC','SCRATCH',40,45,9300,999,0,0,null);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(valuesOf(*snapshot, "device memory allocated (rocprofv3, GPU 0)"),
            (std::vector<double>{1048576, 1048676, 100}));
  EXPECT_EQ(valuesOf(*snapshot, "device memory allocated (rocprofv3, GPU 1)"), (std::vector<double>{7}));
  EXPECT_EQ(eventNamed(*snapshot, "MEMORY_ALLOCATION_VMEM_ALLOCATE").begin.ns, 30);
  EXPECT_EQ(eventNamed(*snapshot, "SCRATCH_MEMORY_ALLOC").begin.ns, 40);
  EXPECT_EQ(snapshot->number(eventNamed(*snapshot, "SCRATCH_MEMORY_ALLOC"), arg::kBytes), 999.0);
}

TEST_F(RocpdFile, CallsHaveTheirArguments) {
  fill(wholeTrain());
  const auto snapshot = importFile(m_file.path());
  const TraceEvent launch = eventNamed(*snapshot, "hipLaunchKernel"), copy = eventNamed(*snapshot, "hipMemcpyAsync");
  EXPECT_EQ(snapshot->text(launch, "numBlocks"), "{4,2,1}");
  EXPECT_EQ(snapshot->number(launch, "sharedMemBytes"), 512.0);
  EXPECT_EQ(snapshot->text(copy, "dst"), "0x7f00");
  EXPECT_EQ(snapshot->text(eventNamed(*snapshot, "step 1"), "operation"), "roctxRangePushA");
  EXPECT_EQ(snapshot->tracks()[launch.track].thread, "train");
  EXPECT_EQ(snapshot->tracks()[copy.track].thread, "loader");
}

TEST_F(RocpdFile, OtherKindsOfRecordsHaveTheirStoreys) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_string_X(id,string) values (40,'rocm_hip_api'),(41,'hipFree'),(42,'host'),(43,'main'),(44,'aten::mm');
insert into rocpd_event_X(id,category_id,extdata) values (30,14,'{}'),(31,16,'{"kfd":{"kind":1}}'),(32,40,'{}'),(33,42,'{}'),
  (34,4,'{"message":"aten::mm"}'),(35,4,'{"message":"{RCCL_AllReduce: Message size: 8}"}');
insert into rocpd_region_X(nid,pid,tid,start,"end",name_id,event_id) values (5,77,77,300,310,15,30),
  (5,77,77,320,330,17,31),(5,77,77,340,350,41,32),(5,77,77,360,370,43,33),(5,77,77,380,390,9,34),
  (5,77,77,400,410,9,35);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(eventNamed(*snapshot, "ncclAllReduce").storey, Storey::Library);
  EXPECT_EQ(eventNamed(*snapshot, "fault").storey, Storey::Driver);
  EXPECT_EQ(snapshot->text(eventNamed(*snapshot, "fault"), "details"), R"({"kfd":{"kind":1}})");
  EXPECT_EQ(eventNamed(*snapshot, "hipFree").storey, Storey::Runtime) << "a record of rocprof-sys";
  EXPECT_EQ(eventNamed(*snapshot, "main").storey, Storey::Other);
  EXPECT_EQ(eventNamed(*snapshot, "aten::mm").storey, Storey::Framework);
  EXPECT_NE(eventNamed(*snapshot, "aten::mm").call, CallId::None);
  EXPECT_EQ(eventNamed(*snapshot, "{RCCL_AllReduce: Message size: 8}").storey, Storey::Library);
  EXPECT_EQ(eventNamed(*snapshot, "step 1").storey, Storey::Model);
}

TEST_F(RocpdFile, CountersOfAKernelAreItsArgumentsSummedOverTheGpusParts) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_info_pmc_X values (4000000000000000001,5,77,1,'SQ_WAVES','SQ_WAVES',''),(2,5,77,1,'TA_BUSY','TA_BUSY','');
insert into rocpd_pmc_event_X(event_id,pmc_id,value) values (4,4000000000000000001,16),(4,2,0.5),(4,4000000000000000001,8);
)"));
  const auto snapshot = importFile(m_file.path());
  const TraceEvent kernel = eventNamed(*snapshot, "gemm(float*)");
  EXPECT_EQ(snapshot->number(kernel, "SQ_WAVES"), 24.0);
  EXPECT_EQ(snapshot->number(kernel, "TA_BUSY"), 0.5);
  EXPECT_EQ(rocpdFacts(*snapshot).leftOut.size(), 0u);
}

TEST_F(RocpdFile, CountersOfASampleAreACounter) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_info_pmc_X values (1,5,77,2,'power','power','W');
insert into rocpd_event_X(id,category_id) values (50,1),(51,1);
insert into rocpd_sample_X values (20,1,60,50),(21,1,70,51),(22,1,80,51);
insert into rocpd_pmc_event_X(event_id,pmc_id,value) values (50,1,300),(51,1,310.5);
)"));
  const auto snapshot = importFile("/" + m_file.path().string());  // "//tmp/…" is no machine of that name
  EXPECT_EQ(valuesOf(*snapshot, "power (GPU 1)"), (std::vector<double>{300, 310.5})) << "each value once";
  const auto& tracks = snapshot->tracks();
  EXPECT_EQ(std::ranges::find(tracks, "power (GPU 1)", &TrackInfo::name)->unit, "W");
}

TEST_F(RocpdFile, ACallThatTookNoTimeIsNoMark) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_string_X(id,string) values (60,'HIP_RUNTIME_API');
insert into rocpd_track_X values (2,5,77,77,60);
insert into rocpd_event_X(id,category_id,stack_id,parent_stack_id) values (60,60,60,0),(61,5,60,60);
insert into rocpd_sample_X values (20,2,380,60);
insert into rocpd_kernel_dispatch_X values (2,5,77,77,1,10,2,0,3,400,410,0,0,64,1,1,64,1,1,0,0,1,61);
)"));
  EXPECT_EQ(arrowsOf(*importFile(m_file.path())).count({380, "HIP_RUNTIME_API", 400, "fill"}), 1u);
}

TEST_F(RocpdFile, SaysTheDevicesOfTheMachine) {
  fill(wholeTrain());
  const ImportFacts facts = rocpdFacts(*importFile(m_file.path()));
  EXPECT_EQ(facts.devices, (std::vector<ImportedDevice>{{"AMD Instinct MI300X", "gfx942", 304, 1000},
                                                        {"AMD Instinct MI300X", "gfx942", 0, 0, 1}}));
  EXPECT_EQ(facts.machine, "box (0123)");
  EXPECT_EQ(facts.rank, std::nullopt);
  fill(ofProcess("update rocpd_info_node_X set machine_id = null;"));
  EXPECT_EQ(rocpdFacts(*importFile(m_file.path())).machine, "box");
}

TEST_F(RocpdFile, SaysItsRank) {
  fill(wholeTrain() + ofProcess(R"(update rocpd_info_process_X set environment =
    '{"SLURM_PROCID":"9","SLURM_NTASKS":"10","OMPI_COMM_WORLD_RANK":"3","OMPI_COMM_WORLD_SIZE":"4","HOME":"/x"}';)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(rocpdFacts(*snapshot).rank, 3);
  EXPECT_EQ(rocpdFacts(*snapshot).worldSize, 4);
  EXPECT_EQ(snapshot->messages().back().json.find("/x"), std::string::npos) << "no more of the environment is kept";
}

/// A second process, of pid 78, with ids that the first has, too.
std::string otherProcess(std::int64_t later, const std::string& machine) {
  const std::string moved = std::to_string(later);
  return ofProcess(std::string(kRocpdSchema).substr(0, std::string(kRocpdSchema).find("create view")) + kWhoTookPart +
                       kWhatHappened + R"(
update rocpd_info_process_X set id = 78, pid = 78;
update rocpd_info_thread_X set pid = 78;
update rocpd_string_X set string = 'fill' where id = 7;
update rocpd_info_kernel_symbol_X set display_name = 'other' where id = 9;
update rocpd_info_node_X set machine_id = ')" +
                       machine + R"(', hostname = ')" + machine + R"(';
update rocpd_region_X set pid = 78, start = start + )" +
                       moved + R"(, "end" = "end" + )" + moved + R"(;
update rocpd_kernel_dispatch_X set pid = 78, start = start + )" +
                       moved + R"(, "end" = "end" + )" + moved + R"(;
delete from rocpd_memory_copy_X; delete from rocpd_memory_allocate_X; delete from rocpd_sample_X;
)",
                   "_0b2");
}

TEST_F(RocpdFile, SeveralProcessesAreOneSession) {
  fill(wholeTrain() + otherProcess(10, "0123") + "update rocpd_info_node_0b2 set hostname = 'box';");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "") << "one machine has one clock";
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{100, "hipLaunchKernel", 130, "gemm(float*)"},
                                                       {200, "hipMemcpyAsync", 300, "MEMORY_COPY_HOST_TO_DEVICE"},
                                                       {110, "fill", 140, "other"}}));
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "hipLaunchKernel").track].thread, "train (process 77) · train");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "other").track].name, "train (process 78) · stream 3");
  const ImportFacts facts = rocpdFacts(*snapshot);
  EXPECT_EQ(facts.format, "rocprofv3 database (rocpd) of 2 ranks");
  EXPECT_EQ(facts.clocks, "All times are of one clock, that of the machine box (0123).");
  EXPECT_EQ(facts.devices.size(), 4u);
}

TEST_F(RocpdFile, ProcessesOfOneRankEachAreCalledByIt) {
  fill(wholeTrain() + otherProcess(10, "0123") + R"(
update rocpd_info_process_0a1 set environment = '{"RANK":"1","WORLD_SIZE":"2"}';
update rocpd_info_process_0b2 set environment = '{"RANK":"0","WORLD_SIZE":"2"}';
)");
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "other").track].name, "rank 0 · stream 3");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "gemm(float*)").track].name, "rank 1 · stream 3");
}

TEST_F(RocpdFile, ClocksOfSeveralMachinesAreAlignedAndItIsSaid) {
  fill(wholeTrain() + otherProcess(5'000'000'000, "far"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(arrowsOf(*snapshot).count({100, "fill", 130, "other"}), 1u) << "both begin at 5";
  EXPECT_NE(problemsOf(*snapshot).find("Aligned at the first event of train (process 77): train (process 78)."),
            std::string::npos)
      << problemsOf(*snapshot);
}

TEST_F(RocpdFile, ProcessesOfOneMachineStayAsTheyAreToEachOther) {
  const TemporaryFile third(".sqlite");
  fill(wholeTrain() + otherProcess(5'000'000'000, "far") + [] {
    std::string sql = otherProcess(5'000'001'000, "far");
    for (std::size_t at = sql.find("_0b2"); at != sql.npos; at = sql.find("_0b2", at)) sql.replace(at, 4, "_0c3");
    return sql +
           "update rocpd_info_process_0c3 set pid = 79; update rocpd_info_kernel_symbol_0c3 set display_name = 'third' "
           "where id = 9;";
  }());
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(eventNamed(*snapshot, "third").begin - eventNamed(*snapshot, "other").begin, Duration{1000});
  EXPECT_EQ(eventNamed(*snapshot, "other").begin.ns, 130);
}

TEST_F(RocpdFile, FilesOfTwoProcessesAreOneSessionToo) {
  const TemporaryFile folder("");
  std::filesystem::create_directories(folder.path());
  fill(wholeTrain());
  std::filesystem::copy_file(m_file.path(), folder.path() / "77_results.db");
  std::filesystem::remove(m_file.path());
  fill(otherProcess(10, "0123") + "update rocpd_info_node_0b2 set hostname = 'box';");
  std::filesystem::copy_file(m_file.path(), folder.path() / "78_results.db");
  const auto snapshot = importFile(folder.path());
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "other").track].name, "78_results · stream 3");
}

TEST_F(RocpdFile, SchemaFourSaysPlacesByTracks) {
  fill(ofProcess(R"(
create table rocpd_metadata_X(id integer primary key, tag text, value text);
create table rocpd_string_X(id integer primary key, string text);
create table rocpd_info_category_X(id integer primary key, name text);
create table rocpd_info_process_X(id integer primary key, pid integer, name text, command text);
create table rocpd_info_thread_X(id integer primary key, pid integer, tid integer, name text);
create table rocpd_info_agent_X(id integer primary key, type text, type_index integer, name text, generic_name text,
  product_name text, vendor_name text);
create table rocpd_info_kernel_symbol_X(id integer primary key, display_name text);
create table rocpd_track_X(id integer primary key, pid integer, tid integer, agent_id integer, queue_id integer,
  stream_id integer, name_id integer);
create table rocpd_event_X(id integer primary key, category_id integer, stack_id integer, parent_stack_id integer);
create table rocpd_region_X(id integer primary key, track_id integer, name_id integer, start bigint, "end" bigint, event_id integer);
create table rocpd_kernel_dispatch_X(id integer primary key, track_id integer, kernel_id integer, start bigint, "end" bigint,
  workgroup_size_x integer, grid_size_x integer, event_id integer);
insert into rocpd_metadata_X(tag,value) values ('schema_version','4.1.0');
insert into rocpd_string_X values (1,'hipLaunchKernel'),(2,'HSA_CORE_API');
insert into rocpd_info_category_X values (2,'HIP_RUNTIME_API');
insert into rocpd_info_process_X values (1,77,'trainer','/bin/train');
insert into rocpd_info_thread_X values (1,1,78,'worker');
insert into rocpd_info_agent_X values (3,'GPU',0,'my GPU','gfx950','Instinct MI355X','AMD');
insert into rocpd_info_kernel_symbol_X values (1,'gemm');
insert into rocpd_track_X values (1,1,1,null,null,null,null),(2,1,1,3,5,6,null);
insert into rocpd_event_X values (1,2,1,0),(2,2,1,1);
insert into rocpd_region_X values (1,1,1,100,110,1);
insert into rocpd_kernel_dispatch_X values (1,2,1,120,130,64,128,2);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{100, "hipLaunchKernel", 120, "gemm"}}));
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "hipLaunchKernel").track].thread, "worker");
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "gemm").track].name, "stream 6");
  EXPECT_EQ(rocpdFacts(*snapshot).devices[0], (ImportedDevice{"AMD Instinct MI355X", "gfx950"}));
}

TEST_F(RocpdFile, AnUnknownVersionOfTheSchemaIsSaid) {
  fill(wholeTrain() + ofProcess("update rocpd_metadata_X set value = '7.0' where tag = 'schema_version';"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot),
            "The database states version 7.0 of the rocpd schema; 3 and 4 are known here. What it calls as these do is "
            "shown.\n");
  EXPECT_EQ(arrowsOf(*snapshot).size(), 2u);
}

TEST_F(RocpdFile, PackedDetailsAreSaid) {
  fill(wholeTrain() + ofProcess(R"(insert into rocpd_metadata_X(tag,value) values ('compression','lz4-frame-v1');
    update rocpd_event_X set extdata = x'04224d18';)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_NE(problemsOf(*snapshot).find("packed (lz4-frame-v1)"), std::string::npos) << problemsOf(*snapshot);
  EXPECT_EQ(eventNamed(*snapshot, "roctxRangePushA").begin.ns, 5);
}

TEST_F(RocpdFile, TablesThatAnOlderSchemaLacksAreNotNeeded) {
  fill(wholeTrain() + ofProcess(R"(
drop view kernels; drop view rocpd_string;
drop table rocpd_metadata_X; drop table rocpd_info_node_X; drop table rocpd_info_agent_X; drop table rocpd_info_thread_X;
drop table rocpd_info_pmc_X; drop table rocpd_arg_X; drop table rocpd_pmc_event_X; drop table rocpd_memory_allocate_X;
drop table rocpd_sample_X; drop table rocpd_track_X; drop table rocpd_event_X; drop table rocpd_info_kernel_symbol_X;
alter table rocpd_kernel_dispatch_X drop column graph_exec_id;
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(
      problemsOf(*snapshot),
      "2 kernels and copies are of agents that the table rocpd_info_agent does not have as GPUs: they are shown on "
      "GPU 0, the first in row 1 of the table rocpd_kernel_dispatch.\n");
  EXPECT_EQ(slicesOf(*snapshot).count({130, 200, "kernel 9", Storey::Hardware, EventKind::Kernel}), 1u);
  EXPECT_EQ(slicesOf(*snapshot).count({100, 50, "hipLaunchKernel", Storey::Other, EventKind::Slice}), 1u);
  EXPECT_EQ(snapshot->text(eventNamed(*snapshot, "MEMORY_COPY_HOST_TO_DEVICE"), arg::kDirection), "H→D")
      << "by its name";
}

TEST_F(RocpdFile, DamagedNumbersAreSaid) {
  fill(wholeTrain() + ofProcess(R"(
insert into rocpd_region_X(nid,pid,tid,start,"end",name_id) values (5,77,77,400,390,10),(5,77,77,null,500,10),
  (5,77,77,500,null,10),(5,77,77,'x',600,10),(5,77,77,9223372036854775807,9223372036854775807,10),
  (null,null,null,600,610,99),(5,77,77,1.5,2.5,10);
insert into rocpd_kernel_dispatch_X(id,start,"end") values (2,700,690),(3,null,null);
insert into rocpd_kernel_dispatch_X values (4,5,77,77,1,10,4,0,3,720,730,-1,-5,0,-2,9223372036854775807,
  100,4,9223372036854775807,0,0,1,null);
insert into rocpd_memory_copy_X(start,"end",size) values (740,750,-3);
insert into rocpd_sample_X values (20,1,null,null),(21,99,760,null);
insert into rocpd_arg_X(event_id,name,value) values (null,'a','b'),(2,null,null),(2,'none',null);
insert into rocpd_pmc_event_X(event_id,pmc_id,value) values (null,1,1),(999,1,1);
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(
      problemsOf(*snapshot),
      "2 events with a negative duration are shown with none, the first in row 5 of the table rocpd_region.\n"
      "1 event has a name that is not in the table rocpd_string, in row 10 of the table rocpd_region.\n"
      "2 kernels and copies are of agents that the table rocpd_info_agent does not have as GPUs: they are shown on "
      "GPU 0, the first in row 2 of the table rocpd_kernel_dispatch.\n");
  EXPECT_EQ(rocpdFacts(*snapshot).leftOut,
            (std::map<std::string, std::uint64_t>{{"events of times that no session has", 1},
                                                  {"rows of the table rocpd_kernel_dispatch without begin or end", 1},
                                                  {"rows of the table rocpd_region without begin or end", 4},
                                                  {"rows of the table rocpd_sample without a time", 1},
                                                  {"values of counters of no event here", 1}}));
  EXPECT_EQ(slicesOf(*snapshot).count({700, 0, "kernel 0", Storey::Hardware, EventKind::Kernel}), 1u);
  const TraceEvent odd = eventNamed(*snapshot, "fill");
  EXPECT_EQ(snapshot->number(odd, arg::kGridX), std::nullopt) << "no group has 0 work-items";
  EXPECT_EQ(snapshot->number(odd, arg::kGridZ), 1.0);
  EXPECT_EQ(snapshot->number(odd, arg::kSharedBytes), std::nullopt);
}

TEST_F(RocpdFile, IdsMayBeAnyNumbers) {
  fill(wholeTrain() + ofProcess(R"(
update rocpd_event_X set stack_id = 9223372036854775806, parent_stack_id = 0 where id in (5, 6);
update rocpd_event_X set stack_id = -4, parent_stack_id = -4 where id = 2;
update rocpd_event_X set parent_stack_id = 3 where id = 3;
update rocpd_kernel_dispatch_X set stream_id = 9223372036854775807, queue_id = -1;
update rocpd_memory_copy_X set stream_id = -9223372036854775807;
update rocpd_region_X set tid = 9223372036854775807 where id = 4;
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(problemsOf(*snapshot), "");
  EXPECT_EQ(arrowsOf(*snapshot), (std::multiset<Arrow>{{110, "hsa_signal_store", 130, "gemm(float*)"},
                                                       {200, "hipMemcpyAsync", 300, "MEMORY_COPY_HOST_TO_DEVICE"}}));
}

TEST_F(RocpdFile, AStreamIsNoThreadOfAProcessThatHasItsDevicesNumber) {
  fill(wholeTrain() + ofProcess(R"(
update rocpd_info_process_X set pid = 1;
update rocpd_info_thread_X set tid = 3 where id = 77;
update rocpd_kernel_dispatch_X set agent_id = 2;
delete from rocpd_memory_copy_X;
)"));
  const auto snapshot = importFile(m_file.path());
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "hipLaunchKernel").track].kind, TrackKind::Host);
  EXPECT_EQ(eventNamed(*snapshot, "hipLaunchKernel").storey, Storey::Runtime);
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "hipLaunchKernel").track].pid, 1);
  EXPECT_EQ(snapshot->tracks()[eventNamed(*snapshot, "gemm(float*)").track].name, "stream 3");
}

TEST_F(RocpdFile, WhatIsNotReadIsCounted) {
  fill(wholeTrain() + ofProcess(R"(
create table rocpd_hip_event_X(id integer); insert into rocpd_hip_event_X values (1),(2);
create table rocpd_graph_launch_X(id integer);
create table rocpd_blob_event_X(id integer, blob blob); insert into rocpd_blob_event_X values (1, x'00');
insert into rocpd_string_X(id,string) values (70,'pc_sample');
insert into rocpd_track_X values (3,5,77,77,70);
insert into rocpd_event_X(id) values (70);
insert into rocpd_sample_X values (30,3,100,70),(31,3,101,null);
insert into rocpd_pmc_event_X(event_id,sample_id,pmc_id,value) values (70,null,1,5),(4,9,1,5),(4,10,1,5);
)"));
  EXPECT_EQ(rocpdFacts(*importFile(m_file.path())).leftOut,
            (std::map<std::string, std::uint64_t>{{"rows of the table rocpd_blob_event", 1},
                                                  {"rows of the table rocpd_hip_event", 2},
                                                  {"samples of program counters", 2},
                                                  {"values of counters that were streamed (SPM)", 2}}));
}

TEST_F(RocpdFile, WithoutWhatHappenedItIsRefused) {
  fill(ofProcess("create table rocpd_string_X(id integer); create table rocpd_event_X(id integer);"));
  EXPECT_NE(refusal().find("rocpd_kernel_dispatch"), std::string::npos) << refusal();
  EXPECT_EQ(refusal().find("Nsight"), std::string::npos) << refusal();
}

TEST_F(RocpdFile, ADatabaseOfRocmProfileDataIsNamedWithTheWayOn) {
  fill(
      "create table rocpd_string(id integer, string text); create table rocpd_api(id integer); create table "
      "rocpd_op(id integer);");
  EXPECT_NE(refusal().find("rpd2tracing.py"), std::string::npos) << refusal();
}

TEST_F(RocpdFile, OneThatIsCutOffIsRefused) {
  fill(wholeTrain());
  std::filesystem::resize_file(m_file.path(), std::filesystem::file_size(m_file.path()) / 2);
  EXPECT_NE(refusal().find("It is damaged or cut off"), std::string::npos) << refusal();
}

// rocpd merge leaves its file so.
TEST_F(RocpdFile, NothingIsWrittenBesideAFileInSqlitesWalMode) {
  fill("pragma journal_mode = wal;" + wholeTrain());
  const TemporaryFile folder(" 50%? #");
  std::filesystem::create_directories(folder.path());
  std::filesystem::copy_file(m_file.path(), folder.path() / "a.db");
  EXPECT_EQ(arrowsOf(*importFile(folder.path() / "a.db")).size(), 2u);
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) files.insert(entry.path().filename());
  std::filesystem::remove_all(folder.path());
  EXPECT_EQ(files, (std::set<std::string>{"a.db"}));
}

TEST_F(RocpdFile, IsReadGzipped) {
  fill(wholeTrain());
  const TemporaryFile gzipped(".db.gz");
  gzipped.write(packed(bytesOf(m_file.path())));
  EXPECT_EQ(slicesOf(*importFile(gzipped.path())), slicesOf(*importFile(m_file.path())));
}

}  // namespace
}  // namespace strata::test
